// Hints during development: what surprises is said once, and nothing is said elsewhere.

import { afterEach, expect, test, vi } from 'vitest';
import { hints } from '../../src/inspector/hints.ts';
import { inspect } from '../../src/inspector/inspect.ts';
import { Source } from '../support/inspected.ts';

const url = 'http://coflight.test/places';

/** Hints of what a test tells. */
function hinted() {
  const fetch = new Source();
  const said: string[] = [];
  const stop = hints(fetch, (message) => said.push(message));
  let id = 0;
  const launch = (times: number, more: object = {}) => {
    for (let time = 0; time < times; time++) fetch.tell('launch', { id: ++id, url, time, ...more });
  };
  return { fetch, said, stop, launch };
}

afterEach(() => vi.unstubAllEnvs());

test('A call that bypasses by a member of its init is hinted at, once for each member', () => {
  const { fetch, said } = hinted();
  for (const reason of ['init: next', 'init: next', 'init: cf', 'method', 'opt-out', undefined])
    fetch.tell('bypass', { id: 1, url, reason });
  expect(said).toEqual([
    expect.stringMatching(/^coflight: .*places is not shared\. `next` .*`ignoreInit: \['next'\]`/),
    expect.stringContaining('`cf`'),
  ]);
});

test('A URL that is requested 10 times within a second, and never joined, is hinted at once', () => {
  const { said, launch } = hinted();
  launch(9);
  expect(said).toEqual([]);
  launch(20);
  expect(said).toEqual([
    expect.stringMatching(
      /places was requested 10 times within a second.*`linger: 1000` shares answers without `no-store`\./,
    ),
  ]);
});

test('The hint names what kept the requests apart', () => {
  const { said, launch } = hinted();
  launch(10, { differs: ['x-request-id'] });
  expect(said[0]).toContain('Kept apart by `x-request-id`. Add `ignoreHeaders');
});

test('A URL that is joined is no surprise', () => {
  const { fetch, said, launch } = hinted();
  launch(9);
  fetch.tell('join', { id: 9, url });
  launch(9);
  expect(said).toEqual([]);
});

test('Ten requests in more than a second are not hinted at', () => {
  const { fetch, said } = hinted();
  for (let id = 0; id < 20; id++) fetch.tell('launch', { id, url, time: id * 112 });
  expect(said).toEqual([]);
});

test('Ten requests within exactly a second are hinted at, whatever came before', () => {
  const { fetch, said } = hinted();
  const times = [...Array.from({ length: 20 }, (_, id) => id * 1_000), ...Array(8).fill(19_500), 20_000];
  for (const [id, time] of times.entries()) fetch.tell('launch', { id, url, time });
  expect(said).toHaveLength(1);
});

test('Other methods and URLs are counted on their own', () => {
  const { said, launch } = hinted();
  launch(9, { request: { method: 'GET' } });
  launch(9, { request: { method: 'HEAD' } });
  launch(9, { url: `${url}/4` });
  expect(said).toEqual([]);
});

test('At most 20 hints are written', () => {
  const { fetch, said } = hinted();
  for (let id = 0; id < 50; id++) fetch.tell('bypass', { id, url, reason: `init: member${id}` });
  expect(said).toHaveLength(20);
});

test('Hints that were stopped listen to nothing', () => {
  const { fetch, stop } = hinted();
  expect(fetch.listening).toBeGreaterThan(0);
  stop();
  expect(fetch.listening).toBe(0);
});

test.each(['production', 'test'])('In %s nothing is listened to', (environment) => {
  vi.stubEnv('NODE_ENV', environment);
  const fetch = new Source();
  hints(fetch);
  expect(fetch.listening).toBe(0);
});

test('Where there is no environment, the console gets the hints', () => {
  vi.stubGlobal('process', undefined);
  const info = vi.spyOn(console, 'info').mockReturnValue();
  const fetch = new Source();
  hints(fetch);
  vi.unstubAllGlobals();
  fetch.tell('bypass', { id: 1, url, reason: 'init: next' });
  expect(info).toHaveBeenCalledOnce();
});

test.each([null, 'warn', { warn() {} }])('`hints` throws at once for %j in place of a function', (write) => {
  expect(() => hints(new Source(), write as never)).toThrow(
    new TypeError(`Expected \`write\` to be a function, got \`${write}\`.`),
  );
});

test('Where nothing is listened to, stopping does nothing', () => {
  vi.stubEnv('NODE_ENV', 'production');
  expect(() => hints(new Source())()).not.toThrow();
});

test('More URLs are requested than are watched: the oldest are no longer counted', () => {
  const { fetch, said, launch } = hinted();
  launch(9);
  for (let id = 100; id < 300; id++) fetch.tell('launch', { id, url: `${url}/${id}`, time: 0 });
  launch(1);
  expect(said).toEqual([]);
  launch(9);
  expect(said).toHaveLength(1);
});

test('A URL is watched until 200 others have been requested after it', () => {
  const { fetch, said, launch } = hinted();
  for (const first of [100, 300]) {
    launch(4);
    for (let id = first; id < first + 199; id++) fetch.tell('launch', { id, url: `${url}/${id}`, time: 0 });
  }
  expect(said).toEqual([]);
  launch(2);
  expect(said).toHaveLength(1);
});

test.each(['development', 'testing', 'latest'])('In %s the console gets the hints', (environment) => {
  vi.stubEnv('NODE_ENV', environment);
  const info = vi.spyOn(console, 'info').mockReturnValue();
  const fetch = new Source();
  hints(fetch);
  fetch.tell('bypass', { id: 1, url, reason: 'init: next' });
  expect(info).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('`next`'));
});

test('Without a document, nothing is inspected', () => {
  expect(inspect(new Source())).toBeUndefined();
});
