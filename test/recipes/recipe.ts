// What each recipe is tried for, and the record of it that docs/recipes.md shows.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createFetch, type FetchOptions } from 'coflight';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { resource } from '../support/resource.ts';

export type Fetch = typeof globalThis.fetch;

/** A library as it is imported: installed in this folder alone, without its types. */
// biome-ignore lint/suspicious/noExplicitAny: each library has its own
export type Library = Record<string, any>;
export const load = (name: string): Promise<Library> => import(name);

/** Asks once for an address, as an application does with that client. */
export interface Ask {
  (url: string, signal?: AbortSignal): Promise<unknown>;
  /** Resolves when all that was asked so far has begun. Without it, an ask begins at once. */
  begun?(): Promise<unknown>;
}

export interface Recipe {
  /** What the page calls it. */
  readonly name: string;
  /** The npm package whose version is recorded. */
  readonly npm: string;
  /** Makes the client over that fetch: the wrapped one, or the platform's for comparison. */
  readonly client: (fetch: Fetch) => Ask | Promise<Ask>;
  /** For the wrapped fetch. */
  readonly options?: FetchOptions;
  /** False where the client has no way to abort one ask. */
  readonly aborts?: boolean;
  /** A request header that proves that a tool took part. */
  readonly sends?: string;
}

/** A line of the table in docs/recipes.md. */
export interface Row {
  readonly name: string;
  readonly npm: string;
  readonly version: string;
  /** Requests of ten asks: with the platform's fetch, and with the wrapped one. */
  readonly native: number | '–';
  readonly wrapped: number;
  readonly abort: 'spares the others' | 'no abort' | '–';
  readonly error: 'reaches all' | '–';
}

const folder = new URL('results/', import.meta.url);

export const versionOf = (name: string): string =>
  JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version;

/** Keeps the rows of a test file for the page, when all of its tests have passed. */
export function record(file: string, rows: readonly Row[], expected: number): void {
  if (rows.length < expected) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${file}.json`, folder), `${JSON.stringify(rows, null, 2)}\n`);
}

const answer = { data: { me: 1 } };
/** tRPC expects its data in a `result`, in which no other client looks. */
const body = JSON.stringify({ ...answer, result: { data: answer } });
const query = { body, type: 'application/json' };

/** Some turns of the event loop, in which a client sends what it has been asked for. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setTimeout(resolve));
}

const failed = (call: Promise<unknown>) =>
  call.then(
    () => 'an answer',
    () => 'an error',
  );

/** How many requests ten asks in one turn are. */
async function tenAsks(recipe: Recipe, fetch: Fetch): Promise<number> {
  const { url, hits, open, seen } = resource({ ...query, gate: 'headers' });
  const ask = await recipe.client(fetch);
  const calls = Array.from({ length: 10 }, () => ask(url));
  const all = Promise.all(calls);
  all.catch(() => {});
  await ask.begun?.();
  const { requests } = await seen({ requests: 1 });
  if (recipe.sends) expect(requests[0]?.headers).toHaveProperty([recipe.sends]);
  await turns();
  await open('headers');
  for (const result of await all) expect(result).toMatchObject(answer);
  return hits();
}

/** One of three asks is aborted while the request is under way. */
async function oneAbort(recipe: Recipe, fetch: Fetch): Promise<void> {
  const { url, open, seen } = resource({ ...query, gate: 'headers' });
  onTestFinished(() => open('headers'));
  const ask = await recipe.client(fetch);
  const leaving = new AbortController();
  const calls = [ask(url, leaving.signal), ask(url), ask(url)];
  const left = failed(calls[0] as Promise<unknown>);
  await ask.begun?.();
  await seen({ requests: 1 });
  await turns();
  leaving.abort();
  expect(await left).toBe('an error');
  await open('headers');
  for (const result of await Promise.all(calls.slice(1))) expect(result).toMatchObject(answer);
  expect(await seen()).toMatchObject({ requests: [{}], aborted: 0 });
}

/** The connection breaks in mid-body: before the headers, Chromium sends a request once more by itself. */
async function oneError(recipe: Recipe, fetch: Fetch): Promise<void> {
  const { url, hits, open, seen } = resource({
    ...query,
    gate: 'headers',
    chunk: 5,
    length: 1,
    reset: 'body',
  });
  const ask = await recipe.client(fetch);
  const calls = Array.from({ length: 10 }, () => failed(ask(url)));
  await ask.begun?.();
  await seen({ requests: 1 });
  await turns();
  await open('headers');
  for (const outcome of await Promise.all(calls)) expect(outcome).toBe('an error');
  expect(await hits()).toBe(1);
}

/** Tests each recipe of a file, and keeps what they come to. */
export function tryAll(file: string, recipes: readonly Recipe[]): void {
  const rows: Row[] = [];
  describe.each(recipes)('$name', (recipe) => {
    const { name, npm, aborts = true } = recipe;
    const wrapped = () => createFetch(recipe.options);
    let passed = 0;

    test('ten equal asks are one request (#15)', async () => {
      expect(await tenAsks(recipe, wrapped())).toBe(1);
      passed++;
    });
    test.runIf(aborts)('one abort spares the others (#15)', async () => {
      await oneAbort(recipe, wrapped());
      passed++;
    });
    test('an error reaches all that asked, after one request (#15)', async () => {
      await oneError(recipe, wrapped());
      passed++;
    });
    afterAll(async () => {
      if (passed < (aborts ? 3 : 2)) return;
      const native = await tenAsks(recipe, globalThis.fetch);
      const abort = aborts ? 'spares the others' : 'no abort';
      rows.push({ name, npm, version: versionOf(npm), native, wrapped: 1, abort, error: 'reaches all' });
    });
  });
  afterAll(() => record(file, rows, recipes.length));
}
