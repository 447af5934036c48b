// A page that has changed built-in prototypes, before or after it imported the library: the wrapped fetch gives each
// caller the answer that the native one gives, and no caller the answer of another identity.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resource } from '../support/resource.ts';
import { engines, openSite, type Site, type Tab } from '../support/site.ts';

/** What a page does to its prototypes, as a function that returns how to take it back. */
const changes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      [
        "method: 'POST'",
        "method: 'HEAD'",
        "headers: { authorization: 'the attacker' }",
        'headers: {}',
        "body: 'a body'",
      ],
      [
        'signal: 7',
        'get: 7',
        'value: 7',
        "key: () => 'all'",
        "coalesce: 'odd'",
        'eligible: () => false',
        'linger: 9e4',
      ],
      [
        "toJSON: () => 'all'",
        "credentials: 'include'",
        'size: 7',
        'once: 7',
        'capture: true',
        'type: 7',
        'url: 7',
      ],
      [
        'status: 500',
        'fetch: () => Promise.reject(new Error())',
        'highWaterMark: 7',
        'preventClose: true',
        'detail: 7',
      ],
    ]
      .flat()
      .map((added) => [
        `\`Object.prototype\` with \`${added}\``,
        `return add(Object.prototype, { ${added} });`,
      ]),
  ),
  '`Object.prototype` with members that cannot be set':
    "return fix(Object.prototype, ['key', 'name', 'next', 'options', 'record', 'result', 'role', 'start', 'type', 'whole']);",
  '`Array.prototype` with methods and a `toJSON`':
    "return add(Array.prototype, { last() { return this[this.length - 1]; }, toJSON: () => 'all' });",
  '`Function.prototype` with `bound`': 'return add(Function.prototype, { bound() {} });',
  'methods of `Array.prototype` that do the same and more': 'return wrap(Array.prototype);',
  '`Promise.prototype.then`, as zone.js has it':
    "return wrap(Promise.prototype, ['then', 'catch', 'finally']);",
  'methods of `Map.prototype`, `Set.prototype` and `WeakMap.prototype`':
    'const all = [Map, Set, WeakMap].map((its) => wrap(its.prototype)); return () => all.forEach((undo) => undo());',
  'methods of `Response.prototype`':
    "return wrap(Response.prototype, ['text', 'json', 'clone', 'arrayBuffer', 'blob']);",
  'methods of `Headers.prototype`': "return wrap(Headers.prototype, ['get', 'has', 'set', 'append']);",
  '`EventTarget.prototype.addEventListener`':
    "return wrap(EventTarget.prototype, ['addEventListener', 'removeEventListener', 'dispatchEvent']);",
  '`JSON.stringify` and `JSON.parse`': "return wrap(JSON, ['stringify', 'parse']);",
};

const script = `
  const add = (target, members) => {
    Object.assign(target, members);
    return () => Object.keys(members).forEach((name) => Reflect.deleteProperty(target, name));
  };
  /** Adds members that objects without a member of their own of that name cannot have by an assignment. */
  const fix = (target, names) => {
    for (const name of names)
      Object.defineProperty(target, name, { __proto__: null, value: () => name, configurable: true });
    return () => names.forEach((name) => Reflect.deleteProperty(target, name));
  };
  /** Replaces methods by ones that call the original. */
  const wrap = (target, names = Object.getOwnPropertyNames(target).filter((name) => name !== 'constructor')) => {
    const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(target, name)]);
    for (const [name, { value, ...rest }] of before)
      if (typeof value === 'function') {
        const wrapper = { [name]() { wrap.calls++; return Reflect.apply(value, this, arguments); } }[name];
        Object.defineProperty(target, name, { ...rest, value: wrapper });
      }
    return () => before.forEach(([name, own]) => Object.defineProperty(target, name, own));
  };
  wrap.calls = 0;

  const user = (name) => ({ headers: { authorization: name } });
  const forms = (url, requests) => [
    () => [url], () => [url], () => [url, {}], () => [url, {}],
    () => [url, user('A')], () => [url, user('A')], () => [url, user('B')], () => [url, user('B')],
    () => [requests[0]], () => [requests[0]], () => [requests[1]], () => [requests[1], undefined],
  ];
  const read = (response) => response.text().then((text) => response.status + ' ' + text, (error) => error.name);
  /** What each caller of a fetch gets, all at one time. */
  const answers = (fetch, calls) => {
    const all = calls.map((call) => {
      try {
        return fetch(...call()).then(read, (error) => error.name);
      } catch (error) {
        return 'thrown ' + error.name;
      }
    });
    return Promise.all(all);
  };

  globalThis.trial = async (change, when, url) => {
    const native = globalThis.fetch;
    const requests = ['A', 'B'].map((name) => new Request(url, user(name)));
    const calls = forms(url, requests);
    const apply = new Function('add', 'fix', 'wrap', change);
    let undo = when === 'before' ? apply(add, fix, wrap) : undefined;
    try {
      const { createFetch } = await import('/coflight/index.js?' + Math.random());
      undo ??= apply(add, fix, wrap);
      const fetch = createFetch();
      const [wanted, got] = [await answers(native, calls), await answers(fetch, calls)];
      const { joined } = fetch.stats();
      undo();
      undo = undefined;
      return { wanted, got, joined };
    } finally {
      undo?.();
    }
  };`;

interface Trial {
  readonly wanted: readonly string[];
  readonly got: readonly string[];
  readonly joined: number;
}

describe.each(engines)('In %s, a page that has changed', (engine) => {
  let site: Site;
  /** Each trial has a new document in it, with prototypes that nobody has changed. */
  let tab: Tab;
  beforeAll(async () => {
    site = await openSite(engine);
    site.put('/prototypes', '<!doctype html><script src="/prototypes.js"></script>');
    site.put('/prototypes.js', script);
    tab = await (await site.visitor()).newPage();
  });
  afterAll(() => site?.close());

  describe.each(Object.entries(changes))('%s', (_, change) => {
    test.each(['before', 'after'])('%s the import gets what native `fetch` gets', async (when) => {
      await tab.goto(`${site.origin}/prototypes`);
      const { url } = resource({ echo: 'authorization' }, site.origin);
      const { wanted, got, joined } = await tab.evaluate(
        (change, when, url) =>
          (globalThis as unknown as { trial(...args: string[]): Promise<Trial> }).trial(change, when, url),
        change,
        when,
        url,
      );
      expect(got).toEqual(wanted);
      // Identities are told apart where the platform sends them.
      if (wanted.includes('200 GET A')) expect(wanted).toContain('200 GET B');
      if (wanted.every((answer) => /^200 GET/.test(answer))) expect(joined).toBeGreaterThan(0);
    });
  });
});
