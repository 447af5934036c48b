import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const href = 'https://map.example/coflight-sw.js';
const origin = 'https://map.example';

let trusted: typeof import('../../src/register/trusted.ts').trusted;

/** Trusted Types of a page that allows the policy, or does not. */
function page({ isAllowed = true, defaultPolicy = null as unknown } = {}) {
  const createPolicy = vi.fn((_: string, rules: { createScriptURL(url: string): string }) => {
    if (!isAllowed) throw new TypeError('refused');
    return { createScriptURL: (url: string) => ({ trusted: rules.createScriptURL(url) }) };
  });
  vi.stubGlobal('trustedTypes', { createPolicy, defaultPolicy });
  return createPolicy;
}

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('origin', origin);
  vi.stubGlobal('location', { href });
  ({ trusted } = await import('../../src/register/trusted.ts'));
});
afterEach(() => void vi.unstubAllGlobals());

test('A page without Trusted Types, or with a default policy for it, gets the URL of the worker as it is', () => {
  expect(trusted(href)).toBe(href);
  const createPolicy = page({ defaultPolicy: { createScriptURL: (url: string) => url } });
  expect(trusted(href)).toBe(href);
  expect(createPolicy).not.toHaveBeenCalled();
});

test('A page with Trusted Types makes one policy, which trusts URLs of the page’s origin', () => {
  const createPolicy = page();
  expect([trusted(href), trusted(href)]).toEqual([{ trusted: href }, { trusted: href }]);
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['coflight']);
});

const refuse = () => {
  throw new TypeError('refused');
};

test.each<[string, () => unknown]>([
  ['throws, as one for HTML alone does', refuse],
  ['returns nothing for the URL', () => ''],
])('A page whose default policy %s, gets the URL by the policy `coflight`', (_, createScriptURL) => {
  page({ defaultPolicy: { createScriptURL } });
  expect(trusted(href)).toEqual({ trusted: href });
});

test('A page whose default policy refuses the URL, and that allows no other, refuses the worker', async () => {
  page({ isAllowed: false, defaultPolicy: { createScriptURL: refuse } });
  expect(trusted(href)).toBe(href);
  expect((await import('../../src/register/trusted.ts')).isRefused()).toBe(true);
});

test('The policy trusts no URL of another origin, nor one that only begins alike', () => {
  page();
  for (const foreign of ['https://evil.example/sw.js', 'https://map.example.evil/sw.js'])
    expect(trusted(foreign)).toBe(foreign);
});

test('A page that does not allow the policy gets the URL as it is', () => {
  page({ isAllowed: false });
  expect(trusted(href)).toBe(href);
});
