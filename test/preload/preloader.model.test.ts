// Random sequences of everything that can happen to a preloader. In the end every promise has settled, and each image
// that was loaded or copied has one owner: a caller got it, or it was released.

import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { createPreloader, type Group, type ImageSource, type Kind } from '../../src/preload/index.ts';
import { type Deferred, deferred } from '../support/deferred.ts';
import { turns } from '../support/turns.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** An image in memory. */
interface Picture {
  readonly name: string;
  /** How often a caller got it, and how often it was released. */
  given: number;
  released: number;
}

/** A request that is under way. */
interface Run {
  readonly url: string;
  readonly urgent: boolean;
  readonly arrival: Deferred<Picture>;
  /** Undefined while the request goes on. */
  ended?: 'arrived' | 'failed' | 'aborted';
}

class World {
  readonly images = createPreloader({ idleTimeout: 0, maxHeld: 3, busyTimeout: 100_000 });
  readonly pictures: Picture[] = [];
  readonly runs: Run[] = [];
  readonly delays: Deferred<void>[] = [];
  readonly copies: { readonly of: Picture; readonly made: Deferred<Picture> }[] = [];
  readonly groups: Group<Picture>[] = [];
  readonly aborts: AbortController[] = [];
  /** Promises that must settle. */
  readonly settled: Promise<unknown>[] = [];
  readonly wrongs: string[] = [];
  /** URLs of which a second request may be under way, because the first was closed to later callers. */
  readonly closed = new Set<string>();

  readonly as: Kind<Picture> = {
    name: 'own',
    load: ({ src }, { urgent }) => {
      const under = this.runs.filter(({ ended }) => !ended);
      const run: Run = { url: src, urgent, arrival: deferred() };
      this.runs.push(run);
      this.#note('loads twice', under.some(({ url }) => url === src) && !this.closed.has(src));
      this.#note('is one too many', !urgent && under.length > 0 && !this.closed.size);
      return {
        result: run.arrival.promise,
        abort: () => {
          run.ended ??= 'aborted';
        },
      };
    },
    copy: (of) => {
      const made = deferred<Picture>();
      this.copies.push({ of, made });
      return made.promise;
    },
    memoryBytes: () => 1,
    release: (picture) => {
      picture.released++;
    },
    retry: (_, failures) => {
      if (failures > 1) return undefined;
      const delay = deferred();
      this.delays.push(delay);
      return delay.promise;
    },
  };

  source(at: number, priority?: number): ImageSource<Picture> {
    return { src: `http://x/${at % 4}.jpg`, as: this.as, ...(priority && { priority }) };
  }

  picture(name: string): Picture {
    const picture = { name, given: 0, released: 0 };
    this.pictures.push(picture);
    return picture;
  }

  take = (picture: Picture): void => {
    picture.given++;
  };

  land(run: Run): void {
    run.ended = 'arrived';
    run.arrival.resolve(this.picture(run.url));
  }

  /** The request that is under way, or was aborted and may arrive all the same, chosen by a number. */
  run(at: number): Run | undefined {
    const under = this.runs.filter(({ ended }) => ended === undefined || ended === 'aborted');
    return under[at % under.length];
  }

  #note(wrong: string, isSo: boolean): void {
    if (isSo) this.wrongs.push(wrong);
  }
}

type Act = (world: World, at: number) => unknown;

const acts: Record<string, Act> = {
  preload: (world, at) =>
    world.groups.push(world.images.preload(world.source(at, at % 3), world.source(at + 1))),
  preloadOne: (world, at) => world.groups.push(world.images.preload(world.source(at))),
  replace: (world, at) => world.groups.push(world.images.replace([world.source(at), world.source(at * 3)])),
  load(world, at) {
    world.settled.push(world.images.load(world.source(at)).then(world.take, () => {}));
  },
  loadWithSignal(world, at) {
    const controller = new AbortController();
    world.aborts.push(controller);
    const load = world.images.load(world.source(at), { signal: controller.signal });
    world.settled.push(load.then(world.take, () => {}));
  },
  abort: (world, at) => world.aborts[at % world.aborts.length]?.abort(),
  cancel: (world, at) => world.groups[at % world.groups.length]?.cancel(),
  cancelOne: (world, at) => world.groups[at % world.groups.length]?.cancel(world.source(at)),
  prefer: (world, at) => world.groups[at % world.groups.length]?.prioritize(at),
  loop(world, at) {
    const group = world.groups[at % world.groups.length];
    const walk = async () => {
      for await (const picture of group ?? []) world.take(picture);
    };
    world.settled.push(walk().catch(() => {}));
  },
  loopOnce(world, at) {
    const group = world.groups[at % world.groups.length];
    const walk = async () => {
      for await (const picture of group ?? []) {
        world.take(picture);
        break;
      }
    };
    world.settled.push(walk().catch(() => {}));
  },
  /** Ends a loop while it waits. */
  loopAway(world, at) {
    const iterator = world.groups[at % world.groups.length]?.[Symbol.asyncIterator]();
    const take = ({ value }: IteratorResult<Picture, void>) => value && world.take(value);
    if (iterator)
      world.settled.push(
        iterator.next().then(take, () => {}),
        Promise.resolve(iterator.return?.()),
      );
  },
  /** What a listener does happens in the middle of the preloader's own work. */
  abortAtProgress(world, at) {
    world.groups[at % world.groups.length]?.addEventListener('progress', () =>
      world.aborts[at % world.aborts.length]?.abort(),
    );
  },
  cancelAtProgress(world, at) {
    world.groups[at % world.groups.length]?.addEventListener('progress', () =>
      world.groups[(at * 7) % world.groups.length]?.cancel(),
    );
  },
  loadAtSettle: (world, at) =>
    world.images.addEventListener('settle', () => acts.load?.(world, at), { once: true }),
  abortAtLaunch: (world, at) =>
    world.images.addEventListener('launch', () => world.aborts[at % world.aborts.length]?.abort(), {
      once: true,
    }),
  land: (world, at) => {
    const run = world.run(at);
    if (run) world.land(run);
  },
  fail: (world, at) => {
    const run = world.run(at);
    run?.arrival.reject(new Error('failed'));
    if (run) run.ended = 'failed';
  },
  rest: (world, at) => world.delays[at % world.delays.length]?.resolve(),
  copy(world) {
    const copy = world.copies.shift();
    copy?.made.resolve(world.picture(`copy of ${copy.of.name}`));
  },
  failCopy: (world) => world.copies.shift()?.made.reject(new Error('no memory')),
  pause: ({ images }) => images.pause(),
  resume: ({ images }) => images.resume(),
  forget(world, at) {
    const { src } = world.source(at) as { src: string };
    world.closed.add(src);
    world.images.forget(src);
  },
  clear(world) {
    for (let at = 0; at < 4; at++) world.closed.add((world.source(at) as { src: string }).src);
    world.images.clear();
  },
  turn: () => setImmediate(),
};

const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(20)), {
  minLength: 3,
  maxLength: 40,
});

test('Every image of a preloader has one owner in the end, and every promise settles', async () => {
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { readyState: 'complete', baseURI: 'http://x/' }),
  );
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const world = new World();
      await turns(2); // the page is idle
      for (const [name, at] of steps) await acts[name]?.(world, at);
      world.images.resume();
      let isOver = false;
      const over = Promise.all([...world.settled, ...world.groups.map(({ done }) => done)]).then(() => {
        isOver = true;
      });
      for (let round = 0; round < 200 && !isOver; round++) {
        await turns(1);
        for (const delay of world.delays.splice(0)) delay.resolve();
        for (const run of world.runs) if (run.ended === undefined || run.ended === 'aborted') world.land(run);
        while (world.copies.length) acts.copy?.(world, 0);
      }
      if (!isOver)
        console.log(
          JSON.stringify([
            steps,
            world.images.stats(),
            world.groups.map(({ progress }) => progress),
            world.runs.map(({ url, ended, urgent }) => [url, ended, urgent]),
          ]),
        );
      expect(isOver).toBe(true);
      await over;
      for (const { progress } of world.groups) {
        const { total, done, failed, aborted, left } = progress;
        expect({ left, total }).toEqual({ left: 0, total: done + failed + aborted });
      }
      const { held, inFlight, waiting } = world.images.stats();
      expect({ inFlight, waiting, tooMany: held > 3 }).toEqual({ inFlight: 0, waiting: 0, tooMany: false });
      world.images.destroy();
      await setImmediate();
      expect(world.pictures.filter(({ given, released }) => given + released !== 1)).toEqual([]);
      expect(world.wrongs).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
