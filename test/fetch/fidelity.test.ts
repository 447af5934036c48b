// Law 8: a caller's response equals a native one, field by field and method by method.

import { describe, expect, inject, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { inBrowser, mistakeOf, outside, same } from '../support/native.ts';
import { readerOf } from '../support/reading.ts';
import { resource } from '../support/resource.ts';

const elsewhere = inject('origin').replace('127.0.0.1', 'localhost');
type Query = Parameters<typeof resource>[0];

describe('from outside', () => {
  test.each<[string, Query, RequestInit]>([
    ['a plain answer', { 'header.x-own': 'a, b' }, {}],
    ['an error', { status: 404 }, {}],
    ['a length', { length: 1 }, {}],
    ['an empty body', { body: '' }, {}],
    ['HEAD', {}, { method: 'HEAD' }],
    ['no content', { status: 204 }, {}],
    ['reset content', { status: 205 }, {}],
    ['not modified', { status: 304 }, {}],
    ['a redirect that was followed', { redirect: resource({}, elsewhere).url }, {}],
    ['a redirect that was not', { redirect: resource().url }, { redirect: 'manual' }],
    ['a redirect that says its length', { redirect: resource().url, length: 1 }, {}],
    ['reset content with an address', { redirect: resource().url, status: 205 }, {}],
    ['another origin without CORS', {}, { mode: 'no-cors' }],
    ['no cookies', {}, { credentials: 'omit' }],
  ])('is the same: %s', async (_, query, init) => {
    await same(query, init, outside);
  });

  test('is opaque where the native one is', async () => {
    const { type } = await same({}, { mode: 'no-cors' }, outside);
    if (inBrowser) expect(type).toBe('opaque');
  });

  test('has headers that cannot be changed', async () => {
    await same({}, {}, (response) => mistakeOf(() => response.headers.set('x-own', '1')));
  });

  test('has headers of which each caller sees the same object each time', async () => {
    await same({}, {}, (response) => [
      Object.is(response.headers, response.headers),
      Object.is(response.body, response.body),
    ]);
  });

  test.each<[string, Query, RequestInit]>([
    ['a body', {}, {}],
    ['no body', { status: 204 }, {}],
    ['HEAD', {}, { method: 'HEAD' }],
  ])('is an object of its own for each caller: %s', async (_, query, init) => {
    const fetch = createFetch();
    const { url } = resource(query);
    const [one, other] = await Promise.all([fetch(url, init), fetch(url, init)]);
    expect(one).not.toBe(other);
    expect(fetch.stats().joined).toBe(1);
  });

  test('has no visible members beside the native ones', async () => {
    await same({}, {}, (response) => [Object.keys(response), JSON.stringify(response), 'cursor' in response]);
  });
});

describe('clone', () => {
  test('is a response like the first, whatever is read of either', async () => {
    await same({ body: 'abcdef', chunk: 2 }, {}, async (response) => {
      const copy = response.clone();
      const third = copy.clone();
      return [outside(copy), await response.text(), await copy.text(), (await third.bytes()).length];
    });
  });

  test('is refused once the body is used or locked', async () => {
    await same({}, {}, async (response) => {
      const reader = readerOf(response);
      const locked = await mistakeOf(() => response.clone());
      await reader.read();
      reader.releaseLock();
      return [locked, await mistakeOf(() => response.clone())];
    });
  });

  test('needs no second request', async () => {
    const { url, hits } = resource({ body: 'once' });
    const response = await createFetch()(url);
    const copies = Array.from({ length: 5 }, () => response.clone());
    expect(new Set(await Promise.all(copies.map((copy) => copy.text())))).toEqual(new Set(['once']));
    expect(await response.text()).toBe('once');
    expect(await hits()).toBe(1);
  });
});
