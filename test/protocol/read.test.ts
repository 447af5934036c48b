// A message counts only when it is whole: each part that is missing or wrong makes it nothing.

import { describe, expect, test, vi } from 'vitest';
import { isStats, pageMessage, workerMessage } from '../../src/protocol/read.ts';

const name = {
  url: 'https://map.example/a',
  destination: 'image',
  method: 'GET',
  mode: 'cors',
  credentials: 'omit',
  cache: 'default',
  redirect: 'follow',
  integrity: '',
  referrer: '',
  referrerPolicy: 'origin',
  headers: [['accept', 'image/*']],
};
const url = 'https://map.example/a';
const counters = { calls: 1, launched: 1, joined: 0, bypassed: 0, left: 0, failed: 0 };
const stats = {
  version: '1.0.0',
  controlled: true,
  bootId: 'a',
  inFlight: 0,
  all: counters,
  page: counters,
};

/** Copies of an object in each of which one member is missing or is not what it should be. */
const without = (whole: object, wrong: readonly unknown[] = [undefined, null, {}, []]) =>
  Object.keys(whole).flatMap((member) =>
    wrong.map((value) => [member, value, { ...whole, [member]: value }] as const),
  );

const type = (message: string) => `coflight:${message}`;

/** Returns a message as the worker reads it. */
const read = (message: { readonly type: string }) =>
  message.type === type('abort') ? { first: false, onlyKnown: false, ...message } : message;

describe('a message from a page', () => {
  test.each([
    { type: type('stats') },
    { type: type('stats'), openedAt: 5 },
    { type: type('forget') },
    { type: type('forget'), url },
    { type: type('leave') },
    { type: type('abort'), request: name, time: 5 },
    { type: type('abort'), request: name, sent: 4, time: 5 },
    { type: type('abort'), request: name, time: 5, first: true },
    { type: type('abort'), request: name, time: 5, onlyKnown: true },
    { type: type('abort'), request: { url, destination: '' }, time: 5 },
    { type: type('idle'), time: 5 },
    { type: type('answered'), url, method: 'POST', time: 5 },
    { type: type('watched'), url, method: 'POST', time: 5 },
  ])('is read: %o', (message) => {
    expect(pageMessage(message)).toEqual(read(message));
  });

  test('has no other members', () => {
    const more = { data: 'of the page', page: 1 };
    for (const message of [
      { type: type('stats') },
      { type: type('forget') },
      { type: type('leave') },
      { type: type('answered'), url, method: 'POST', time: 5 },
      { type: type('watched'), url, method: 'POST', time: 5 },
    ])
      expect(pageMessage({ ...message, ...more })).toEqual(message);
  });

  test.each(
    ['answered', 'watched'].flatMap((name) => without({ type: type(name), url, method: 'POST', time: 5 })),
  )('about a write is none when its %s is %o', (_, __, message) => {
    expect(pageMessage(message)).toBeUndefined();
  });

  test.each([1, null, {}])('A message from a page that forgets is none when its URL is %o', (wrong) => {
    expect(pageMessage({ type: type('forget'), url: wrong })).toBeUndefined();
  });

  test.each(['5', null, {}])(
    'A message from a page that asks for statistics says no time when that is %o',
    (openedAt) => {
      expect(pageMessage({ type: type('stats'), openedAt })).toStrictEqual({ type: type('stats') });
    },
  );

  test.each(without(name, [1, null, {}, []]))(
    'A message from a page that names a request is none when its %s is %o',
    (...given) => {
      const [member, wrong, request] = given;
      const isRight = member === 'headers' && Array.isArray(wrong);
      const message = { type: type('abort'), request, time: 5 };
      expect(pageMessage(message)).toEqual(isRight ? read(message) : undefined);
    },
  );

  test.each([undefined, null, 'a', 1, []])(
    'A message from a page that names the request %o is none',
    (request) => {
      expect(pageMessage({ type: type('abort'), request, time: 5 })).toBeUndefined();
    },
  );

  test.each(['url', 'destination'])(
    'A message from a page that names a request without %s is none',
    (member) => {
      const { [member as 'url']: _, ...request } = name;
      expect(pageMessage({ type: type('abort'), request, time: 5 })).toBeUndefined();
    },
  );

  test.each([undefined, null, '5'])(
    'A message from a page that aborts a request at the time %o is none',
    (time) => {
      expect(pageMessage({ type: type('abort'), request: name, time })).toBeUndefined();
      expect(pageMessage({ type: type('idle'), time })).toBeUndefined();
    },
  );

  test.each([null, '4', {}])(
    'A message from a page that aborts a request which was sent at %o is none',
    (sent) => {
      expect(pageMessage({ type: type('abort'), request: name, sent, time: 5 })).toBeUndefined();
    },
  );

  test.each(['SKIP_WAITING', 'coflight:', 'coflight:write', '', undefined])(
    'A message from a page of the type %o is none',
    (type) => {
      expect(pageMessage({ type, url, method: 'GET' })).toBeUndefined();
    },
  );
});

describe('the headers of a request in a message', () => {
  const read = (headers: unknown) =>
    pageMessage({ type: type('abort'), request: { ...name, headers }, time: 5 });
  const many = (count: number) => Array.from({ length: count }, (_, nth) => [`x-${nth}`, 'a']);

  test.each([[[]], [[['a', '']]], [many(2)], [many(1000)]])('are a list of pairs', (headers) => {
    expect(read(headers)).toMatchObject({ request: { headers } });
  });

  test.each([
    ['a text', 'accept'],
    ['an object', { length: 0 }],
    ['more than a browser sends', many(1001)],
    ['a list of texts', ['ab']],
    ['a name without a value', [['a']]],
    ['a pair of three', [['a', 'b', 'c']]],
    ['a value that is no text', [['a', 1]]],
    ['a name that is no text', [[1, 'a']]],
    ['one wrong pair among right ones', [['a', 'b'], ['c'], ['d', 'e']]],
    ['an object like a pair', [{ 0: 'a', 1: 'b', length: 2, every: () => true }]],
  ])('are no %s', (_, headers) => {
    expect(read(headers)).toBeUndefined();
  });
});

describe('a message from the worker', () => {
  const write = { type: type('write'), url, method: 'POST', time: 5 };

  test('is read, without other members', () => {
    expect(workerMessage({ ...write, page: 1 })).toStrictEqual(write);
  });

  test.each(without(write))('is none when its %s is %o', (_, __, message) => {
    expect(workerMessage(message)).toBeUndefined();
  });
});

describe('a message about requests that no one may join', () => {
  const closed = { type: type('closed'), urls: [url, 'another'] };

  test('is read, without other members', () => {
    expect(workerMessage({ ...closed, url, time: 1 })).toStrictEqual(closed);
  });

  test.each([undefined, null, url, {}, [1], [url, undefined]])('is none with the URLs %j', (urls) => {
    expect(workerMessage({ ...closed, urls })).toBeUndefined();
  });
});

describe('statistics of a worker', () => {
  test('are recognised', () => {
    expect(isStats(stats)).toBe(true);
  });

  const { version, inFlight, all, page } = stats;
  test.each(without({ version, inFlight, all, page }))('are none when %s is %o', (_, __, data) => {
    expect(isStats({ ...stats, ...data })).toBe(false);
  });

  test.each(without(counters, [undefined, '1']))('are none when the counter %s is %o', (_, __, wrong) => {
    expect(isStats({ ...stats, all: wrong })).toBe(false);
    expect(isStats({ ...stats, page: wrong })).toBe(false);
  });
});

describe('whatever comes', () => {
  const readers = { pageMessage, workerMessage, isStats };

  test.each(Object.entries(readers))('%s takes no value that is no object for a message', (_, read) => {
    for (const value of [undefined, null, 1, 'coflight:stats', Symbol('a'), () => {}])
      expect(read(value)).toBeFalsy();
  });

  test.each(Object.entries(readers))('%s takes no inherited members', (_, read) => {
    for (const message of [
      { type: type('stats') },
      { type: type('write'), url, method: 'POST', time: 5 },
      stats,
    ])
      expect(read(Object.create(message))).toBeFalsy();
  });

  test.each(Object.entries(readers))('%s takes no message whose members throw', (_, read) => {
    const throwing = {
      get type() {
        throw new Error('a getter that throws');
      },
    };
    expect(read(throwing)).toBeFalsy();
  });

  test.each(Object.entries(readers))('%s reads no item of a list that a site sends', (_, read) => {
    const ownKeys = vi.fn(Reflect.ownKeys);
    expect(read(new Proxy([1, 2, 3], { ownKeys }))).toBeFalsy();
    // A site may send a list of millions.
    expect(ownKeys).not.toHaveBeenCalled();
  });

  test('a member that a page has added to Object.prototype is no part of a message', () => {
    Object.defineProperty(Object.prototype, 'request', { value: { url: 1 }, configurable: true });
    Object.defineProperty(Object.prototype, 'type', { value: type('leave'), configurable: true });
    try {
      expect(pageMessage({ __proto__: Object.prototype, ...{ type: type('leave') } })).toStrictEqual({
        type: type('leave'),
      });
      expect(pageMessage({})).toBeUndefined();
      expect(pageMessage(1)).toBeUndefined();
    } finally {
      for (const member of ['request', 'type']) Reflect.deleteProperty(Object.prototype, member);
    }
  });

  test('a message whose members throw has no members of Object.prototype either', () => {
    Object.defineProperty(Object.prototype, 'type', { value: type('leave'), configurable: true });
    const throwing = {
      get a() {
        throw new Error('a getter that throws');
      },
    };
    try {
      expect(pageMessage(throwing)).toBeUndefined();
    } finally {
      Reflect.deleteProperty(Object.prototype, 'type');
    }
  });
});
