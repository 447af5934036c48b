// Rendering on a server, with the real React: there is no DOM, and nothing is loaded.

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createElement, Suspense } from 'react';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { createPreloader } from '../../src/preload/index.ts';
import { useImage, usePreload, useSuspenseImage } from '../../src/react/index.ts';

const images = createPreloader();

/** The HTML that a component comes to, when all that it waits for is there. */
async function html(component: () => unknown): Promise<string> {
  const output = new PassThrough();
  const { pipe } = renderToPipeableStream(
    createElement(Suspense, { fallback: 'fallback' }, createElement(component as () => string)),
    { onAllReady: () => pipe(output), onError: (error) => void output.destroy(error as Error) },
  );
  return (await text(output)).replaceAll(/<!--.*?-->/g, '');
}

test('there is no DOM here', () => {
  expect(globalThis.document).toBeUndefined();
});

describe('on a server', () => {
  test.each([
    ['the page’s own preloader', undefined],
    ['a preloader of the module', images],
  ])('`useImage` is loading, with %s', async (_, images) => {
    expect(await html(() => useImage('1.jpg', { images }).status)).toBe('loading');
  });

  test.each<[string, (options: never) => unknown]>([
    ['useImage', (options) => useImage('1.jpg', options).status],
    ['usePreload', (options) => usePreload(['1.jpg'], options).images.length],
    ['useSuspenseImage', (options) => useSuspenseImage('1.jpg', options).src],
  ])('`%s` refuses what is no preloader, with an error that names the option', (_, hook) => {
    for (const [images, shown] of [
      [null, 'null'],
      [{}, '[object Object]'],
      ['page', 'page'],
    ]) {
      const Photo = () => String(hook({ images } as never));
      expect(() => renderToStaticMarkup(createElement(Photo))).toThrow(
        new TypeError(`Expected \`images\` to be a preloader, got \`${shown}\`.`),
      );
    }
  });

  test.each<[string, unknown]>([
    ['a preloader in place of its options', images],
    ['a misspelt option', { image: images }],
    ['an object without a prototype as a preloader', { images: Object.create(null) }],
  ])('a hook refuses %s, with an error that says what it expects', (_, options) => {
    const Photo = () => useImage('1.jpg', options as never).status;
    expect(() => renderToStaticMarkup(createElement(Photo))).toThrow(/^(?:Expected `|Unknown option `)/);
  });

  test('`usePreload` has all of its images left, and counts an image that is listed twice once', async () => {
    const shown = await html(() => {
      const { progress, images } = usePreload(['1.jpg', '2.jpg', '1.jpg']);
      return JSON.stringify([progress.total, progress.left, images]);
    });
    expect(shown).toBe('[2,2,[]]');
  });

  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['1.jpg', '1.jpg'],
    [new Set(['1.jpg']), '[object Set]'],
  ])('`usePreload` refuses %s as its list, with an error that names it', (list, shown) => {
    const Gallery = () => usePreload(list as never).images.length;
    expect(() => renderToStaticMarkup(createElement(Gallery))).toThrow(
      new TypeError(`Expected \`sources\` to be an array of images, got \`${shown}\`.`),
    );
  });

  test.each([
    ['use-credentials', 'use-credentials'],
    ['Use-Credentials', 'use-credentials'],
    ['anonymous', 'anonymous'],
    ['', 'anonymous'],
    ['no-use-credentials', 'anonymous'],
    ['use-credentials-not', 'anonymous'],
  ])(
    '`useSuspenseImage` renders `crossOrigin: %j` as browsers read it: %s',
    async (crossOrigin, attribute) => {
      const Picture = () => createElement('img', useSuspenseImage({ src: '1.jpg', crossOrigin }));
      expect(await html(() => createElement(Picture))).toContain(` crossorigin="${attribute}"`);
    },
  );

  test('`useSuspenseImage` renders the `<img>`, and suspends nothing', async () => {
    const source = { src: '1.jpg', srcset: '2.jpg 2x', sizes: '10px', crossOrigin: 'anonymous' };
    const shown = await html(() =>
      createElement('img', { ...useSuspenseImage({ ...source, referrerPolicy: 'origin' }), alt: '' }),
    );
    for (const attribute of ['src="1.jpg"', 'srcSet="2.jpg 2x"', 'sizes="10px"', 'crossorigin="anonymous"'])
      expect(shown).toContain(attribute);
    expect(shown).toContain('referrerPolicy="origin"');
    expect(shown).not.toContain('fallback');
    const plain = () => createElement('img', { ...useSuspenseImage('1.jpg'), alt: '' });
    expect(await html(plain)).toContain('<img src="1.jpg"');
  });

  test.each([
    [undefined, '`undefined`'],
    [null, '`null`'],
    ['', "`''`"],
  ])('`useSuspenseImage` throws for %o as its source, and renders no such address', (source, shown) => {
    const Photo = () => createElement('img', { ...useSuspenseImage(source as never), alt: '' });
    expect(() => renderToStaticMarkup(createElement(Photo))).toThrow(
      new TypeError(`Expected \`src\` to be the address of one image, got ${shown}.`),
    );
  });
});
