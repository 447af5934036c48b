import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Module = typeof import('../../src/service-worker/arrival.ts');
let Arrival: Module['Arrival'];
/** Adds a resource to the browser's timeline, with its start. */
let finish: (name: string, startTime: number) => void;
const observed: object[] = [];

const url = 'https://map.example/tile';

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  observed.length = 0;
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(listener: (list: { getEntries(): object[] }) => void) {
        finish = (name, startTime) => listener({ getEntries: () => [{ name, startTime }] });
      }
      observe(options: object) {
        observed.push(options);
      }
    },
  );
  ({ Arrival } = await import('../../src/service-worker/arrival.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An arrival that is watched, and what has resolved of it. */
function watched(at = `${url}#part`) {
  const arrival = new Arrival(at);
  arrival.watch();
  const seen: string[] = [];
  void arrival.ended.then(() => seen.push('ended'));
  void arrival.done.then(() => seen.push('done'));
  return { arrival, seen };
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('A body has arrived when the timeline lists its URL, and the clients have it 4 s later', async () => {
  const { arrival, seen } = watched();
  await pass(10);
  expect(seen).toEqual([]);
  finish(`${url}#other`, arrival.launched);
  await pass(3_999);
  expect(seen).toEqual(['ended']);
  await pass(1);
  expect(seen).toEqual(['ended', 'done']);
  expect(observed).toEqual([{ type: 'resource' }]);
});

test('The timeline is observed from the launch on, because it lists a short body before the worker knows its headers', () => {
  void new Arrival(url);
  expect(observed).toHaveLength(1);
});

test('A body that was listed before the worker knew that it does not read it has arrived', async () => {
  const arrival = new Arrival(url);
  const seen: string[] = [];
  void arrival.ended.then(() => seen.push('ended'));
  finish(url, arrival.launched);
  await pass(0);
  expect(seen).toEqual([]);
  arrival.watch();
  await pass(0);
  expect(seen).toEqual(['ended']);
});

test.each([
  ['of another URL', `${url}/2`, 0],
  ['that began before the launch', url, -2],
])('An entry %s ends no arrival', async (_, name, offset) => {
  const { arrival, seen } = watched();
  finish(name, arrival.launched + offset);
  await pass(10);
  expect(seen).toEqual([]);
});

test('An entry may begin a millisecond before the launch, as far as clocks are exact', async () => {
  const { arrival, seen } = watched();
  finish(url, arrival.launched - 1);
  await pass(0);
  expect(seen).toEqual(['ended']);
});

test('An entry ends the latest arrival that was launched before it began', async () => {
  const early = watched();
  await pass(10);
  const late = watched();
  finish(url, late.arrival.launched);
  await pass(0);
  expect([early.seen, late.seen]).toEqual([[], ['ended']]);
  finish(url, early.arrival.launched);
  await pass(0);
  expect(early.seen).toEqual(['ended']);
});

test('An entry ends the first of two arrivals that were launched at one time', async () => {
  const [one, other] = [watched(), watched()];
  finish(url, one.arrival.launched);
  await pass(0);
  expect([one.seen, other.seen]).toEqual([['ended'], []]);
  finish(url, other.arrival.launched);
  await pass(0);
  expect(other.seen).toEqual(['ended']);
  expect(observed).toHaveLength(1);
});

test('An arrival ends after a minute in any case', async () => {
  const { seen } = watched();
  await pass(59_999);
  expect(seen).toEqual([]);
  await pass(1);
  expect(seen).toEqual(['ended']);
});

test('An arrival that the worker has read whole is done at once', async () => {
  const { arrival, seen } = watched();
  arrival.end(0);
  await pass(0);
  expect(seen).toEqual(['ended', 'done']);
});
