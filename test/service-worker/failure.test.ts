import { afterEach, describe, expect, test, vi } from 'vitest';
import { register } from '../../src/register/index.ts';

afterEach(() => void vi.unstubAllGlobals());

describe('register, where there can be no worker,', () => {
  test.each<[string, boolean, object]>([
    ['insecure', false, { serviceWorker: {} }],
    ['unsupported', true, {}],
    [
      'blocked',
      true,
      {
        get serviceWorker() {
          throw new DOMException('The document is sandboxed.', 'SecurityError');
        },
      },
    ],
  ])('resolves with what is wrong: %s', async (reason, isSecureContext, navigator) => {
    vi.stubGlobal('isSecureContext', isSecureContext);
    vi.stubGlobal('navigator', navigator);
    expect(await register()).toMatchObject({ status: 'failed', reason, message: expect.any(String) });
  });
});
