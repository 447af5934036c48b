// Kinds of images that a caller has made. They may do anything at any time.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Group, Kind, Preloader } from '../../src/preload/index.ts';
import { type Deferred, deferred } from '../support/deferred.ts';
import { preloader } from '../support/preloading.ts';
import { turns } from '../support/turns.ts';

/** The work of a class, whose `abort` belongs to its prototype. */
class Work {
  readonly src: string;
  readonly gate: Deferred<{ bytes: number }> = deferred();
  readonly result = this.gate.promise;
  readonly #onAbort: (reason: unknown) => void;

  constructor(src: string, onAbort: (reason: unknown) => void) {
    this.src = src;
    this.#onAbort = onAbort;
  }

  abort(reason?: unknown): void {
    this.#onAbort(reason);
  }
}

let kinds = 0;

/** A kind whose loads arrive when the test says so. */
function ownKind(onAbort: (reason: unknown) => void = () => {}) {
  const works: Work[] = [];
  const as: Kind<{ bytes: number }> = {
    name: `own ${++kinds}`,
    load({ src }) {
      const work = new Work(src, onAbort);
      works.push(work);
      return work;
    },
    memoryBytes: ({ bytes }) => bytes,
  };
  const sourceOf = (name: string) => ({ src: `/${name}`, as });
  /** Lets the load with this number arrive. */
  const arrive = (at: number, bytes = 0) => works[at]?.gate.resolve({ bytes });
  const names = () => works.map(({ src }) => src.split('/').pop());
  return { works, sourceOf, arrive, names };
}

/** The messages of errors that the page reports during the test. */
function pageErrors(): string[] {
  const errors: string[] = [];
  const onError = (event: ErrorEvent) => {
    event.preventDefault();
    errors.push(event.error.message);
  };
  addEventListener('error', onError);
  onTestFinished(() => removeEventListener('error', onError));
  return errors;
}

describe('a copy that takes long', () => {
  const copying = () => {
    const own = ownKind();
    const sourceOf = (name: string) => {
      const { src, as } = own.sourceOf(name);
      return { src, as: { ...as, copy: () => new Promise<never>(() => {}) } };
    };
    return { ...own, sourceOf };
  };

  test('rejects the load of a caller that leaves meanwhile, with its reason', async () => {
    const images = preloader();
    const { sourceOf, arrive } = copying();
    const control = new AbortController();
    const [leaving, staying] = [images.load(sourceOf('a'), control), images.load(sourceOf('a'))];
    arrive(0, 5);
    expect(await staying).toEqual({ bytes: 5 });
    control.abort('enough');
    await expect(leaving).rejects.toBe('enough');
  });

  test('rejects the load of an image that is held when its caller leaves', async () => {
    const images = preloader({ lanes: 2 });
    const { sourceOf, arrive, works } = copying();
    const gallery = images.preload(sourceOf('a'), sourceOf('b'));
    // A program iterates over the group, so a load of its images gets a copy.
    void gallery[Symbol.asyncIterator]().next();
    await expect.poll(() => works).toHaveLength(2);
    arrive(1);
    await expect.poll(() => images.stats().held).toBe(1);
    const control = new AbortController();
    const load = images.load(sourceOf('b'), control);
    await turns();
    control.abort('enough');
    await expect(load).rejects.toBe('enough');
  });
});

describe('an `abort` that belongs to a class', () => {
  test('is called on its object, with the reason', async () => {
    const reasons: unknown[] = [];
    const own = ownKind((reason) => reasons.push(reason));
    const control = new AbortController();
    const load = preloader().load(own.sourceOf('a'), control);
    control.abort('enough');
    await expect(load).rejects.toBe('enough');
    await expect.poll(() => reasons).toEqual(['enough']);
  });
});

describe('an `abort` that throws', () => {
  const failing = () =>
    ownKind(() => {
      throw new Error('abort failed');
    });

  test('does not fail the load for which the image steps aside, and the page reports the error', async () => {
    const errors = pageErrors();
    const own = failing();
    const images = preloader({ lanes: 2 });
    const group = images.preload(own.sourceOf('a'), own.sourceOf('b'));
    await expect.poll(own.names).toEqual(['a', 'b']);
    const load = images.load(own.sourceOf('c'));
    await expect.poll(() => errors).toEqual(['abort failed', 'abort failed']);
    own.arrive(2, 3);
    expect(await load).toEqual({ bytes: 3 });
    await expect.poll(own.names).toEqual(['a', 'b', 'c', 'a', 'b']);
    own.arrive(3);
    own.arrive(4);
    expect(await group.done).toMatchObject({ done: 2 });
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });

  test('does not keep `destroy` from ending the other images', async () => {
    const errors = pageErrors();
    const own = failing();
    const images = preloader();
    const loads = ['a', 'b'].map((name) => images.load(own.sourceOf(name)));
    images.destroy();
    const ends = await Promise.allSettled(loads);
    expect(ends).toMatchObject([{ reason: { name: 'AbortError' } }, { reason: { name: 'AbortError' } }]);
    await expect.poll(() => errors).toEqual(['abort failed', 'abort failed']);
  });
});

describe('a listener to `leave`', () => {
  test('A listener to `leave` that loads the image that has stepped aside gets it by one more request', async () => {
    const own = ownKind();
    const images = preloader();
    const loads: Promise<unknown>[] = [];
    images.addEventListener('leave', () => loads.push(images.load(own.sourceOf('a'))), { once: true });
    const group = images.preload(own.sourceOf('a'));
    await expect.poll(own.names).toEqual(['a']);
    loads.push(images.load(own.sourceOf('b')));
    expect(own.names()).toEqual(['a', 'a', 'b']);
    expect(images.stats()).toMatchObject({ inFlight: 2, waiting: 0 });
    own.arrive(1);
    own.arrive(2);
    await Promise.all([...loads, group.done]);
    await turns();
    expect(own.names()).toEqual(['a', 'a', 'b']);
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });

  test('A listener to `leave` that destroys the preloader leaves no request', async () => {
    const own = ownKind();
    const images = preloader();
    images.addEventListener('leave', () => images.destroy(), { once: true });
    const group = images.preload(own.sourceOf('a'));
    await expect.poll(own.names).toEqual(['a']);
    await expect(images.load(own.sourceOf('b'))).rejects.toMatchObject({ name: 'AbortError' });
    expect(await group.done).toMatchObject({ aborted: 1 });
    await turns();
    expect(own.names()).toEqual(['a']);
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });
});

describe('a listener to `settle`', () => {
  test('A listener to `settle` that loads the image again gets another one by one more request', async () => {
    const own = ownKind();
    const images = preloader();
    const again = Promise.withResolvers<unknown>();
    const listener = () => again.resolve(images.load(own.sourceOf('a')));
    images.addEventListener('settle', listener, { once: true });
    const load = images.load(own.sourceOf('a'));
    own.arrive(0, 1);
    expect(await load).toEqual({ bytes: 1 });
    await expect.poll(own.names).toEqual(['a', 'a']);
    own.arrive(1, 2);
    expect(await again.promise).toEqual({ bytes: 2 });
  });

  test('A listener to `settle` that tries an image again after its failure does not get the former failure', async () => {
    const own = ownKind();
    const images = preloader();
    const again = Promise.withResolvers<unknown>();
    const listener = () => again.resolve(images.load(own.sourceOf('a')));
    images.addEventListener('settle', listener, { once: true });
    const load = images.load(own.sourceOf('a'));
    own.works[0]?.gate.reject(new Error('broken'));
    await expect(load).rejects.toThrow('broken');
    await expect.poll(own.names).toEqual(['a', 'a']);
    own.arrive(1, 2);
    expect(await again.promise).toEqual({ bytes: 2 });
  });

  test('A listener to `settle` that cancels the group leaves the image to its loop, which has loaded it again', async () => {
    const own = ownKind();
    const images = preloader({ maxHeld: 0 });
    const group = images.preload(own.sourceOf('a'));
    await expect.poll(own.names).toEqual(['a']);
    own.arrive(0, 1);
    await group.done;
    const next = group[Symbol.asyncIterator]().next();
    await expect.poll(own.names).toEqual(['a', 'a']);
    images.addEventListener('settle', () => group.cancel());
    own.arrive(1, 2);
    expect(await next).toEqual({ done: false, value: { bytes: 2 } });
  });
});

describe('a load that comes in the turn in which its image arrives', () => {
  test('gets an image, whatever the number of microtasks between them', async () => {
    for (let microtasks = 0; microtasks < 12; microtasks++) {
      const own = ownKind();
      const images = preloader();
      const first = images.load(own.sourceOf('a'));
      own.arrive(0, 1);
      for (let count = 0; count < microtasks; count++) await undefined;
      const second = images.load(own.sourceOf('a'));
      own.arrive(1, 2);
      expect(await first).toEqual({ bytes: 1 });
      expect(await second).toMatchObject({ bytes: expect.any(Number) });
    }
  });
});

describe('an image that arrives after it was forgotten', () => {
  test('takes nothing away from the newer one that is held', async () => {
    const own = ownKind();
    const images = preloader({ lanes: 2 });
    const first = images.preload(own.sourceOf('a'));
    const iterated = first[Symbol.asyncIterator]().next();
    await expect.poll(own.names).toEqual(['a']);
    images.forget();
    const second = images.preload(own.sourceOf('a'));
    await expect.poll(own.names).toEqual(['a', 'a']);
    own.arrive(1, 1000);
    await second.done;
    await turns();
    expect(images.stats()).toMatchObject({ held: 1, heldBytes: 1000 });
    own.arrive(0, 5000);
    expect(await iterated).toMatchObject({ value: { bytes: 5000 } });
    expect(images.stats()).toMatchObject({ held: 1, heldBytes: 1000 });
    expect(await images.load(own.sourceOf('a'))).toEqual({ bytes: 1000 });
  });
});

describe('an image that arrives after it was aborted', () => {
  test.each<[string, (images: Preloader, group: Group<unknown>) => unknown]>([
    ['by its group', (_, group) => group.cancel()],
    ['because it steps aside', (images) => images.load(ownKind().sourceOf('b')).catch(() => {})],
  ])('gives its memory back: %s', async (_, abort) => {
    const own = ownKind();
    const images = preloader();
    const released: unknown[] = [];
    const { src, as } = own.sourceOf('a');
    const release = (image: unknown) => released.push(image);
    const group = images.preload({ src, as: { ...as, release } });
    await expect.poll(own.names).toEqual(['a']);
    abort(images, group);
    await turns();
    own.arrive(0, 5);
    await expect.poll(() => released).toEqual([{ bytes: 5 }]);
  });
});

test.each([0, 1, 2, 3, 4])(
  '`destroy` leaves no image held that arrived %d microtasks before',
  async (count) => {
    const images = preloader();
    const own = ownKind();
    images.preload(own.sourceOf('a'));
    await expect.poll(own.names).toEqual(['a']);
    own.arrive(0, 1000);
    for (let passed = 0; passed < count; passed++) await undefined;
    images.destroy();
    await turns();
    expect(images.stats()).toMatchObject({ held: 0, heldBytes: 0 });
  },
);

describe('a retry of a load', () => {
  test('does not wait for `resume`', async () => {
    const images = preloader();
    images.pause();
    const own = ownKind();
    const source = own.sourceOf('a');
    const load = images.load({ ...source, as: { ...source.as, retry: async () => {} } });
    own.works[0]?.gate.reject(new Error('busy'));
    await expect.poll(own.names).toEqual(['a', 'a']);
    own.arrive(1, 7);
    expect(await load).toEqual({ bytes: 7 });
  });

  test('settles the request that has failed before it launches another one', async () => {
    const images = preloader();
    const events: unknown[] = [];
    for (const type of ['launch', 'settle'] as const)
      images.addEventListener(type, ({ detail: { id, outcome, error } }) =>
        events.push({ type, id, outcome, error }),
      );
    const own = ownKind();
    const source = own.sourceOf('a');
    const load = images.load({ ...source, as: { ...source.as, retry: async () => {} } });
    const busy = new Error('busy');
    own.works[0]?.gate.reject(busy);
    await expect.poll(own.names).toEqual(['a', 'a']);
    own.arrive(1, 7);
    await load;
    await turns();
    const [first, , second] = events as { id: number }[];
    expect(second?.id).not.toBe(first?.id);
    expect(events).toEqual([
      { type: 'launch', id: first?.id },
      { type: 'settle', id: first?.id, outcome: 'failed', error: busy },
      { type: 'launch', id: second?.id },
      { type: 'settle', id: second?.id, outcome: 'done' },
    ]);
  });

  test('sends one request, also when a listener loads another image as soon as the first request fails', async () => {
    const images = preloader();
    const own = ownKind();
    const { src, as } = own.sourceOf('a');
    const load = vi.fn(as.load).mockImplementationOnce(() => {
      throw new Error('busy');
    });
    const other = own.sourceOf('b');
    images.addEventListener('settle', ({ detail }) => {
      if (detail.outcome === 'failed') images.load(other);
    });
    const group = images.preload({ src, as: { ...as, load, retry: async () => {} } });
    await expect.poll(own.names).toEqual(['b']);
    own.arrive(0);
    await expect.poll(own.names).toEqual(['b', 'a']);
    own.arrive(1);
    expect(await group.done).toMatchObject({ done: 1 });
    await turns();
    expect(own.names()).toEqual(['b', 'a']);
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });

  test('settles without a request when every caller leaves during the delay', async () => {
    const images = preloader();
    const settled: unknown[] = [];
    images.addEventListener('settle', ({ detail: { id, outcome } }) => settled.push({ id, outcome }));
    const own = ownKind();
    const source = own.sourceOf('a');
    const delay = deferred();
    const retry = vi.fn(() => delay.promise);
    const group = images.preload({ ...source, as: { ...source.as, retry } });
    await expect.poll(own.names).toEqual(['a']);
    own.works[0]?.gate.reject(new Error('busy'));
    await expect.poll(() => retry.mock.calls.length).toBe(1);
    group.cancel();
    await turns();
    expect(settled).toEqual([{ id: expect.any(Number), outcome: 'failed' }, { outcome: 'aborted' }]);
  });
});
