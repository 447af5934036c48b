import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { server } from 'vitest/browser';
import { watchImages } from '../../src/preload/index.ts';
import { loaded, opened } from '../support/loaded.ts';
import { element, ended, hitsOf, picture, pictures, preloader } from '../support/preloading.ts';
import { resource } from '../support/resource.ts';
import { turns } from '../support/turns.ts';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function watch(root: Document | Element = document) {
  const images = preloader();
  const stop = watchImages(root, { images });
  onTestFinished(stop);
  return { images, stop };
}

/** Waits until observers have reported which elements are in view. */
async function frames(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  await turns();
}

/** A small and a large picture, and the srcset of both. */
function candidates() {
  const [small, large] = [picture({ image: '60x45' }), picture({ image: '600x450' })];
  return { small, large, srcset: `${small.url} 60w, ${large.url} 600w` };
}

function append(html: string): HTMLImageElement {
  const box = document.createElement('div');
  box.style.width = '60px';
  box.innerHTML = html;
  document.body.append(box);
  return box.querySelector('img') as HTMLImageElement;
}

/** WebKitGTK does not know `sizes="auto"`, so an element takes the candidate for the width of the window. */
const knowsAuto = (() => {
  const image = Object.assign(new Image(), { loading: 'lazy', sizes: 'auto' });
  document.body.append(image);
  const { contain } = getComputedStyle(image);
  image.remove();
  return contain.includes('size');
})();

describe('an element with sizes="auto"', () => {
  test.each([
    ['a width', 'style="width: 50px"'],
    ['a width in percent', 'style="width: 100%"'],
    ['an attribute', 'width="50" height="40"'],
    ['a block', 'style="display: block; width: 50px; padding: 30px"'],
    ['a place of its own', 'style="position: absolute; width: 50px"'],
  ])('takes the candidate that its browser takes: %s', async (_, style) => {
    const { small, large, srcset } = candidates();
    const image = append(
      `<img loading="lazy" sizes="auto" ${style} data-src="${large.url}" data-srcset="${srcset}">`,
    );
    const before = [image.hasAttribute('style'), image.style.display];
    watch();
    await loaded(image);
    expect(image.currentSrc).toBe(knowsAuto ? small.url : large.url);
    expect([image.hasAttribute('style'), image.style.display]).toEqual(before);
    expect(await hitsOf([small, large])).toEqual(knowsAuto ? [1, 0] : [0, 1]);
  });

  test('An element with sizes="auto" that is far away is loaded for its width, too', async () => {
    const { small, large, srcset } = candidates();
    const image = append(
      `<img loading="lazy" sizes="auto, 100vw" style="position: absolute; top: 100000px; width: 50px"
        data-src="${large.url}" data-srcset="${srcset}">`,
    );
    watch();
    await expect.poll(() => image.srcset).toBeTruthy();
    image.style.top = '0';
    await expect.poll(() => image.naturalWidth).toBeTruthy();
    expect(image.currentSrc).toBe(knowsAuto ? small.url : large.url);
    expect(await hitsOf([small, large])).toEqual(knowsAuto ? [1, 0] : [0, 1]);
  });

  test('An element with sizes="auto" that is not lazy takes the candidate that its browser takes', async () => {
    const { small, large, srcset } = candidates();
    const image = append(
      `<img sizes="auto" style="width: 50px" data-src="${large.url}" data-srcset="${srcset}">`,
    );
    watch();
    await loaded(image);
    expect(image.currentSrc).toBe(large.url);
    expect(await hitsOf([small, large])).toEqual([0, 1]);
  });

  test.runIf(knowsAuto)('that is not shown waits until it is', async () => {
    const { small, large, srcset } = candidates();
    const image = append(
      `<img loading="lazy" sizes="auto" style="display: none; width: 50px" data-src="${large.url}" data-srcset="${srcset}">`,
    );
    const { images } = watch();
    await turns(10);
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    image.style.display = '';
    await loaded(image);
    expect(await hitsOf([small, large])).toEqual([1, 0]);
  });
});

describe.runIf(knowsAuto)('an element with sizes="auto" in a box that has no width yet', () => {
  test.each([
    ['an inline element', ''],
    ['a block', 'display: block;'],
  ])('is loaded for the width that it gets, also where it was in view before: %s', async (_, style) => {
    const { small, large, srcset } = candidates();
    const image = append(
      `<img loading="lazy" sizes="auto" style="${style} width: 100%; height: 100px"
        data-src="${large.url}" data-srcset="${srcset}">`,
    );
    const box = image.parentElement as HTMLElement;
    box.style.width = '0';
    const { images } = watch();
    await turns(10);
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    box.style.width = '50px';
    await loaded(image);
    expect(await hitsOf([small, large])).toEqual([1, 0]);
  });

  test('is not loaded after `stop`', async () => {
    const { small, large, srcset } = candidates();
    const image = append(
      `<img loading="lazy" sizes="auto" style="display: block; width: 100%; height: 100px"
        data-src="${large.url}" data-srcset="${srcset}">`,
    );
    const box = image.parentElement as HTMLElement;
    box.style.width = '0';
    const { stop } = watch();
    await turns(10);
    stop();
    box.style.width = '50px';
    await turns(10);
    expect(await hitsOf([small, large])).toEqual([0, 0]);
  });
});

describe('an element in a picture', () => {
  const source = (attributes: string, name = 'data-srcset', url = '') =>
    `<source ${attributes} ${name}="${url}">`;

  test('is not the element beside a source of something else', async () => {
    const [other, own] = pictures(2);
    const image = append(`<div>${source('', 'data-srcset', other?.url)}<img data-src="${own?.url}"></div>`);
    watch();
    await loaded(image);
    expect(image.currentSrc).toBe(own?.url);
    expect(await other?.hits()).toBe(0);
  });

  test('takes the source that its browser takes', async () => {
    const [no, never, yes, fallback] = pictures(4);
    const image = append(`<picture>
      ${source('type="image/nonsense"', 'data-srcset', no?.url)}
      ${source('media="(max-width: 1px)"', 'data-srcset', never?.url)}
      ${source('type="image/png" media="(min-width: 1px)"', 'data-srcset', yes?.url)}
      <img data-src="${fallback?.url}">
    </picture>`);
    watch();
    await loaded(image);
    expect(image.currentSrc).toBe(yes?.url);
    expect(await hitsOf([no, never, yes, fallback].filter((one) => one !== undefined))).toEqual([0, 0, 1, 0]);
    expect(image.parentElement?.outerHTML).not.toContain('data-');
  });

  test('takes the sizes of its source', async () => {
    const { small, large, srcset } = candidates();
    const image = append(
      `<picture>${source('sizes="50px"', 'data-srcset', srcset)}<img sizes="600px" data-src="${large.url}"></picture>`,
    );
    watch();
    await loaded(image);
    expect(image.currentSrc).toBe(small.url);
    expect(await hitsOf([small, large])).toEqual([1, 0]);
  });

  test('takes the sizes of its image for no source', async () => {
    const { small, large, srcset } = candidates();
    const image = append(
      `<picture>${source('', 'data-srcset', srcset)}<img sizes="50px" data-src="${small.url}"></picture>`,
    );
    watch();
    await loaded(image);
    expect(image.currentSrc).toBe(large.url);
    expect(await hitsOf([small, large])).toEqual([0, 1]);
  });

  test.runIf(knowsAuto)(
    'takes its own width for a source without sizes where it has sizes="auto"',
    async () => {
      const { small, large, srcset } = candidates();
      const image = append(`<picture>${source('', 'data-srcset', srcset)}
      <img loading="lazy" sizes="auto" width="50" height="40" data-src="${large.url}"></picture>`);
      watch();
      await loaded(image);
      expect(image.currentSrc).toBe(small.url);
      expect(await hitsOf([small, large])).toEqual([1, 0]);
    },
  );

  test('is not chosen beside a source whose candidates are all for other screens', async () => {
    const [dense, denser, own] = [picture(), picture(), picture()];
    const image = append(`<picture>${source('', 'data-srcset', `${denser.url} 9x, ${dense.url} 8x`)}
      <img data-src="${own.url}"></picture>`);
    watch();
    await loaded(image);
    expect(image.currentSrc).toBe(dense.url);
    expect(await hitsOf([dense, denser, own])).toEqual([1, 0, 0]);
  });

  test('takes the next source where one has no valid candidate', async () => {
    const [invalid, next, own] = [picture(), picture(), picture()];
    const image = append(`<picture>
      ${source('', 'data-srcset', `${invalid.url} 0w`)}
      ${source('', 'data-srcset', next.url)}
      <img data-src="${own.url}"></picture>`);
    watch();
    await loaded(image);
    expect(image.currentSrc).toBe(next.url);
    expect(await hitsOf([invalid, next, own])).toEqual([0, 1, 0]);
  });

  test('takes a source that waits for nothing as it is', async () => {
    const [own, fallback] = [picture(), picture()];
    const image = append(
      `<picture>${source('media="(min-width: 1px)"', 'srcset', own.url)}<img data-src="${fallback.url}"></picture>`,
    );
    watch();
    await loaded(image);
    expect(image.currentSrc).toBe(own.url);
    expect(await hitsOf([own, fallback])).toEqual([1, 0]);
  });

  test('takes no source that comes after it', async () => {
    const [after, own] = [picture(), picture()];
    const image = append(
      `<picture><img data-src="${own.url}">${source('type="image/png"', 'data-srcset', after.url)}</picture>`,
    );
    watch();
    await loaded(image);
    expect(image.currentSrc).toBe(own.url);
    expect(await hitsOf([after, own])).toEqual([0, 1]);
  });

  test('takes its own address when it leaves the picture in mid-load, as natively', async () => {
    const [of, own] = [picture({ gate: 'body' }), picture()];
    const image = append(
      `<picture>${source('media="(min-width: 1px)"', 'data-srcset', of.url)}<img data-src="${own.url}"></picture>`,
    );
    watch();
    await of.seen({ requests: 1 });
    image.parentElement?.replaceWith(image);
    await loaded(image);
    expect(image.currentSrc).toBe(own.url);
    await ended(of);
  });

  test('takes its own address when a listener takes it out of the picture whose source has failed', async () => {
    const [of, own] = [resource({ body: 'no image' }), picture()];
    const image = append(
      `<picture>${source('media="(min-width: 1px)"', 'data-srcset', of.url)}<img data-src="${own.url}"></picture>`,
    );
    const { images } = watch();
    images.addEventListener('settle', () => image.parentElement?.replaceWith(image), { once: true });
    const failed = vi.fn();
    image.addEventListener('error', failed);
    await loaded(image);
    expect(image.currentSrc).toBe(own.url);
    expect(failed).not.toHaveBeenCalled();
  });

  test('takes a source that comes in mid-load, as natively', async () => {
    const [own, later] = [picture({ gate: 'body' }), picture()];
    const image = append(`<picture><img data-src="${own.url}"></picture>`);
    watch();
    await own.seen({ requests: 1 });
    image.insertAdjacentHTML('beforebegin', source('media="(min-width: 1px)"', 'data-srcset', later.url));
    await loaded(image);
    expect(image.currentSrc).toBe(later.url);
    await ended(own);
  });

  test('is not asked for again when its picture gets or loses something else', async () => {
    const own = picture({ gate: 'body' });
    const image = append(`<picture> <img data-src="${own.url}"></picture>`);
    watch();
    await own.seen({ requests: 1 });
    image.before('text');
    image.previousSibling?.remove();
    await turns();
    await opened(own, image);
    expect(await own.hits()).toBe(1);
  });

  test('takes its own address where no source fits', async () => {
    const [never, fallback] = [picture(), picture()];
    const image = append(
      `<picture>${source('media="(max-width: 1px)"', 'data-srcset', never.url)}<img data-src="${fallback.url}"></picture>`,
    );
    watch();
    await loaded(image);
    expect(image.currentSrc).toBe(fallback.url);
    expect(await hitsOf([never, fallback])).toEqual([0, 1]);
  });
});

describe.runIf(knowsAuto)('an element with sizes="auto" in a picture', () => {
  const sizes = ['sizes="auto, 600px"', 'sizes=" AUTO"', ''];
  // Firefox takes the `auto` of the image for these, which the standard does not say, so it loads both candidates.
  if (server.browser !== 'firefox') sizes.push('sizes="600px, auto"', 'sizes="600px"');

  test.each(sizes)('takes the candidate that its browser takes for <source %s>', async (source) => {
    const [own, plain] = [candidates(), candidates()];
    const html = ({ large, srcset }: typeof own) =>
      `<picture><source ${source} data-srcset="${srcset}">
        <img loading="lazy" sizes="auto" style="width: 50px" data-src="${large.url}"></picture>`;
    const [element, twin] = [append(html(own)), append(html(plain).replaceAll('data-', ''))];
    watch();
    await Promise.all([element, twin].map(loaded));
    expect(element.currentSrc === own.large.url).toBe(twin.currentSrc === plain.large.url);
    expect(await hitsOf([own.small, own.large])).toEqual(await hitsOf([plain.small, plain.large]));
  });
});

describe('a document of a frame', () => {
  async function frame(base = ''): Promise<Document> {
    const frame = document.createElement('iframe');
    frame.srcdoc = `<!doctype html>${base && `<base href="${base}">`}<body></body>`;
    document.body.append(frame);
    await new Promise((resolve) => {
      frame.onload = resolve;
    });
    return frame.contentDocument as Document;
  }

  test('is watched like the page’s own: one request for each image, also uncacheable ones', async () => {
    const one = picture({ cache: 'no-store' });
    const inner = await frame();
    inner.body.innerHTML = `<img data-src="${one.url}" style="width: 8px; height: 6px">`;
    const image = inner.querySelector('img') as HTMLImageElement;
    watch(inner);
    await loaded(image);
    expect(image.naturalWidth).toBe(8);
    expect(await one.hits()).toBe(1);
  });

  test('has addresses that are relative to it', async () => {
    const one = picture();
    const { origin, pathname, search } = new URL(one.url);
    const inner = await frame(`${origin}/r/`);
    inner.body.innerHTML = `<img data-src="${pathname.slice(3)}${search}" style="width: 8px; height: 6px">`;
    const image = inner.querySelector('img') as HTMLImageElement;
    watch(inner);
    await loaded(image);
    expect(image.src).toBe(one.url);
    expect(await one.hits()).toBe(1);
  });

  test.each<[string, (frame: HTMLIFrameElement) => void]>([
    ['removed', (frame) => frame.remove()],
    ['navigated', (frame) => void Object.assign(frame, { srcdoc: 'another document' })],
  ])('keeps no lane when its frame is %s', async (_, end) => {
    const [one, next] = [picture({ gate: 'body' }), picture()];
    const inner = await frame();
    inner.body.innerHTML = `<img data-src="${one.url}" style="width: 8px; height: 6px">`;
    const { images } = watch(inner);
    await one.seen({ requests: 1 });
    end(inner.defaultView?.frameElement as HTMLIFrameElement);
    expect(await images.preload(next.url).done).toMatchObject({ done: 1 });
  });

  test('is watched on when its frame is only hidden with the page', async () => {
    const one = picture({ gate: 'body' });
    const inner = await frame();
    inner.body.innerHTML = `<img data-src="${one.url}" style="width: 8px; height: 6px">`;
    watch(inner);
    await one.seen({ requests: 1 });
    inner.defaultView?.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    await opened(one, inner.querySelector('img') as HTMLImageElement);
  });

  test('hears of a failure', async () => {
    const inner = await frame();
    inner.body.innerHTML = '<img data-src="http://127.0.0.1:1/1.png">';
    watch(inner);
    expect((await loaded(inner.querySelector('img') as HTMLImageElement)).type).toBe('error');
  });
});

describe('a document without a window', () => {
  test.each<[string, (html: string) => Document | Element]>([
    ['a template', (html) => templateOf(html).content.firstElementChild as Element],
    ['a parsed text', (html) => new DOMParser().parseFromString(html, 'text/html')],
  ])('keeps no lane: %s', async (_, make) => {
    const [one, next] = pictures(2);
    const { images } = watch(make(`<div><img data-src="${one?.url}"></div>`));
    await frames();
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    expect(await images.preload(next?.url ?? '').done).toMatchObject({ done: 1 });
    expect(await one?.hits()).toBe(0);
  });

  test('is one whose elements load when the page takes them', async () => {
    const one = picture();
    const box = templateOf(`<div><img data-src="${one.url}"></div>`).content.firstElementChild as Element;
    watch(box);
    await frames();
    document.body.append(box);
    await loaded(box.firstChild as HTMLImageElement);
    expect(await one.hits()).toBe(1);
  });

  function templateOf(html: string): HTMLTemplateElement {
    return Object.assign(document.createElement('template'), { innerHTML: html });
  }
});

test('the page itself gets no listener, which would keep the watched elements alive as long as the page', () => {
  const listen = vi.spyOn(globalThis, 'addEventListener');
  onTestFinished(() => listen.mockRestore());
  watch(document.createElement('div'));
  expect(listen.mock.calls.filter(([type]) => type === 'pagehide')).toEqual([]);
});

describe('elements that leave the page', () => {
  /** How often the page was asked whether an element is still in it, while so many were removed one by one. */
  async function questions(count: number): Promise<number> {
    const url = picture({ gate: 'headers' }).url;
    const elements = Array.from({ length: count }, (_, at) => element({ 'data-src': `${url}&${at}` }, true));
    document.body.append(...elements);
    const { images, stop } = watch();
    await expect.poll(() => images.stats().waiting >= count - 1).toBeTruthy();
    const contains = vi.spyOn(Node.prototype, 'contains');
    for (const image of elements) {
      image.remove();
      // Each in another turn, so that the observer gets one record at a time.
      await Promise.resolve();
    }
    await expect.poll(() => images.stats().waiting + images.stats().inFlight === 0).toBeTruthy();
    const { length } = contains.mock.calls;
    contains.mockRestore();
    stop();
    return length;
  }

  test('cost time in proportion to their number', async () => {
    expect(await questions(400)).toBeLessThanOrEqual(400);
  });

  test('are dropped with the section that held them, and kept when it was moved', async () => {
    const [one, two] = pictures(2, { gate: 'body' });
    const sections = [one, two].map((picture) => {
      const section = document.createElement('section');
      section.append(element({ 'data-src': picture?.url ?? '' }));
      return section;
    });
    document.body.append(...sections);
    watch();
    await one?.seen({ requests: 1 });
    sections[0]?.remove();
    if (sections[1]) document.body.append(sections[1]);
    await ended(one);
    await opened(two, sections[1]?.firstChild as HTMLImageElement);
  });

  test('are dropped, too, when they are removed from a removed element', async () => {
    const one = picture({ gate: 'body' });
    const section = document.createElement('section');
    const image = element({ 'data-src': one.url });
    section.append(image);
    document.body.append(section);
    watch();
    await one.seen({ requests: 1 });
    section.remove();
    image.remove();
    await ended(one);
  });
});

describe('what happens in one turn', () => {
  test('shows the new address of an element that the page changes in the turn in which its image arrives', async () => {
    for (let step = 0; step < 30; step++) {
      const [one, two] = [picture(), picture()];
      const image = element({ 'data-src': one.url });
      document.body.append(image);
      const { images, stop } = watch();
      const change = async () => {
        for (let at = 0; at < step; at++) await undefined;
        image.setAttribute('data-src', two.url);
      };
      images.addEventListener('settle', change, { once: true });
      await expect.poll(() => image.src, { message: `${step}` }).toBe(two.url);
      stop();
      image.remove();
    }
  });

  test.each<[string, (image: HTMLImageElement, section: Element, url: string) => void]>([
    ['changed', (image, _, url) => image.setAttribute('data-src', url)],
    ['added to it', (_, section, url) => section.append(element({ 'data-src': url }))],
  ])('takes no element that is %s after its section has left the watched one', async (_, act) => {
    const [one, two] = [picture({ gate: 'body' }), picture()];
    const [root, section] = [document.createElement('div'), document.createElement('section')];
    const image = element({ 'data-src': one.url });
    section.append(image);
    root.append(section);
    document.body.append(root);
    const { images } = watch(root);
    await one.seen({ requests: 1 });
    section.remove();
    act(image, section, two.url);
    document.body.append(section);
    await ended(one);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await turns();
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    expect(await hitsOf([one, two])).toEqual([1, 0]);
  });
});

describe('what came into view first', () => {
  test('is loaded first, also where it waits in the queue already', async () => {
    const images = preloader();
    const [first, second, third] = pictures(3, { gate: 'body' });
    images.preload(first?.url ?? '', second?.url ?? '', third?.url ?? '');
    await first?.seen({ requests: 1 });
    document.body.append(element({ 'data-src': third?.url ?? '' }));
    const stop = watchImages(document, { images });
    onTestFinished(stop);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await turns();
    await first?.open('body');
    await third?.seen({ requests: 1 });
    expect(await second?.hits()).toBe(0);
  });
});
