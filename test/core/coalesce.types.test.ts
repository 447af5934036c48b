// Which functions `coalesce` takes, and which calls compile: each `@ts-expect-error` is checked by `tsc -b test`.

import { describe, expect, test } from 'vitest';
import { coalesce } from '../../src/core/coalesce.ts';

describe('the types of `coalesce`', () => {
  test('refuse a call that leaves out the last argument of a function that does not declare its options', async () => {
    const hello = coalesce(async (id: number, name?: string) => `${id} ${name}`);
    expect(await hello(1, 'a')).toBe('1 a');
    // @ts-expect-error: `name` would be the options.
    expect(await hello(1)).toBe('1 [object Object]');
    // @ts-expect-error: undefined in the last place may be the options of the caller.
    expect(await hello(1, undefined)).toBe('1 [object Object]');
    const named = coalesce(async (id: number, name: string | undefined) => `${id} ${name}`);
    // @ts-expect-error
    expect(await named(1, undefined)).toBe('1 [object Object]');
  });

  test('allow undefined in the last place when the function declares its options, or has one parameter', async () => {
    const hello = coalesce(async (id: number, name: string | undefined, { signal }) => [
      id,
      name,
      signal.aborted,
    ]);
    expect(await hello(1, undefined)).toEqual([1, undefined, false]);
    const user = coalesce(async (name: string | undefined) => name);
    expect(await user(undefined)).toBeUndefined();
  });

  test('refuse a function that takes a list of arguments, because its options would be the last one', async () => {
    // @ts-expect-error
    const count = coalesce(async (...ids: number[]) => ids.length) as unknown as (
      id: number,
    ) => Promise<number>;
    expect(await count(1)).toBe(2);
  });

  test('take any arguments for a function of any type, such as a mock', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the type of a mock
    const run = coalesce((async (...ids: any[]) => ids.length) as (...ids: any[]) => any);
    expect(await run()).toBe(1);
    expect(await run('a', 2)).toBe(3);
  });

  test('take a parameter with the only member `signal` for the options, also when it may be missing', async () => {
    const read = coalesce(async (path: string, options?: { signal?: AbortSignal | null }) => [
      path,
      !!options?.signal,
    ]);
    expect(await read('a')).toEqual(['a', true]);
    expect(await read('b', { signal: new AbortController().signal })).toEqual(['b', true]);
    const load = coalesce(async (path: string, { signal }: { signal?: AbortSignal } = {}) => [
      path,
      !!signal,
    ]);
    expect(await load('a')).toEqual(['a', true]);
  });

  test('take a parameter with more members than `signal` for an argument', async () => {
    const send = coalesce(async (url: string, init: RequestInit) => url + init.method, {
      key: (url, { method }) => url + method,
    });
    expect(await send('a', { method: 'PUT' })).toBe('aPUT');
    // @ts-expect-error
    await expect(send('a')).rejects.toThrow();
  });

  test('take type arguments for the arguments of a call and its value', async () => {
    const load = coalesce<[id: string], { name: string }>(async (id, { signal }) => ({
      name: id.toUpperCase() + signal.aborted,
    }));
    const { name } = await load('a', { signal: null });
    expect(name.toLowerCase()).toBe('afalse');
    const byCase = coalesce<[id: string], number>((id) => id.length, { key: (id) => id.toUpperCase() });
    expect(await byCase('ab')).toBe(2);
    // @ts-expect-error
    await expect(load(Number)).rejects.toThrow();
    // @ts-expect-error
    expect(() => coalesce<[id: string], number>((id) => id.length, { kye: String })).toThrow('kye');
    // @ts-expect-error
    coalesce<[id: string], number>(async (id) => id);
  });

  test('know the options after four arguments', async () => {
    const run = coalesce(async (a: string, b: number, c: boolean, d: null, { signal }) => [
      a,
      b,
      c,
      d,
      signal.aborted,
    ]);
    expect(await run('a', 1, true, null)).toEqual(['a', 1, true, null, false]);
  });
});
