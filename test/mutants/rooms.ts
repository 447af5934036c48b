// The rooms of src/, and the tests that each mutant meets: a later pass runs for those that an earlier one left alive.

/** The tests of one pass: files of a project of the root's `vitest.config.ts`. */
export interface Tests {
  readonly project: 'node' | 'browser' | 'memory';
  readonly files: readonly string[];
  /**
   * `perTest` runs the tests that reach a mutant. Code that runs once in a file is reached by its first test alone, so a
   * later pass runs all.
   */
  readonly coverage: 'perTest' | 'all';
}

const tests = (project: Tests['project'], names: readonly string[], coverage: Tests['coverage']): Tests => ({
  project,
  files: names.map((name) => `test/${name}.test.ts`),
  coverage,
});
const node = (...names: string[]): Tests => tests('node', names, 'perTest');
const browser = (...names: string[]): Tests => tests('browser', names, 'perTest');

const fetching = node('fetch/!(wrappers*)');
/** What runs once in a file, and what only a collector, a browser or a hostile page can see. */
const fetchingAgain = [
  tests('node', ['fetch/!(wrappers*)', 'security/prototypes'], 'all'),
  tests('memory', ['memory/*'], 'all'),
];
/** These take longer than all others of the wrapped fetch together, so they come last. */
const wrapping = node('fetch/wrappers*');

/** Rooms in the order in which they are tested. */
export const rooms: Readonly<Record<string, readonly Tests[]>> = {
  core: [node('core/*'), fetching],
  http: [node('http/*', 'service-worker/*'), fetching],
  options: [node('options/*', 'register/options', 'service-worker/options'), fetching],
  response: [fetching, ...fetchingAgain, browser('fetch/fidelity.platform')],
  fetch: [fetching, wrapping, ...fetchingAgain],
  protocol: [node('protocol/*', 'service-worker/*', 'register/*'), node('security/*-messages')],
  wording: [node('wording/*', 'report/*', 'inspector/*')],
  'service-worker': [node('service-worker/*'), node('security/*-messages')],
  register: [node('register/*')],
  report: [node('report/*')],
  preload: [node('preload/*'), browser('browser/preload*')],
  inspector: [node('inspector/*'), browser('browser/inspector*')],
  react: [node('react/*'), browser('browser/react')],
  adapters: [node('adapters/*'), browser('browser/adapters*')],
};
