import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { coalesce } from '../../src/core/coalesce.ts';
import { deferred } from '../support/deferred.ts';
import { turns } from '../support/turns.ts';

type Runs = (...args: unknown[]) => Promise<unknown>;

/** A coalesced reader behind a gate. */
function reader() {
  const gate = deferred<string>();
  const signals: AbortSignal[] = [];
  const fn = vi.fn((path: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return gate.promise.then((text) => `${path}: ${text}`);
  });
  return { read: coalesce((path: string, options) => fn(path, options)), fn, gate, signals };
}

describe('coalesce', () => {
  test('runs the function once for identical calls that are made while it runs', async () => {
    const { read, fn, gate } = reader();
    const calls = [read('a'), read('a'), read('b')];
    expect(read.inFlight).toBe(2);
    gate.resolve('text');
    expect(await Promise.all(calls)).toEqual(['a: text', 'a: text', 'b: text']);
    expect(fn).toHaveBeenCalledTimes(2);
    expect(read.inFlight).toBe(0);
    await read('a');
    expect(fn).toHaveBeenCalledTimes(3);
  });

  test('works in a JavaScript engine without AbortController: the function gets no signal', async () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    vi.stubGlobal('AbortController', undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    const fn = vi.fn(async (_: string, options: object) => options);
    const share = coalesce((path: string, options) => fn(path, options));
    expect(await Promise.all([share('a'), share('a')])).toEqual([
      { signal: undefined },
      { signal: undefined },
    ]);
    expect(fn).toHaveBeenCalledTimes(1);
    const listeners: (() => void)[] = [];
    const signal = {
      aborted: false,
      reason: 'enough',
      addEventListener: (_: 'abort', listener: () => void) => void listeners.push(listener),
      removeEventListener: () => {},
    };
    const leaving = share('b', { signal });
    signal.aborted = true;
    for (const listener of listeners) listener();
    await expect(leaving).rejects.toBe('enough');
    await turns();
    expect(share.inFlight).toBe(0);
    expect(reported).not.toHaveBeenCalled();
  });

  test('lets one caller leave without affecting the others', async () => {
    const { read, gate, signals } = reader();
    const control = new AbortController();
    const leaving = read('a', { signal: control.signal });
    const staying = read('a');
    control.abort('enough');
    await expect(leaving).rejects.toBe('enough');
    expect(signals[0]?.aborted).toBe(false);
    gate.resolve('text');
    expect(await staying).toBe('a: text');
  });

  test('aborts the run when the last caller has left', async () => {
    const { read, signals } = reader();
    const control = new AbortController();
    const calls = [read('a', control), read('a', { signal: control.signal })];
    control.abort('enough');
    for (const call of calls) await expect(call).rejects.toBe('enough');
    expect(signals[0]?.reason).toBe('enough');
  });

  test('gives undefined for missing arguments, so that its options are the last one', async () => {
    const fn = vi.fn(
      async (_one: string, _two: string | undefined, { signal }: { signal: AbortSignal }) => signal,
    );
    expect(await coalesce(fn)('a', undefined)).toBeInstanceOf(AbortSignal);
    expect(await (coalesce(fn) as unknown as (one: string) => unknown)('a')).toBeInstanceOf(AbortSignal);
    expect(fn.mock.calls.map(([one, two]) => [one, two])).toEqual([
      ['a', undefined],
      ['a', undefined],
    ]);
  });

  test('keeps calls apart by the type and the value of primitive arguments', async () => {
    const fn = vi.fn(async (...values: unknown[]) => values.length);
    const run = coalesce<unknown[], Promise<number>>(fn);
    const distinct = [
      [1],
      ['1'],
      [true],
      ['true'],
      [null],
      ['null'],
      [1n],
      [],
      [1, 2],
      ['1', 2],
      ['1,2'],
      ['["number 1","number 2"]'],
      [Number.NaN],
    ];
    for (const args of distinct) run(...args);
    for (const args of distinct) run(...args);
    expect(fn).toHaveBeenCalledTimes(distinct.length);
  });

  test.each([{ id: 1 }, [1], () => {}, Symbol('s'), {}])(
    'rejects a call with the argument %o, and asks for a key function',
    async (value) => {
      const run = coalesce(async (_: unknown) => 1);
      await expect(run(value)).rejects.toThrow(
        /^Expected primitive arguments except symbols, or a `key` function, got `/,
      );
    },
  );

  test('compares the keys that a key function makes', async () => {
    const fn = vi.fn(async ({ id }: { id: number }) => id);
    const load = coalesce((place: { id: number }) => fn(place), { key: ({ id }) => id });
    expect(await Promise.all([load({ id: 1 }), load({ id: 1 }), load({ id: 2 })])).toEqual([1, 1, 2]);
    expect(fn).toHaveBeenCalledTimes(2);
  });

  test('gives every caller of a failed run the same error, and the next call starts a new run', async () => {
    const failure = new Error('failed');
    const fn = vi.fn(async (): Promise<void> => {
      throw failure;
    });
    const run = coalesce(fn);
    for (const call of [run(), run()]) await expect(call).rejects.toBe(failure);
    expect(fn).toHaveBeenCalledTimes(1);
    await expect(run()).rejects.toBe(failure);
    expect(fn).toHaveBeenCalledTimes(2);
  });

  test('rejects when the function throws before it returns a promise', async () => {
    const run = coalesce((): Promise<void> => {
      throw new Error('at once');
    });
    await expect(run()).rejects.toThrow('at once');
  });

  test('forgets a run by its arguments, by its key, or every run', async () => {
    const { read, fn } = reader();
    const paths = () => fn.mock.calls.map(([path]) => path);
    read('a');
    read('b');
    read.forget('a');
    read('a');
    read('b');
    expect(paths()).toEqual(['a', 'b', 'a']);
    read.forget();
    read('a');
    read('b');
    expect(paths()).toEqual(['a', 'b', 'a', 'a', 'b']);
    const byId = vi.fn(async (place: { id: number }) => place.id);
    const load = coalesce((place: { id: number }) => byId(place), { key: ({ id }) => id });
    load({ id: 1 });
    load.forget(1);
    load({ id: 1 });
    expect(byId).toHaveBeenCalledTimes(2);
  });

  test('takes a missing last argument and undefined for one call, also to forget it', () => {
    const fn = vi.fn(
      (_path: string, _encoding: string | undefined, _options: object) => new Promise(() => {}),
    );
    const read = coalesce((path: string, encoding: string | undefined, options: object) =>
      fn(path, encoding, options),
    ) as unknown as Runs & { forget(...args: unknown[]): void };
    void read('a');
    void read('a', undefined);
    expect(fn).toHaveBeenCalledTimes(1);
    read.forget('a');
    void read('a');
    expect(fn).toHaveBeenCalledTimes(2);
  });

  test('forgets a run by the key `NaN`, and one with the key 0 by -0', () => {
    const read = coalesce(() => new Promise(() => {}), { key: (key: number) => key });
    for (const [key, same] of [
      [NaN, NaN],
      [0, -0],
      [-0, 0],
    ] as const) {
      void read(key);
      const { inFlight } = read;
      void read(same);
      expect(read.inFlight).toBe(inFlight);
      read.forget(same);
      void read(key);
      expect(read.inFlight).toBe(inFlight + 1);
      read.forget();
    }
  });

  test('takes each argument but the options for a part of the key', () => {
    const fn = vi.fn((_a: string, _b: string, _c: string, _options: object) => new Promise(() => {}));
    const read = coalesce((a: string, b: string, c: string, options: object) => fn(a, b, c, options));
    const { signal } = new AbortController();
    for (const args of [
      ['a', 'b', 'c'],
      ['a', 'b', 'd'],
      ['a', 'e', 'c'],
      ['a', 'b', 'c'],
    ] as [string, string, string][])
      void read(...args, { signal });
    expect(fn.mock.calls.map((args) => args.slice(0, -1))).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'd'],
      ['a', 'e', 'c'],
    ]);
  });

  test('hands the function its options as the last argument when a caller leaves arguments out', async () => {
    const fn = vi.fn(async (a: string, b: string | undefined, options: { signal: AbortSignal }) => [
      a,
      b,
      options,
    ]);
    const run = coalesce((a: string, b: string | undefined, options) => fn(a, b, options));
    run('a', undefined);
    run('b', undefined, undefined);
    run('c', undefined, {});
    for (const [, second, options] of fn.mock.calls) {
      expect(second).toBeUndefined();
      expect(options.signal).toBeInstanceOf(AbortSignal);
    }
    expect(fn.mock.calls.map(([first]) => first)).toEqual(['a', 'b', 'c']);
  });

  test('takes no options, empty options and undefined for a call without a signal', async () => {
    const { read, fn, gate } = reader();
    const calls = [read('a'), read('a', undefined), read('a', {}), read('a', { signal: null })];
    gate.resolve('text');
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['a: text']));
    expect(fn).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['undefined', undefined],
    ['{}', {}],
    ['{} without a prototype', Object.create(null)],
  ])('takes %s after all parameters for a call without a signal', async (_, last) => {
    const run = coalesce(async (_: string, ...options: unknown[]) => options.length) as Runs;
    expect(await run('a', last)).toBe(1);
  });

  test.each([
    ['{} before the last parameter', {}],
    ['an object with other members in place of the options', undefined, { id: 1 }],
  ])('takes %s for an argument, which is not primitive', async (_, ...values) => {
    const run = coalesce(async (_one: string, _two: unknown, _options: object) => 1) as Runs;
    await expect(run('a', ...values)).rejects.toThrow(/^Expected primitive arguments/);
  });

  test.each([
    ['a URL', new URL('http://a/1'), new URL('http://a/2')],
    ['a Set', new Set([1]), new Set([2])],
    ['a Date', new Date(1), new Date(2)],
    ['an object of a class without public members', new (class Page {})(), new (class Page {})()],
  ])('takes %s in the last place for an argument, not for empty options', async (_, one, other) => {
    const fn = async (_: string, last: object) => last;
    const load = coalesce(fn, { key: (_, last) => last });
    const [first, second] = await Promise.all([load('a', one), load('a', other)]);
    expect([first === one, second === other]).toEqual([true, true]);
    await expect(coalesce(fn)('a', one)).rejects.toThrow(/^Expected primitive arguments/);
  });

  test('takes an AbortController in place of the options for its signal', async () => {
    const { read } = reader();
    const controller = new AbortController();
    const call = read('a', controller);
    controller.abort('gone');
    await expect(call).rejects.toBe('gone');
  });

  test('takes undefined for an argument where the function declares one parameter (#19)', async () => {
    const fn = vi.fn(async (id: string | undefined) => `/users/${id ?? 'me'}`);
    const load = coalesce((id: string | undefined) => fn(id));
    expect(await load(undefined)).toBe('/users/me');
    expect(fn).toHaveBeenCalledWith(undefined);
  });

  test('rejects with a sentence for arguments that have no text', async () => {
    const load = coalesce(async (_: object) => 1);
    const bare = Object.create(null) as object;
    const expected = (got: string) =>
      new TypeError(`Expected primitive arguments except symbols, or a \`key\` function, got \`${got}\`.`);
    await expect(load(bare)).rejects.toThrow(expected('[object Object]'));
    await expect(load(['id'] as never)).rejects.toThrow(expected('[object Array]'));
    await expect(load((() => 'id') as never)).rejects.toThrow(expected('[object Function]'));
    await expect(load(Symbol('id') as never)).rejects.toThrow(expected('Symbol(id)'));
    expect(() => coalesce(bare as never)).toThrow(
      new TypeError('Expected `fn` to be a function, got `[object Object]`.'),
    );
  });

  test.each<[unknown, string]>([
    [new AbortController(), '[object AbortController]'],
    [5, '5'],
    [false, 'false'],
  ])('rejects a call with the signal %o, and launches nothing', async (signal, got) => {
    const { read, fn } = reader();
    await expect(read('a', { signal: signal as AbortSignal })).rejects.toThrow(
      new TypeError(`Expected \`signal\` to be an AbortSignal, got \`${got}\`.`),
    );
    expect(fn).not.toHaveBeenCalled();
  });

  test('throws for a wrong argument and names it', () => {
    expect(() => coalesce(1 as never)).toThrow(new TypeError('Expected `fn` to be a function, got `1`.'));
    expect(() => coalesce(async () => 1, { key: 'id' as never })).toThrow(
      new TypeError('Expected `key` to be a function that is not async, got `id`.'),
    );
    expect(() => coalesce(async () => 1, { key: async () => 'id' })).toThrow(
      new TypeError('Expected `key` to be a function that is not async, got `[object AsyncFunction]`.'),
    );
    expect(() => coalesce(async () => 1, AbortSignal.abort() as never)).toThrow(
      new TypeError('Expected `options` to be a plain object, got `[object AbortSignal]`.'),
    );
    expect(() => coalesce(async () => 1, { kye: String } as never)).toThrow(
      new TypeError('Unknown option `kye`. The only one is `key`.'),
    );
    expect(() => coalesce(async () => 1, null as never)).toThrow(
      new TypeError('Expected `options` to be a plain object, got `null`.'),
    );
    expect(() => coalesce(async () => 1, ((id: number) => id) as never)).toThrow(
      new TypeError('Expected `options` to be a plain object, got `[object Function]`.'),
    );
  });
});
