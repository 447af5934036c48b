// What the inspector keeps of what it hears, and for how long.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mostEntries } from '../../src/inspector/entries.ts';
import { Recording } from '../../src/inspector/recording.ts';
import { Source } from '../support/inspected.ts';
import { turns } from '../support/turns.ts';

function recorded() {
  const fetch = new Source();
  const images = new Source();
  const recording = new Recording(() => {});
  recording.start(fetch, images);
  return { fetch, images, recording };
}

describe('A recording', () => {
  test('has one row for a flight, with its callers, bytes and end', () => {
    const { fetch, recording } = recorded();
    fetch.tell('launch', { id: 1, time: 10, request: { method: 'HEAD' }, differs: ['accept'] });
    fetch.tell('join', { id: 1, time: 20 });
    fetch.tell('settle', { id: 1, time: 30, bytes: 7, outcome: 'done' });
    expect(recording.entries).toEqual([
      expect.objectContaining({
        kind: 'flight',
        method: 'HEAD',
        start: 10,
        end: 30,
        callers: [10, 20],
        callerCount: 2,
        bytes: 7,
        outcome: 'done',
        differs: ['accept'],
      }),
    ]);
  });

  test('counts calls, requests, joins, near misses, bypasses and failures', () => {
    const { fetch, recording } = recorded();
    fetch.fly(1, { followers: 2 });
    fetch.fly(2, { differs: [] });
    fetch.fly(3, { outcome: 'failed' });
    fetch.tell('bypass', { id: 4, reason: 'method', role: 'bypass' });
    expect(recording.counts).toMatchObject({
      calls: 6,
      requests: 4,
      joined: 2,
      nearMisses: 1,
      bypassed: 1,
      failed: 1,
    });
  });

  test('a follower that left early has saved nothing', () => {
    const { fetch, recording } = recorded();
    fetch.tell('launch', { id: 1 });
    for (const _ of [1, 2]) fetch.tell('join', { id: 1 });
    fetch.tell('leave', { id: 1 });
    fetch.tell('settle', { id: 1, bytes: 100, outcome: 'done' });
    expect(recording.savedBytes).toBe(100);
  });

  test('a caller that has all it wants and lets go has left nothing', () => {
    const { fetch, recording } = recorded();
    fetch.fly(1, { followers: 1 });
    fetch.tell('leave', { id: 1 });
    expect(recording.savedBytes).toBe(100);
  });

  test('a follower of an answer that lingers counts', () => {
    const { fetch, recording } = recorded();
    fetch.fly(1);
    fetch.tell('join', { id: 1 });
    expect(recording.savedBytes).toBe(100);
  });

  test('a call that bypasses and a flight do not mix, though their numbers may be the same', () => {
    const { fetch, recording } = recorded();
    fetch.tell('bypass', { id: 1, role: 'bypass', reason: 'opt-out' });
    fetch.tell('launch', { id: 1 });
    fetch.tell('settle', { id: 1, role: 'bypass', outcome: 'failed' });
    expect(recording.entries.map(({ outcome }) => outcome)).toEqual(['failed', undefined]);
  });

  test('an image that steps aside has a row for each of its requests', () => {
    const { images, recording } = recorded();
    images.tell('launch', { id: 1, url: '/1.png', urgent: false });
    images.tell('leave', { id: 1, url: '/1.png' });
    images.tell('launch', { id: 2, url: '/1.png', urgent: true });
    images.tell('settle', { id: 2, url: '/1.png', outcome: 'done' });
    expect(recording.entries.map(({ outcome, isUrgent }) => [outcome, isUrgent])).toEqual([
      ['stepped aside', false],
      ['done', true],
    ]);
    expect(recording.counts.steppedAside).toBe(1);
  });

  test('an image that was given up has not stepped aside, and ended when its request did', () => {
    const { images, recording } = recorded();
    const now = vi.spyOn(performance, 'now');
    onTestFinished(() => now.mockRestore());
    for (const [time, type] of ['launch', 'leave', 'settle'].entries()) {
      now.mockReturnValue(time);
      images.tell(type, { id: 1, outcome: 'aborted' });
    }
    expect(recording.entries[0]).toMatchObject({ outcome: 'aborted', start: 0, end: 1 });
    expect(recording.counts.steppedAside).toBe(0);
  });

  test('an image has stepped aside also when it is given up later, while it waits', async () => {
    const { images, recording } = recorded();
    images.tell('launch', { id: 1 });
    images.tell('leave', { id: 1 });
    await turns();
    images.tell('settle', { id: 1, outcome: 'aborted' });
    expect(recording.entries.map(({ outcome }) => outcome)).toEqual(['stepped aside']);
    expect(recording.counts.steppedAside).toBe(1);
  });
});

describe('A flight in flight', () => {
  test('A recording begins with the flights that are in flight', () => {
    vi.useFakeTimers({ now: 0, toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.advanceTimersByTime(500);
    const fetch = new Source();
    fetch.inFlight = [{ id: 7, url: '/a', request: { method: 'GET' }, bytes: 3, age: 100, subscribers: 2 }];
    const recording = new Recording(() => {});
    recording.start(fetch, undefined);
    expect(recording.entries).toMatchObject([{ id: 7, start: 400, bytes: 3, callerCount: 2 }]);
    expect(recording.counts).toMatchObject({ calls: 2, requests: 1, joined: 1 });
    fetch.tell('settle', { id: 7, bytes: 9, outcome: 'done' });
    expect(recording.entries[0]).toMatchObject({ bytes: 9, outcome: 'done' });
  });

  test('has its bytes, and why no call can join', () => {
    const { fetch, recording } = recorded();
    fetch.tell('launch', { id: 1 });
    fetch.inFlight = [{ id: 1, bytes: 5, closedBy: 'fences' }];
    recording.refresh();
    expect(recording.entries[0]).toMatchObject({ bytes: 5, closedBy: 'fences' });
  });

  test('has no more bytes than it had when the recording stopped', () => {
    const { fetch, recording } = recorded();
    fetch.tell('launch', { id: 1 });
    recording.stop();
    fetch.inFlight = [{ id: 1, bytes: 5, closedBy: 'fences' }];
    recording.refresh();
    expect(recording.entries[0]).toMatchObject({ bytes: 0, outcome: 'not recorded' });
  });

  test('A flight has an end when the recording stops, and goes on when it starts again', () => {
    const { fetch, recording } = recorded();
    fetch.tell('launch', { id: 1 });
    recording.stop();
    expect(recording.entries[0]?.outcome).toBe('not recorded');
    fetch.inFlight = [{ id: 1, bytes: 5, subscribers: 1, age: 1 }];
    recording.start(fetch, undefined);
    expect(recording.entries).toMatchObject([{ id: 1, end: undefined, outcome: undefined }]);
  });

  test('What is in flight in another wrapped fetch has a row of its own, although each of them counts from 1', () => {
    const { fetch, images, recording } = recorded();
    fetch.fly(1, { url: '/former' });
    images.tell('launch', { id: 1 });
    const other = new Source();
    other.inFlight = [{ id: 1, url: '/other', bytes: 0, subscribers: 1, age: 1 }];
    recording.start(other, images);
    images.tell('settle', { id: 1, outcome: 'failed' });
    expect(recording.entries).toMatchObject([
      { url: '/former', outcome: 'done' },
      { kind: 'image', outcome: 'failed' },
      { url: '/other' },
    ]);
  });

  test('A flight that goes on after a pause has saved the requests of the callers that stayed', () => {
    const { fetch, recording } = recorded();
    fetch.tell('launch', { id: 1 });
    for (const _ of [1, 2]) fetch.tell('join', { id: 1 });
    fetch.tell('leave', { id: 1 });
    recording.stop();
    fetch.inFlight = [{ id: 1, bytes: 5, subscribers: 2, age: 1 }];
    recording.start(fetch, undefined);
    fetch.tell('settle', { id: 1, bytes: 100, outcome: 'done' });
    expect(recording.savedBytes).toBe(100);
    expect(recording.entries).toMatchObject([{ callerCount: 3, leftCount: 1 }]);
  });

  test('A call that bypasses and goes on after a pause ends when it settles', () => {
    const { fetch, recording } = recorded();
    fetch.tell('bypass', { id: 1, reason: 'method', role: 'bypass' });
    recording.stop();
    recording.start(fetch, undefined);
    fetch.tell('settle', { id: 1, role: 'bypass', time: 1e9, outcome: 'done' });
    expect(recording.entries).toMatchObject([{ end: 1e9, outcome: 'done' }]);
  });

  test('stops, unlike a flight that has ended', () => {
    const { fetch, recording } = recorded();
    fetch.fly(1);
    fetch.tell('launch', { id: 2 });
    recording.stop();
    expect(recording.entries.map(({ outcome }) => outcome)).toEqual(['done', 'not recorded']);
  });

  test('survives a clearing, unlike the rest', () => {
    const { fetch, recording } = recorded();
    fetch.fly(1, { followers: 1 });
    fetch.tell('launch', { id: 2 });
    recording.clear();
    fetch.tell('settle', { id: 2, outcome: 'done', bytes: 1 });
    expect(recording.entries).toMatchObject([{ id: 2, outcome: 'done' }]);
    expect([recording.counts.joined, recording.savedBytes]).toEqual([0, 0]);
  });
});

describe('Memory', () => {
  test('rows are bounded, and the savings of dropped rows still count', () => {
    const { fetch, recording } = recorded();
    for (let id = 0; id < 3 * mostEntries; id++) fetch.fly(id, { followers: 1, bytes: 1 });
    expect(recording.entries.length).toBeLessThanOrEqual(mostEntries * 1.1);
    expect(recording.entries.at(-1)?.id).toBe(3 * mostEntries - 1);
    expect(recording.savedBytes).toBe(3 * mostEntries);
  });

  test('a flight that lasts until its row is dropped changes nothing', () => {
    const { fetch, recording } = recorded();
    fetch.tell('launch', { id: 0 });
    for (let id = 1; id <= 1.1 * mostEntries; id++) fetch.fly(id);
    fetch.inFlight = [{ id: 0, bytes: 5 }];
    const before = structuredClone(recording.entries);
    recording.refresh();
    expect(recording.entries).toEqual(before);
  });

  test('the callers of one flight are counted, and the first hundred remembered', () => {
    const { fetch, recording } = recorded();
    fetch.fly(1, { followers: 5_000 });
    expect(recording.entries[0]?.callers).toHaveLength(100);
    expect(recording.entries[0]?.callerCount).toBe(5_001);
  });

  test('a URL of millions of characters, such as one in `data:`, is kept without its middle', () => {
    const { fetch, images, recording } = recorded();
    const url = `data:text/plain,${'x'.repeat(1e6)}`;
    fetch.tell('bypass', { id: 1, role: 'bypass', url });
    images.tell('launch', { id: 1, url });
    fetch.inFlight = [{ id: 2, url, age: 0, subscribers: 1, bytes: 0 }];
    recording.start(fetch, images);
    expect(recording.entries.map(({ url }) => url.length)).toEqual([5_000, 5_000, 5_000]);
    expect(recording.entries[0]?.url).toMatch(/^data:text\/plain,x+…x+$/);
  });

  test('a recording that has stopped listens to nothing', () => {
    const { fetch, images, recording } = recorded();
    expect(fetch.listening + images.listening).toBe(8);
    recording.stop();
    expect(fetch.listening + images.listening).toBe(0);
  });
});

test('A recording tells of each event', () => {
  const [fetch, images, changed] = [new Source(), new Source(), vi.fn()];
  new Recording(changed).start(fetch, images);
  const ofFetch = ['launch', 'join', 'leave', 'settle', 'bypass'].map((type) => [fetch, type] as const);
  const ofImages = ['launch', 'leave', 'settle'].map((type) => [images, type] as const);
  for (const [source, type] of [...ofFetch, ...ofImages]) {
    changed.mockClear();
    source.tell(type, { id: 1 });
    expect(changed).toHaveBeenCalledOnce();
  }
});

describe('A recording of events that it knows half', () => {
  test('counts a caller that joins an unknown flight, and forgets ends of unknown ones', () => {
    const { fetch, images, recording } = recorded();
    fetch.tell('join', { id: 9 });
    fetch.tell('leave', { id: 9 });
    fetch.tell('settle', { id: 9, bytes: 1, outcome: 'failed' });
    images.tell('settle', { id: 9, outcome: 'failed' });
    expect(recording.entries).toEqual([]);
    expect(recording.counts).toMatchObject({ calls: 1, joined: 1, failed: 0 });
  });

  test('takes a request without a method for a GET', () => {
    const { fetch, recording } = recorded();
    fetch.inFlight = [{ id: 1, url: '/a', bytes: 0, age: 1, subscribers: 1 }];
    recording.start(fetch, undefined);
    fetch.tell('launch', { id: 2 });
    expect(recording.entries.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  test('has a row for an image without a number', () => {
    const { images, recording } = recorded();
    for (const type of ['launch', 'leave', 'settle'])
      images.tell(type, { id: undefined, outcome: 'aborted' });
    expect(recording.entries).toMatchObject([{ id: 0, kind: 'image', outcome: 'aborted' }]);
    expect(recording.counts).toMatchObject({ images: 1, steppedAside: 0 });
  });
});
