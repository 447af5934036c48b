// Laws 6 and 12 where a polyfill has replaced `Request`. That of whatwg-fetch, which Pretender and Mirage bring along, keeps
// the URL as it is given.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { inBrowser } from '../support/native.ts';

const base = inBrowser ? location.href : 'http://coflight.test/';
const read = new URL('/me', base).href;

class Kept extends Request {
  readonly #given: string;

  constructor(input: string | URL | Request, init?: RequestInit) {
    super(input instanceof Request ? input : new URL(input, base), init);
    this.#given = input instanceof Request ? input.url : `${input}`;
  }

  override get url(): string {
    return this.#given;
  }
}

beforeEach(() => {
  vi.stubGlobal('Request', Kept);
  if (!inBrowser) vi.stubGlobal('document', { baseURI: base });
});
afterEach(() => void vi.unstubAllGlobals());

const wrapped = () => createFetch({ fetch: async () => new Response('answer') });

test('a write to a relative URL fences the reads of its origin (#12)', () => {
  const fetch = wrapped();
  void fetch(read);
  void fetch('/login', { method: 'POST' });
  void fetch(read);
  expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
});

test('a write to a relative URL fences no other origin', () => {
  const fetch = wrapped();
  void fetch('http://other.test/me');
  void fetch('/login', { method: 'POST' });
  void fetch('http://other.test/me');
  expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
});

test('`forget` of a relative URL closes its flights', () => {
  const fetch = wrapped();
  void fetch('/me');
  fetch.forget('/me');
  void fetch('/me');
  expect(fetch.stats()).toMatchObject({ launched: 2, joined: 0 });
});

test('calls for a relative URL with headers share (#5)', () => {
  const fetch = wrapped();
  void fetch('/me', { headers: { accept: 'text/csv' } });
  void fetch(read, { headers: { accept: 'text/csv' } });
  expect(fetch.stats()).toMatchObject({ launched: 1, joined: 1 });
});
