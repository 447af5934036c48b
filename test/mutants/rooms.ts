// The rooms of src/, and the tests that each mutant meets: a later pass runs for those that an earlier one left alive.

/** The tests of one pass: files of a project of the root's `vitest.config.ts`. */
export interface Tests {
  readonly project: 'node' | 'browser';
  readonly files: readonly string[];
}

const node = (...files: string[]): Tests => ({
  project: 'node',
  files: files.map((file) => `test/${file}.test.ts`),
});
const browser = (...files: string[]): Tests => ({
  project: 'browser',
  files: files.map((file) => `test/browser/${file}.test.ts`),
});

const fetching = node('fetch/!(wrappers*)');
/** These take longer than all others of the wrapped fetch together, so they come last. */
const wrapping = node('fetch/wrappers*');

/** Rooms in the order in which they are tested. */
export const rooms: Readonly<Record<string, readonly Tests[]>> = {
  core: [node('core/*'), fetching],
  http: [node('http/*', 'service-worker/*'), fetching],
  options: [node('options/*', 'register/options', 'service-worker/options'), fetching],
  response: [fetching],
  fetch: [fetching, wrapping],
  protocol: [node('service-worker/*', 'register/*'), node('security/*-messages')],
  wording: [node('wording/*', 'report/*', 'inspector/*')],
  'service-worker': [node('service-worker/*')],
  register: [node('register/*')],
  report: [node('report/*')],
  preload: [browser('preload*')],
  inspector: [node('inspector/*'), browser('inspector*')],
  react: [node('react/*'), browser('react')],
  adapters: [browser('adapters*')],
};
