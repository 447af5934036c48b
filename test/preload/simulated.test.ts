// A test runner may simulate a document and nothing else of a browser.

import { afterEach, expect, test, vi } from 'vitest';
import { createPreloader } from '../../src/preload/index.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(['complete', 'loading'])(
  'A preloader is made where a document that is %s has no window and no navigator',
  async (readyState) => {
    const document = Object.assign(new EventTarget(), { readyState, baseURI: 'http://x/' });
    vi.stubGlobal('document', document);
    vi.stubGlobal('navigator', undefined);
    expect(globalThis.addEventListener).toBeUndefined();
    const images = createPreloader({ idleTimeout: 0 });
    const as = { name: 'own', load: () => ({ result: Promise.resolve('loaded') }) };
    const group = images.preload({ src: '1.jpg', as });
    expect(await group.done).toMatchObject({ done: 1 });
    images.destroy();
  },
);
