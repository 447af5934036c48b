import { afterEach, describe, expect, test, vi } from 'vitest';
import { register } from '../../src/register/index.ts';

afterEach(() => void vi.unstubAllGlobals());

/** The globals of a page that has service workers, and no origin. */
const withoutOrigin = (href: string): object => ({
  isSecureContext: true,
  origin: 'null',
  location: { href, protocol: new URL(href).protocol },
  document: { baseURI: href },
  navigator: { serviceWorker: {} },
});

describe('`register` resolves with a typed failure', () => {
  test.each<[string, string, object]>([
    ['on a page without HTTPS', 'insecure', { isSecureContext: false, navigator: { serviceWorker: {} } }],
    ['in a browser without service workers', 'unsupported', { isSecureContext: true, navigator: {} }],
    ['on a server', 'unsupported', {}],
    ['on a server without a `navigator`', 'unsupported', { navigator: undefined }],
    ['in a worker', 'unsupported', { isSecureContext: true, navigator: { serviceWorker: {} } }],
    [
      'in a sandboxed frame',
      'blocked',
      {
        isSecureContext: true,
        navigator: {
          get serviceWorker() {
            throw new DOMException('The document is sandboxed.', 'SecurityError');
          },
        },
      },
    ],
    [
      'in a sandboxed frame whose browser has service workers',
      'blocked',
      withoutOrigin('https://map.example/page'),
    ],
    ['on a page of a file', 'unsupported', withoutOrigin('file:///page.html')],
  ])('%s: %s', async (_, reason, globals) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    expect(await register()).toMatchObject({ status: 'failed', reason, message: expect.any(String) });
  });

  test.each([
    [{ isSecureContext: false }, 'Service workers need HTTPS or localhost. Serve the page from there.'],
    [
      { isSecureContext: true, navigator: {} },
      'There are no service workers here: no page, a page at `file:`, or a browser without them.',
    ],
    [
      {
        isSecureContext: true,
        get navigator() {
          return Object.defineProperty({}, 'serviceWorker', {
            get() {
              throw new DOMException('The document is sandboxed.', 'SecurityError');
            },
          });
        },
      },
      'This frame is sandboxed and may have no service worker. Add `allow-same-origin` to its `sandbox`.',
    ],
  ])('that says what is wrong: case %#', async (globals, message) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    expect(await register()).toMatchObject({ message });
  });

  test('and rejects for a wrong option nevertheless', async () => {
    await expect(register('/sw.js', { timeout: -1 })).rejects.toThrow(RangeError);
  });
});

test('a failure has no worker: a program may read it of any result', async () => {
  const { status, worker } = await register();
  expect([status, worker?.updateReady]).toEqual(['failed', undefined]);
});
