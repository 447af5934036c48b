// The rooms of src/, and the tests that each mutant meets: a later pass runs for those that an earlier one left alive.

/** The tests of one pass: files of a project of the root's `vitest.config.ts`. */
export interface Tests {
  readonly project: 'node' | 'browser';
  readonly files: readonly string[];
}

const node = (...rooms: string[]): Tests => ({
  project: 'node',
  files: rooms.map((room) => `test/${room}/**/*.test.ts`),
});
const browser = (...files: string[]): Tests => ({
  project: 'browser',
  files: files.map((file) => `test/browser/${file}.test.ts`),
});

/** The tests of the wrapped fetch. Those of wrappers take longer than all others together, so they come last. */
const fetching: readonly Tests[] = [
  { project: 'node', files: ['test/fetch/!(wrappers*).test.ts'] },
  { project: 'node', files: ['test/fetch/wrappers*.test.ts'] },
];

/** Rooms in the order in which they are tested. */
export const rooms: Readonly<Record<string, readonly Tests[]>> = {
  core: [node('core'), ...fetching, browser('preload*')],
  http: [node('http', 'service-worker'), ...fetching],
  options: [node('options', 'register', 'service-worker'), ...fetching],
  response: fetching,
  fetch: [...fetching, browser('relative', 'realm', 'strict-mode')],
  protocol: [node('service-worker', 'register')],
  wording: [node('wording', 'report', 'inspector')],
  'service-worker': [node('service-worker')],
  register: [node('register')],
  report: [node('report')],
  preload: [browser('preload*')],
  inspector: [node('inspector'), browser('inspector*')],
  react: [node('react'), browser('react')],
  adapters: [browser('adapters*')],
};
