// The Performance Timeline is simulated here, so that each entry comes when a test says so.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pageActivity } from '../../src/preload/index.ts';

type See = (list: { getEntries(): { readonly name: string }[] }) => void;

const timelines = new Set<See>();

/** The page has loaded these addresses. */
function loaded(...names: string[]): void {
  for (const see of timelines) see({ getEntries: () => names.map((name) => ({ name })) });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { baseURI: 'https://a.example/' });
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      readonly #see: See;
      constructor(see: See) {
        this.#see = see;
      }
      observe(what: object): void {
        expect(what).toEqual({ type: 'resource' });
        timelines.add(this.#see);
      }
      disconnect(): void {
        timelines.delete(this.#see);
      }
    },
  );
});

afterEach(() => {
  timelines.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What a page's activity tells its one listener. */
function listening(options = {}) {
  const activity = pageActivity(options);
  const told: string[] = [];
  const listener = ({ type }: Event) => void told.push(type);
  for (const type of ['launch', 'settle']) activity.addEventListener(type, listener);
  const stop = () => {
    for (const type of ['launch', 'settle']) activity.removeEventListener(type, listener);
  };
  return { activity, told, stop };
}

describe('a page is busy', () => {
  test('A page is busy from a resource until none has loaded for half a second', () => {
    const { activity, told } = listening();
    expect(activity.stats()).toEqual({ inFlight: 0 });
    loaded('https://a.example/1.js');
    expect([activity.stats().inFlight, told]).toEqual([1, ['launch']]);
    vi.advanceTimersByTime(400);
    loaded('https://a.example/2.js');
    vi.advanceTimersByTime(499);
    expect([activity.stats().inFlight, told]).toEqual([1, ['launch']]);
    vi.advanceTimersByTime(1);
    expect([activity.stats().inFlight, told]).toEqual([0, ['launch', 'settle']]);
    loaded('https://a.example/3.js');
    expect(told).toEqual(['launch', 'settle', 'launch']);
  });

  test('A page is busy for as long as `quietDelay` says', () => {
    const { activity } = listening({ quietDelay: 20 });
    loaded('https://a.example/1.js');
    vi.advanceTimersByTime(19);
    expect(activity.stats()).toEqual({ inFlight: 1 });
    vi.advanceTimersByTime(1);
    expect(activity.stats()).toEqual({ inFlight: 0 });
  });
});

describe('a preloader’s own image', () => {
  /** A page's activity, and a preloader that it excludes. */
  function excluding() {
    const images = new EventTarget();
    const { activity } = listening();
    activity.exclude?.(images);
    const fire = (type: string, detail: object) => images.dispatchEvent(new CustomEvent(type, { detail }));
    return { activity, fire };
  }

  test('A preloader’s own image makes the page busy only by resources beyond its requests', () => {
    const { activity, fire } = excluding();
    fire('launch', { id: 1, url: 'https://a.example/1.png' });
    loaded('https://a.example/1.png');
    expect(activity.stats()).toEqual({ inFlight: 0 });
    loaded('https://a.example/1.png');
    expect(activity.stats()).toEqual({ inFlight: 1 });
  });

  test('does not make the page busy when the browser chose another candidate', () => {
    const { activity, fire } = excluding();
    fire('launch', { id: 1, url: 'https://a.example/1.png', srcset: '2.png 2x' });
    loaded('https://a.example/2.png');
    expect(activity.stats()).toEqual({ inFlight: 0 });
  });

  test('does not make the page busy when its address has a fragment, which WebKit does not list', () => {
    const { activity, fire } = excluding();
    fire('launch', { id: 1, url: 'https://a.example/icons.svg#home' });
    loaded('https://a.example/icons.svg');
    expect(activity.stats()).toEqual({ inFlight: 0 });
  });

  test.each(['settle', 'leave'])('counts as the page’s a second after its `%s`', (type) => {
    const { activity, fire } = excluding();
    fire('launch', { id: 1, url: 'https://a.example/1.png' });
    fire(type, { id: 1 });
    vi.advanceTimersByTime(999);
    loaded('https://a.example/1.png', 'https://a.example/1.png');
    expect(activity.stats()).toEqual({ inFlight: 1 });
    vi.advanceTimersByTime(500);
    fire('launch', { id: 2, url: 'https://a.example/2.png' });
    fire(type, { id: 2 });
    vi.advanceTimersByTime(1000);
    loaded('https://a.example/2.png');
    expect(activity.stats()).toEqual({ inFlight: 1 });
  });
});

test('without listeners, a page’s activity has no observer and no timer', () => {
  const { activity, told, stop } = listening();
  const other = () => {};
  activity.addEventListener('launch', other);
  loaded('https://a.example/1.js');
  stop();
  expect([timelines.size, vi.getTimerCount(), activity.stats().inFlight]).toEqual([1, 1, 1]);
  activity.removeEventListener('launch', other);
  expect([timelines.size, vi.getTimerCount(), activity.stats().inFlight]).toEqual([0, 0, 0]);
  expect(told).toEqual(['launch']);
});
