// Where the inspector cannot be shown, an app that calls it in development, and so in its tests, goes on.

import { afterEach, expect, test, vi } from 'vitest';
import { defineInspector, inspect } from '../../src/inspector/index.ts';
import { Source } from '../support/inspected.ts';

afterEach(() => vi.unstubAllGlobals());

test('A document without style sheets of scripts, as in older versions of jsdom, gets no element', () => {
  const define = vi.fn();
  vi.stubGlobal('document', { querySelector: () => null, createElement: () => ({}) });
  vi.stubGlobal('customElements', { get: () => undefined, define });
  vi.stubGlobal('HTMLElement', class {});
  vi.stubGlobal('CSSStyleSheet', class {});
  defineInspector();
  expect(inspect(new Source())).toBeUndefined();
  expect(define).not.toHaveBeenCalled();
});

test('A document that is no HTML, such as an SVG, gets no element', () => {
  const append = vi.fn();
  // Its `createElement` knows no elements of HTML.
  vi.stubGlobal('document', {
    querySelector: () => null,
    createElement: () => ({}),
    documentElement: { append },
  });
  vi.stubGlobal('customElements', { get: () => class {} });
  expect(inspect(new Source())).toBeUndefined();
  expect(append).not.toHaveBeenCalled();
});
