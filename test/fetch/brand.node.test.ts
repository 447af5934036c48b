// Requests, signals and URLs are recognised by their brand: also those of another realm, and those of a polyfill.

import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isRequest, isSignal, isUrl } from '../../src/fetch/brand.ts';

afterEach(() => void vi.unstubAllGlobals());

const url = 'http://coflight.test/';

test('A request, a signal and a URL are recognised, each by its own test alone', () => {
  const values = [new Request(url), new AbortController().signal, new URL(url)];
  expect([isRequest, isSignal, isUrl].map((is) => values.map(is))).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
});

test('A signal and a URL are recognised without their class, as those of another realm are', () => {
  // Node itself recognises no `Request` of another realm.
  const [signal, address] = [new AbortController().signal, new URL(url)].map((value) =>
    Object.setPrototypeOf(value, {}),
  );
  expect([isSignal(signal), isUrl(address)]).toEqual([true, true]);
});

test.each([undefined, null, url, 7, {}, { url, aborted: false, href: url }, runInNewContext('({})')])(
  '%j is no request, no signal and no URL',
  (value) => expect([isRequest, isSignal, isUrl].map((is) => is(value))).toEqual([false, false, false]),
);

test('An object that only inherits from the class of URLs is no URL', () => {
  expect(isUrl(Object.create(URL.prototype))).toBe(false);
});

describe('A class of a polyfill', () => {
  /** A signal whose members are plain. */
  class Plain {
    aborted = false;
  }

  test('has its instances recognised, and no other object', () => {
    vi.stubGlobal('AbortSignal', Plain);
    expect([new Plain(), { aborted: false }].map(isSignal)).toEqual([true, false]);
  });

  test('may be missing', () => {
    vi.stubGlobal('AbortSignal', undefined);
    expect(isSignal({ aborted: false })).toBe(false);
  });
});
