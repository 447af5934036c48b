// Law 8: what a page puts in the place of a response's methods is called, as natively.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { mistakeOf, same } from '../support/native.ts';
import { resource } from '../support/resource.ts';

const forms = (['text', 'json', 'blob', 'bytes', 'arrayBuffer', 'formData'] as const).filter(
  (form) => form in Response.prototype,
);
type Form = (typeof forms)[number];

/** Counts the calls of a method, as zone.js does: with a function on the prototype that calls the original. */
function observe(form: Form) {
  const original = Response.prototype[form] as () => Promise<never>;
  const seen = vi.fn();
  onTestFinished(() => void (Response.prototype[form] = original));
  Response.prototype[form] = function (this: Response) {
    seen();
    return original.call(this);
  };
  return seen;
}

describe.each(forms)('a function in the place of %s()', (form) => {
  const query = { body: '["a",1]', chunk: 2 };
  const read = async (response: Response) => {
    const value = await (response[form]() as Promise<unknown>).catch((error) => error.name);
    return value instanceof Blob ? value.text() : value;
  };

  test('is called for each caller, and each gets its value', async () => {
    await same(query, {}, read); // the class is made before
    const seen = observe(form);
    await same(query, {}, read);
    expect(seen).toHaveBeenCalledTimes(3);
  });

  test('does not hide why a caller has aborted in mid-body', async () => {
    const seen = observe(form);
    const { url, open } = resource({ ...query, gate: 'end' });
    onTestFinished(() => open('end'));
    const controller = new AbortController();
    const response = await createFetch()(url, { signal: controller.signal });
    const value = response[form]() as Promise<unknown>;
    const reason = { why: 'no longer wanted' };
    controller.abort(reason);
    await expect(value).rejects.toBe(reason);
    expect(seen).toHaveBeenCalledOnce();
  });

  test('does not hide why a caller has aborted before it reads', async () => {
    const seen = observe(form);
    const { url, open } = resource({ ...query, gate: 'end' });
    onTestFinished(() => open('end'));
    const controller = new AbortController();
    const response = await createFetch()(url, { signal: controller.signal });
    const reason = { why: 'no longer wanted' };
    controller.abort(reason);
    await expect(response[form]()).rejects.toBe(reason);
    expect(seen).toHaveBeenCalledOnce();
  });

  test('is called, too, when it was there before the first response', async () => {
    const seen = observe(form);
    vi.resetModules();
    const { createFetch } = await import('../../src/fetch/create-fetch.ts');
    const { url } = resource(query);
    const fetch = createFetch();
    await Promise.all([fetch(url).then(read), fetch(url).then(read)]);
    expect(seen).toHaveBeenCalledTimes(2);
  });
});

/** What a page may put in the place of a method. Most have no `prototype`, as no method of the platform has. */
const replacements: Readonly<Record<string, (original: () => Promise<string>) => () => Promise<string>>> = {
  'an async function': (original) =>
    async function (this: Response) {
      return `own ${await original.call(this)}`;
    },
  'an async method': (original) =>
    ({
      async text(this: Response) {
        return `own ${await original.call(this)}`;
      },
    }).text,
  'a function with the source of the native one, as zone.js makes it,': (original) =>
    Object.assign(
      async function own(this: Response) {
        return `own ${await original.call(this)}`;
      },
      { prototype: {}, toString: () => String(original) },
    ),
  'a Proxy': (original) =>
    new Proxy(original, { apply: async (text, it) => `own ${await Reflect.apply(text, it, [])}` }),
};

test.each(Object.entries(replacements))(
  '%s in the place of text() is called when it was there before the first response',
  async (_, replace) => {
    const original = Response.prototype.text;
    onTestFinished(() => void (Response.prototype.text = original));
    Response.prototype.text = replace(original);
    vi.resetModules();
    const { createFetch } = await import('../../src/fetch/create-fetch.ts');
    const { url } = resource({ body: 'text' });
    const fetch = createFetch();
    const texts = await Promise.all([url, url].map(async (each) => (await fetch(each)).text()));
    expect(texts).toEqual(['own text', 'own text']);
  },
);

test('a function in the place of json() changes nothing where all callers get one frozen value', async () => {
  const seen = observe('json');
  const fetch = createFetch({ json: 'frozen' });
  const { url } = resource({ body: '["a",1]' });
  const [one, other] = await Promise.all([url, url].map(async (each) => (await fetch(each)).json()));
  expect(one).toBe(other);
  expect(seen).not.toHaveBeenCalled();
});

test.each(forms.filter((form) => form !== 'json'))(
  'a function in the place of %s() is called where JSON is frozen',
  async (form) => {
    const seen = observe(form);
    const fetch = createFetch({ json: 'frozen' });
    const response = await fetch(resource({ body: 'text' }).url);
    await (response[form]() as Promise<unknown>).catch(() => {}); // a text is no form
    expect(seen).toHaveBeenCalledOnce();
  },
);

test.each(forms)('%s() of another object does what the native one does', async (form) => {
  await same({ body: '["a",1]' }, {}, async (response) => {
    const call = (its: unknown) => (response[form] as () => Promise<unknown>).call(its);
    // A promise that rejects, not an error that is thrown: a program may have no `try`.
    const refused = call({});
    const mistakes = [await mistakeOf(() => refused), await mistakeOf(() => call(new Response('["b",2]')))];
    await response.body?.cancel();
    return mistakes;
  });
});

test.each(forms)('%s() without an object rejects as the native one does', async (form) => {
  await same({ body: '["a",1]' }, {}, async (response) => {
    const { [form]: method } = response as unknown as Record<Form, () => Promise<unknown>>;
    // A promise that rejects, not an error that is thrown: a program may have no `try`.
    const refused = [undefined, null, 'text'].map((its) => method.call(its));
    const mistakes = await Promise.all(refused.map((call) => mistakeOf(() => call)));
    await response.body?.cancel();
    return mistakes;
  });
});

test('clone() of another response clones that one', async () => {
  await same({ body: 'text' }, {}, async (response) => {
    const clone: Response = response.clone.call(new Response('another'));
    return [await clone.text(), await response.text()];
  });
});
