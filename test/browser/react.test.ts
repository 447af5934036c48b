// The hooks in real React, in a real page. The counting server says how often each image was asked for.

import {
  Activity,
  Component,
  createElement,
  type ReactNode,
  StrictMode,
  Suspense,
  startTransition,
  useEffect,
  useState,
  version,
} from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { asBlob, type ImageDetail, type ImageSource, type Preloader } from '../../src/preload/index.ts';
import { useImage, usePreload, useSuspenseImage } from '../../src/react/index.ts';
import { deferred } from '../support/deferred.ts';
import { connect, ended, hitsOf, picture, pictures, preloader, urls } from '../support/preloading.ts';
import { turns } from '../support/turns.ts';

/** Mounts an element in the page, in StrictMode, until the test is over. */
function mount(node: ReactNode) {
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element, { onCaughtError: () => {} });
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  const render = (node: ReactNode) => root.render(createElement(StrictMode, null, node));
  render(node);
  return { element, render, unmount: () => root.unmount() };
}

/** The `<img>` of a mounted component, once the browser shows it. */
async function shown(element: Element, at = 0): Promise<HTMLImageElement> {
  await expect.poll(() => element.querySelectorAll('img')[at]?.naturalWidth).toBe(8);
  return element.querySelectorAll('img')[at] as HTMLImageElement;
}

describe('useImage', () => {
  const images = () => preloader();
  const Picture = ({ source, images }: { source: ImageSource; images: ReturnType<typeof preloader> }) => {
    const image = useImage(source, { images });
    if (image.status === 'done') return createElement('img', { ...image.props, alt: '' });
    return image.status === 'failed' ? String(image.error) : 'loading';
  };

  test.each(['no-store', 'no-cache', 'max-age=60'])(
    'sends one request in StrictMode for a load and the `<img>` that shows it (%s)',
    async (cache) => {
      const one = picture({ cache });
      const { element } = mount(createElement(Picture, { source: one.url, images: images() }));
      expect((await shown(element)).src).toBe(one.url);
      expect(await one.hits()).toBe(1);
    },
  );

  test('sends one request for ten components that show one image', async () => {
    const one = picture({ gate: 'body' });
    const queue = images();
    const ten = Array.from({ length: 10 }, (_, key) =>
      createElement(Picture, { source: one.url, images: queue, key }),
    );
    const { element } = mount(ten);
    await one.seen({ requests: 1 });
    await one.open('body');
    for (let at = 0; at < 10; at++) await shown(element, at);
    expect(await one.hits()).toBe(1);
  });

  test('keeps the request under way when a component makes its source anew in each render', async () => {
    const one = picture({ gate: 'body' });
    const queue = images();
    const { element, render } = mount(createElement(Picture, { source: { src: one.url }, images: queue }));
    await one.seen({ requests: 1 });
    render(createElement(Picture, { source: { src: one.url }, images: queue }));
    await one.open('body');
    await shown(element);
    expect(await one.seen()).toMatchObject({ requests: [{}], aborted: 0 });
  });

  test('takes an address for an address, whatever `Object.prototype` has', async () => {
    const [one, two] = pictures(2) as [ReturnType<typeof picture>, ReturnType<typeof picture>];
    const queue = images();
    onTestFinished(() => void Reflect.deleteProperty(Object.prototype, 'src'));
    Object.assign(Object.prototype, { src: '/other.png' });
    const { element } = mount(
      [one, two].map(({ url }) => createElement(Picture, { source: url, images: queue, key: url })),
    );
    for (const [at, { url }] of [one, two].entries()) expect((await shown(element, at)).src).toBe(url);
  });

  test('ends the request when the component unmounts', async () => {
    const one = picture({ gate: 'body' });
    const { unmount } = mount(createElement(Picture, { source: one.url, images: images() }));
    await one.seen({ requests: 1 });
    unmount();
    await ended(one);
    expect(await one.hits()).toBe(1);
  });

  test.each<[string, object, object]>([
    ['the priority', { priority: 0 }, { priority: 1 }],
    ['the spelling of `crossOrigin`', { crossOrigin: '' }, { crossOrigin: 'anonymous' }],
    ['`crossOrigin` from null to undefined', { crossOrigin: null }, {}],
    ['empty members that are left out', { sizes: '', srcset: '', referrerPolicy: '' }, {}],
  ])('goes on showing an image of which only this changes: %s', async (_, before, after) => {
    const { url: src } = picture({ 'header.access-control-allow-origin': location.origin });
    const own = images();
    const seen: string[] = [];
    const Noted = (more: object) => {
      seen.push(useImage({ src, ...more }, { images: own }).status);
      return null;
    };
    const { render } = mount(createElement(Noted, before));
    await expect.poll(() => seen.at(-1)).toBe('done');
    seen.length = 0;
    render(createElement(Noted, after));
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    await turns();
    expect(new Set(seen)).toEqual(new Set(['done']));
  });

  test('spares another component when one unmounts', async () => {
    const one = picture({ gate: 'body' });
    const queue = images();
    const other = createElement(Picture, { source: one.url, images: queue, key: 'other' });
    const leaving = createElement(Picture, { source: one.url, images: queue, key: 'leaving' });
    const { element, render } = mount([leaving, other]);
    await one.seen({ requests: 1 });
    render([other]);
    await one.open('body');
    await shown(element);
    expect(await one.seen()).toMatchObject({ requests: [{}], aborted: 0 });
  });

  test('says at once that another source is loading, and never shows the former image for it', async () => {
    const [one, two] = [picture(), picture({ gate: 'body' })];
    const queue = images();
    const { element, render } = mount(createElement(Picture, { source: one.url, images: queue }));
    await shown(element);
    render(createElement(Picture, { source: two.url, images: queue }));
    await expect.poll(() => element.textContent).toBe('loading');
    await two.open('body');
    expect((await shown(element)).src).toBe(two.url);
  });

  test('says at once that an image is loading when it comes from another preloader, that of another user', async () => {
    const source = picture().url;
    const { element, render } = mount(createElement(Picture, { source, images: images() }));
    await shown(element);
    const other = images();
    vi.spyOn(other, 'load').mockImplementation(() => new Promise(() => {}));
    render(createElement(Picture, { source, images: other }));
    await expect.poll(() => element.textContent).toBe('loading');
  });

  test('passes on why an image did not come', async () => {
    const one = picture({ reset: 'headers' });
    const { element } = mount(createElement(Picture, { source: one.url, images: images() }));
    await expect.poll(() => element.textContent).toContain(one.url);
  });

  test('says at once that an image is loading that failed before another source', async () => {
    const [one, two] = [picture({ reset: 'headers' }), picture({ gate: 'body' })];
    const queue = images();
    const { element, render } = mount(createElement(Picture, { source: one.url, images: queue }));
    await expect.poll(() => element.textContent).toContain(one.url);
    render(createElement(Picture, { source: two.url, images: queue }));
    await two.seen({ requests: 1 });
    vi.spyOn(queue, 'load').mockImplementation(() => new Promise(() => {}));
    render(createElement(Picture, { source: one.url, images: queue }));
    await vi.waitUntil(() => vi.mocked(queue.load).mock.calls.length);
    expect(element.textContent).toBe('loading');
  });

  test('tells addresses apart that are a `URL` of another realm', async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    onTestFinished(() => frame.remove());
    const { URL: TheirURL } = frame.contentWindow as unknown as typeof globalThis;
    const queue = images();
    const [one, two] = pictures(2).map(({ url }) => new TheirURL(url));
    const { element, render } = mount(createElement(Picture, { source: one as URL, images: queue }));
    expect((await shown(element)).src).toBe(one?.href);
    render(createElement(Picture, { source: two as URL, images: queue }));
    await expect.poll(() => element.querySelector('img')?.src).toBe(two?.href);
  });

  test.each([undefined, null, {}])(
    'fails with an error that names `src` for %o as its source',
    async (source) => {
      const { element } = mount(createElement(Picture, { source: source as never, images: images() }));
      await expect.poll(() => element.textContent).toContain('Expected `src` to be the address of one image');
    },
  );

  test('hands the properties of the source to the `<img>`', async () => {
    const one = picture();
    const source = {
      src: one.url,
      srcset: `${one.url} 1x`,
      crossOrigin: 'anonymous',
      referrerPolicy: 'origin',
    };
    const { element } = mount(createElement(Picture, { source, images: images() }));
    const { crossOrigin, referrerPolicy, srcset } = await shown(element);
    expect({ crossOrigin, referrerPolicy, srcset }).toEqual({
      crossOrigin: 'anonymous',
      referrerPolicy: 'origin',
      srcset: `${one.url} 1x`,
    });
    expect(await one.hits()).toBe(1);
  });
});

describe('usePreload', () => {
  interface GalleryProps {
    readonly list: readonly ImageSource[];
    readonly images: ReturnType<typeof preloader>;
  }
  const Gallery = ({ list, images }: GalleryProps) => {
    const { progress, images: arrived } = usePreload(list, { images });
    const shown = arrived.map(({ props }) => createElement('img', { ...props, key: props.src, alt: '' }));
    return [`${progress.done} of ${progress.total}, ${progress.failed} failed`, ...shown];
  };

  test('sends one request for each image of a list in StrictMode, and shows them in its order', async () => {
    const list = pictures(4);
    const { element } = mount(createElement(Gallery, { list: urls(list), images: preloader() }));
    await expect.poll(() => element.textContent).toBe('4 of 4, 0 failed');
    const images = await Promise.all(list.map((_, at) => shown(element, at)));
    expect(images.map(({ src }) => src)).toEqual(urls(list));
    expect(await hitsOf(list)).toEqual([1, 1, 1, 1]);
  });

  test('gives an error that names `src` to the next error boundary for a wrong source in its list', async () => {
    const list = [picture().url, undefined as never];
    const gallery = createElement(Gallery, { list, images: preloader() });
    const { element } = mount(createElement(Boundary, null, gallery));
    await expect.poll(() => element.textContent).toContain('Expected `src` to be the address of one image');
  });

  test('counts an image that failed, and shows the others', async () => {
    const list = [picture(), picture({ reset: 'headers' }), picture()];
    const { element } = mount(createElement(Gallery, { list: urls(list), images: preloader() }));
    await expect.poll(() => element.textContent).toBe('2 of 3, 1 failed');
    await shown(element, 1);
    expect(element.querySelectorAll('img')).toHaveLength(2);
  });

  test('shows each image, and counts each failure, while others still load', async () => {
    const bad = picture({ gate: 'headers', reset: 'headers' });
    const list = [picture(), bad, picture({ gate: 'headers' })];
    const { element } = mount(createElement(Gallery, { list: urls(list), images: preloader() }));
    await bad.seen({ requests: 1 });
    await expect.poll(() => element.textContent).toBe('1 of 3, 0 failed');
    await shown(element);
    await bad.open('headers');
    await expect.poll(() => element.textContent).toBe('1 of 3, 1 failed');
    expect(element.querySelectorAll('img')).toHaveLength(1);
  });

  test('shows the new list also where an image of the former one comes after it', async () => {
    const [one, two] = [picture(), picture()];
    const images = preloader();
    // Another group wants the image, so the component gets a copy, which is decoded for itself.
    images.preload(one.url);
    const { decode } = HTMLImageElement.prototype;
    const copied = deferred<void>();
    const decodes = vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(function (
      this: HTMLImageElement,
    ) {
      return decodes.mock.calls.length === 2 ? copied.promise : decode.call(this);
    });
    onTestFinished(() => decodes.mockRestore());
    const { element, render } = mount(createElement(Gallery, { list: [one.url], images }));
    await expect.poll(() => decodes.mock.calls.length).toBe(2);
    render(createElement(Gallery, { list: [two.url], images }));
    await expect.poll(() => element.querySelectorAll('img')).toHaveLength(1);
    copied.resolve();
    await turns();
    expect((await shown(element)).src).toBe(two.url);
    expect(element.textContent).toBe('1 of 1, 0 failed');
  });

  test.each([
    ['the same list', 1],
    ['a longer list', 2],
  ])('shows no image of another preloader, that of another user: %s', async (_, count) => {
    const list = urls(pictures(2));
    const { element, render } = mount(
      createElement(Gallery, { list: list.slice(0, 1), images: preloader() }),
    );
    await shown(element);
    const images = preloader();
    images.pause();
    render(createElement(Gallery, { list: list.slice(0, count), images }));
    await expect.poll(() => element.textContent).toBe(`0 of ${count}, 0 failed`);
    expect(element.querySelectorAll('img')).toHaveLength(0);
  });

  test('ends the request under way and drops what waits when the component unmounts', async () => {
    const list = pictures(3, { gate: 'body' });
    const images = preloader();
    const { unmount } = mount(createElement(Gallery, { list: urls(list), images }));
    await list[0]?.seen({ requests: 1 });
    unmount();
    await ended(list[0]);
    await turns();
    expect(images.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    expect(await hitsOf(list)).toEqual([1, 0, 0]);
  });

  test.each<[string, () => ReturnType<typeof preloader>]>([
    [
      'on a slow connection where preloads are skipped',
      () => {
        connect({ saveData: true });
        return preloader({ slow: 'skip' });
      },
    ],
    [
      'after `destroy()`',
      () => {
        const images = preloader();
        images.destroy();
        return images;
      },
    ],
  ])('shows that no image is left %s', async (_, make) => {
    const Left = ({ list, images }: { list: readonly string[]; images: ReturnType<typeof preloader> }) =>
      `${usePreload(list, { images }).progress.left} left`;
    const { element } = mount(createElement(Left, { list: urls(pictures(2)), images: make() }));
    await expect.poll(() => element.textContent).toBe('0 left');
  });

  test('counts an image once that is listed with two priorities, also before it has mounted', async () => {
    const { url: src } = picture();
    const own = preloader();
    const totals: number[] = [];
    const Counted = () => {
      totals.push(usePreload([{ src }, { src, priority: 1 }], { images: own }).progress.total);
      return null;
    };
    mount(createElement(Counted));
    await expect.poll(() => totals.length).toBeGreaterThan(2);
    expect(new Set(totals)).toEqual(new Set([1]));
  });

  test('keeps showing the images of a list that grows while the new ones load (#19)', async () => {
    const [one, two, three] = [picture(), picture(), picture({ gate: 'body' })];
    const images = preloader();
    const { element, render } = mount(createElement(Gallery, { list: urls([one, two]), images }));
    const before = await Promise.all([0, 1].map((at) => shown(element, at)));
    const counts: number[] = [];
    const watch = new MutationObserver(() => counts.push(element.querySelectorAll('img').length));
    watch.observe(element, { childList: true, subtree: true });
    render(createElement(Gallery, { list: urls([two, one, three]), images }));
    await three.seen({ requests: 1 });
    await three.open('body');
    await shown(element, 2);
    watch.disconnect();
    expect(Math.min(...counts)).toBe(2);
    expect([...element.querySelectorAll('img')].map(({ src }) => src)).toEqual(urls([two, one, three]));
    for (const image of before) expect(element.contains(image)).toBe(true);
    expect(element.textContent).toBe('3 of 3, 0 failed');
  });

  /** Shows a list of the first image, and then of all. Returns whether the element of the first one stays. */
  async function keepsFirst(sources: readonly ImageSource[]): Promise<boolean> {
    const images = preloader();
    const { element, render } = mount(createElement(Gallery, { list: sources.slice(0, 1), images }));
    const before = await shown(element);
    render(createElement(Gallery, { list: sources, images }));
    await shown(element, 1);
    return element.contains(before);
  }

  test.each([
    { crossOrigin: '' },
    { crossOrigin: 'ANONYMOUS' },
    { crossOrigin: 'Use-Credentials' },
    { referrerPolicy: 'Origin' },
    { referrerPolicy: 'no policy' },
  ])('keeps showing an image of a list that grows where it has %j', async (attributes) => {
    const cors = {
      'header.access-control-allow-origin': location.origin,
      'header.access-control-allow-credentials': 'true',
    };
    const sources = [picture(cors), picture(cors)].map(({ url }) => ({ src: url, ...attributes }));
    expect(await keepsFirst(sources)).toBe(true);
  });

  test('keeps showing an image of a list that grows where the addresses of its `srcset` are relative', async () => {
    const base = document.createElement('base');
    onTestFinished(() => base.remove());
    document.head.append(base);
    const sources = [picture(), picture()].map(({ url }) => {
      const { origin, pathname, search } = new URL(url);
      base.href = origin;
      return { src: `${url}#plain`, srcset: `${pathname}${search} 1x` };
    });
    expect(await keepsFirst(sources)).toBe(true);
  });

  test('keeps a whole list whole in an `Activity` that was hidden and is visible again', async ({ skip }) => {
    skip(version.startsWith('18.'), 'React 18 has no `Activity`.');
    const list = pictures(3);
    const images = preloader({ lanes: 1 });
    const gallery = createElement(Gallery, { list: urls(list), images });
    const app = (mode: 'visible' | 'hidden') => createElement(Activity, { mode, children: gallery });
    const { element, render } = mount(app('visible'));
    await expect.poll(() => element.textContent).toBe('3 of 3, 0 failed');
    const first = await shown(element);
    render(app('hidden'));
    await expect.poll(() => getComputedStyle(first).display).toBe('none');
    await turns();
    const texts: (string | null)[] = [];
    const watch = new MutationObserver(() => texts.push(element.textContent));
    watch.observe(element, { childList: true, characterData: true, subtree: true });
    // An urgent image holds the list back after its first one, so that React would render what has arrived.
    const urgent = picture({ gate: 'body' });
    const holdBack = ({ detail }: CustomEvent<ImageDetail>) => {
      if (detail.url !== list[1]?.url) return;
      images.removeEventListener('launch', holdBack);
      images.load(urgent.url);
    };
    images.addEventListener('launch', holdBack);
    let done = 0;
    images.addEventListener('settle', ({ detail }) => {
      if (detail.outcome === 'done') done++;
    });
    render(app('visible'));
    await urgent.seen({ requests: 1 });
    await expect.poll(() => done).toBe(1);
    await turns(20);
    await urgent.open('body');
    await expect.poll(() => done).toBe(4);
    await expect.poll(() => getComputedStyle(first).display).not.toBe('none');
    await turns();
    watch.disconnect();
    expect(texts.filter((text) => text !== '3 of 3, 0 failed')).toEqual([]);
    expect(element.contains(first)).toBe(true);
  });

  test('makes a click fast: `useImage` takes an image out of the list, and nothing is asked for twice', async () => {
    const list = [picture({ gate: 'body' }), picture(), picture()];
    const last = list[2] as (typeof list)[2];
    const images = preloader();
    let click = (_: boolean) => {};
    const Clicked = () => createElement('img', { ...useImage(last.url, { images }).props, alt: '' });
    function App() {
      const [clicked, setClicked] = useState(false);
      click = setClicked;
      return [
        createElement(Gallery, { list: urls(list), images, key: 1 }),
        clicked && createElement(Clicked, { key: 2 }),
      ];
    }
    const { element } = mount(createElement(App));
    await list[0]?.seen({ requests: 1 });
    click(true);
    await last.seen({ requests: 1 });
    await list[0]?.open('body');
    await expect.poll(() => element.textContent).toBe('3 of 3, 0 failed');
    await shown(element, 3);
    expect((await hitsOf(list)).slice(1)).toEqual([1, 1]);
  });
});

/** Shows the errors of its children. */
class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override render() {
    return 'error' in this.state ? String(this.state.error) : this.props.children;
  }
}

describe('every hook', () => {
  test.each([
    ['useImage', (source: ImageSource) => useImage(source)],
    ['usePreload', (source: ImageSource) => usePreload([source])],
    ['useSuspenseImage', (source: ImageSource) => useSuspenseImage(source)],
  ])(
    'gives an error that names `as` to the next error boundary for an image that is no element: %s',
    async (_, use) => {
      const source = { src: picture().url, as: asBlob() };
      const Picture = () => {
        use(source as never);
        return 'loading';
      };
      const { element } = mount(createElement(Boundary, null, createElement(Picture)));
      await expect.poll(() => element.textContent).toContain('TypeError: Expected `as` to be');
    },
  );
});

describe('useSuspenseImage', () => {
  interface PictureProps {
    readonly src: string;
    readonly images: ReturnType<typeof preloader>;
    /** Called when the component has mounted with this source: after the effects of the hook. */
    readonly mounted?: (src: string) => void;
  }
  const Picture = ({ src, images, mounted }: PictureProps) => {
    const props = useSuspenseImage(src, { images });
    useEffect(() => mounted?.(src), [src]);
    return createElement('img', { ...props, alt: '' });
  };
  const suspended = (
    src: string,
    images: ReturnType<typeof preloader>,
    mounted: PictureProps['mounted'] = () => {},
  ) =>
    createElement(
      Boundary,
      null,
      createElement(Suspense, { fallback: 'waiting' }, createElement(Picture, { src, images, mounted })),
    );
  /** A callback of a component, and what waits until the component has mounted with a source. */
  function mounting() {
    const mounted = vi.fn((_: string) => {});
    return { mounted, holds: (src: string) => expect.poll(() => mounted.mock.lastCall).toEqual([src]) };
  }

  test('suspends until the image is there, with one request in StrictMode', async () => {
    const one = picture({ gate: 'body' });
    const { element } = mount(suspended(one.url, preloader()));
    await one.seen({ requests: 1 });
    expect(element.textContent).toBe('waiting');
    await one.open('body');
    await shown(element);
    expect(await one.hits()).toBe(1);
  });

  test.each([undefined, new URL('http://coflight.test/1.png')])(
    'takes %s as its source as the preloader does',
    async (source) => {
      const images = preloader();
      const load = vi.spyOn(images, 'load').mockRejectedValue(new Error('as the preloader'));
      const { element } = mount(suspended(source as never, images));
      await expect.poll(() => element.textContent).toBe('Error: as the preloader');
      expect(load).toHaveBeenCalledWith(source);
    },
  );

  /** The images that a preloader asks for, in order. */
  const launchesOf = (images: ReturnType<typeof preloader>): string[] => {
    const launches: string[] = [];
    images.addEventListener('launch', ({ detail }) => launches.push(detail.url));
    return launches;
  };

  /** From here on the test controls the timers. */
  function holdTimers(): void {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  }

  /** Resolves when the next image of a preloader is decoded or has failed, and whoever waited for it knows. */
  async function settled(images: Preloader): Promise<void> {
    await new Promise((resolve) => images.addEventListener('settle', resolve, { once: true }));
    await turns();
  }

  test('throws why an image did not come, for the next error boundary, and asks again a second later', async () => {
    holdTimers();
    const one = picture({ reset: 'headers' });
    const images = preloader();
    const launches = launchesOf(images);
    const { element, unmount } = mount(suspended(one.url, images));
    await expect.poll(() => element.textContent?.includes(one.url)).toBeTruthy();
    unmount();
    mount(suspended(one.url, images));
    expect(launches).toEqual([one.url]);
    vi.advanceTimersByTime(1000);
    mount(suspended(one.url, images));
    await expect.poll(() => launches.length).toBe(2);
  });

  test('holds the image while a component shows it, and lets go of it with the last one', async () => {
    const one = picture();
    const images = preloader();
    const launches = launchesOf(images);
    const { element, render, unmount } = mount(suspended(one.url, images));
    await shown(element);
    render(suspended(one.url, images));
    await turns();
    expect(launches).toEqual([one.url]);
    unmount();
    await turns();
    const again = mount(suspended(one.url, images));
    await shown(again.element);
    expect(launches).toEqual([one.url, one.url]);
  });

  test('shares the image with a component that mounts while another one shows it, however late', async () => {
    holdTimers();
    const one = picture();
    const images = preloader();
    const launches = launchesOf(images);
    const { mounted, holds } = mounting();
    mount(suspended(one.url, images, mounted));
    await holds(one.url);
    vi.advanceTimersByTime(60_000);
    await shown(mount(suspended(one.url, images)).element);
    expect(launches).toEqual([one.url]);
  });

  test('shares the image that came after a failure, however late the failure is forgotten', async () => {
    holdTimers();
    const one = picture({ gate: 'headers' });
    const images = preloader();
    const launches = launchesOf(images);
    // The failure is thrown, and forgotten a second later. Ten seconds after it came, it must not take the image along.
    const prototype = HTMLImageElement.prototype;
    const spies = [
      vi.spyOn(prototype, 'decode').mockRejectedValue(new Error('broken')),
      vi.spyOn(prototype, 'naturalWidth', 'get').mockReturnValue(0),
    ];
    const { element, unmount } = mount(suspended(one.url, images));
    await one.open('headers');
    await expect.poll(() => element.textContent).toBe('Error: broken');
    for (const spy of spies) spy.mockRestore();
    unmount();
    vi.advanceTimersByTime(1000);
    const { mounted, holds } = mounting();
    mount(suspended(one.url, images, mounted));
    await holds(one.url);
    vi.advanceTimersByTime(9000);
    await shown(mount(suspended(one.url, images)).element);
    expect(launches).toEqual([one.url, one.url]);
  });

  test('does not suspend for an image of which only the priority changes', async () => {
    const { url: src } = picture();
    const images = preloader();
    const waits = vi.fn();
    const Waiting = () => {
      useEffect(waits);
      return null;
    };
    const Shown = ({ priority }: { priority: number }) =>
      createElement('img', { ...useSuspenseImage({ src, priority }, { images }), alt: '' });
    const at = (priority: number) =>
      createElement(Suspense, { fallback: createElement(Waiting) }, createElement(Shown, { priority }));
    const { element, render } = mount(at(0));
    await shown(element);
    waits.mockClear();
    const load = vi.spyOn(images, 'load');
    render(at(1));
    await turns();
    expect(load).not.toHaveBeenCalled();
    expect(waits).not.toHaveBeenCalled();
  });

  test('shows another image when its source changes, and holds that one', async () => {
    holdTimers();
    const [one, two] = [picture(), picture()];
    const images = preloader();
    const launches = launchesOf(images);
    const { mounted, holds } = mounting();
    const { element, render } = mount(suspended(one.url, images, mounted));
    await holds(one.url);
    // A transition hides nothing meanwhile. StrictMode would run the effects of what comes back again.
    startTransition(() => render(suspended(two.url, images, mounted)));
    await holds(two.url);
    expect((await shown(element)).src).toBe(two.url);
    vi.advanceTimersByTime(60_000);
    await shown(mount(suspended(two.url, images)).element);
    expect(launches).toEqual([one.url, two.url]);
  });

  test('goes on showing an image in an `Activity` that was hidden and is visible again', async ({ skip }) => {
    skip(version.startsWith('18.'), 'React 18 has no `Activity`.');
    const one = picture({ cache: 'no-store' });
    const images = preloader();
    const launches = launchesOf(images);
    const waiting = vi.fn(() => 'waiting');
    const app = (mode: 'visible' | 'hidden', text: string) => {
      const fallback = createElement(waiting);
      const picture = createElement(Picture, { src: one.url, images, key: 1 });
      return createElement(Activity, {
        mode,
        children: createElement(Suspense, { fallback }, picture, text),
      });
    };
    const { element, render } = mount(app('visible', 'first'));
    const shownFirst = await shown(element);
    waiting.mockClear();
    render(app('hidden', 'first'));
    await expect.poll(() => getComputedStyle(shownFirst).display).toBe('none');
    await turns();
    for (const text of ['second', 'third']) {
      render(app('visible', text));
      await expect.poll(() => element.textContent).toBe(text);
      await turns();
    }
    expect(waiting).not.toHaveBeenCalled();
    expect(await shown(element)).toBe(shownFirst);
    expect(launches).toEqual([one.url]);
  });

  test('mounts a component that waits for several images that come one after another, in 25 s each', async () => {
    holdTimers();
    const arrivals: (() => void)[] = [];
    const images = preloader();
    const load = vi.spyOn(images, 'load').mockImplementation(() => {
      const { promise, resolve } = deferred<never>();
      arrivals.push(() => resolve(new Image() as never));
      return promise;
    });
    const list = ['1.png', '2.png', '3.png'];
    const mounted = vi.fn();
    const All = () => {
      for (const src of list) useSuspenseImage(src, { images });
      useEffect(mounted, []);
      return null;
    };
    mount(createElement(Suspense, { fallback: 'waiting' }, createElement(All)));
    for (const at of list.keys()) {
      await expect.poll(() => arrivals.length).toBe(at + 1);
      vi.advanceTimersByTime(25_000);
      arrivals[at]?.();
    }
    await expect
      .poll(() => {
        // React shows no content within 300 ms of a fallback.
        vi.advanceTimersByTime(100);
        return mounted.mock.calls.length;
      })
      .toBeTruthy();
    expect(load.mock.calls.flat()).toEqual(list);
  });

  test('lets go of an image that no component waits for any more, a minute after it came', async () => {
    holdTimers();
    const one = picture({ gate: 'body' });
    const images = preloader();
    const launches = launchesOf(images);
    const { unmount } = mount(suspended(one.url, images));
    await one.seen({ requests: 1 });
    unmount();
    const isSettled = settled(images);
    await one.open('body');
    await isSettled;
    vi.advanceTimersByTime(60_000);
    mount(suspended(one.url, images));
    await expect.poll(() => launches.length).toBe(2);
  });

  test('shows no image of the former user after `clear()`, whether it was loading or is still shown', async () => {
    const [loading, shows] = [picture({ gate: 'body' }), picture()];
    const images = preloader();
    const launches = launchesOf(images);
    const { unmount } = mount(suspended(loading.url, images));
    await loading.seen({ requests: 1 });
    const { mounted, holds } = mounting();
    await shown(mount(suspended(shows.url, images, mounted)).element);
    await holds(shows.url);
    unmount();
    images.clear();
    for (const { url } of [loading, shows]) mount(suspended(url, images));
    await expect.poll(() => launches).toEqual([loading.url, shows.url, loading.url, shows.url]);
    await loading.open('body');
  });

  test('loads an image again after `forget()`, and no other one', async () => {
    const [one, two] = [picture(), picture()];
    const images = preloader();
    const launches = launchesOf(images);
    const { mounted, holds } = mounting();
    for (const { url } of [one, two]) {
      mount(suspended(url, images, mounted));
      await holds(url);
    }
    images.forget(one.url);
    for (const { url } of [two, one]) await shown(mount(suspended(url, images)).element);
    expect(launches).toEqual([one.url, two.url, one.url]);
  });

  test('leaves no timer that would hold an image after its component has unmounted', async () => {
    const one = picture();
    const images = preloader();
    const { promise, resolve } = deferred<HTMLImageElement>();
    vi.spyOn(images, 'load').mockReturnValue(promise as never);
    const { mounted, holds } = mounting();
    holdTimers();
    const { unmount } = mount(suspended(one.url, images, mounted));
    resolve(new Image());
    await expect
      .poll(() => {
        // React shows no content within 300 ms of a fallback.
        vi.advanceTimersByTime(100);
        return mounted.mock.calls.length;
      })
      .toBeTruthy();
    await holds(one.url);
    unmount();
    await turns();
    vi.advanceTimersByTime(1000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('asks again ten seconds after a failure that no component waited for', async () => {
    holdTimers();
    const one = picture({ gate: 'headers', reset: 'headers' });
    const images = preloader();
    const launches = launchesOf(images);
    const { unmount } = mount(suspended(one.url, images));
    await one.seen({ requests: 1 });
    unmount();
    const isSettled = settled(images);
    await one.open('headers');
    await isSettled;
    vi.advanceTimersByTime(10_000);
    mount(suspended(one.url, images));
    await expect.poll(() => launches.length).toBe(2);
  });

  test('shows the image that was loaded, also after the base of a relative address has changed', async () => {
    const one = picture();
    const images = preloader();
    const base = document.createElement('base');
    onTestFinished(() => base.remove());
    const { origin, pathname, search } = new URL(one.url);
    base.href = origin;
    document.head.append(base);
    const src = `.${pathname}${search}`;
    const { element, render } = mount(suspended(src, images));
    await shown(element);
    base.href = `${origin}/elsewhere/`;
    render(suspended(src, images));
    await expect.poll(() => element.querySelector('img')?.src).toBe(one.url);
  });

  test.each<[string, ImageSource]>([
    ['its `src`', '1.png'],
    ['its `srcset`', { src: 'https://a.example/1.png', srcset: '2.png 2x' }],
  ])('loads the image that a relative address in %s names when the component mounts', async (_, source) => {
    const images = preloader();
    const Waiting = (props: { source: ImageSource; images: ReturnType<typeof preloader> }) =>
      createElement('img', { ...useSuspenseImage(props.source, { images: props.images }), alt: '' });
    const load = vi.spyOn(images, 'load').mockImplementation(() => new Promise(() => {}));
    const base = document.createElement('base');
    onTestFinished(() => base.remove());
    document.head.append(base);
    for (const folder of ['/one/', '/two/']) {
      base.href = folder;
      mount(createElement(Suspense, { fallback: '' }, createElement(Waiting, { source, images })));
      await expect.poll(() => load.mock.calls.length).toBe(folder === '/one/' ? 1 : 2);
    }
  });

  test.each([
    ['an absolute address', (url: string) => url],
    ['a relative address', (url: string) => url.replace('http:', '')],
  ])('keeps the `<img>` that a server has rendered, and asks for its image once: %s', async (_, of) => {
    const one = picture({ gate: 'body' });
    const src = of(one.url);
    const warn = vi.spyOn(console, 'error');
    onTestFinished(() => warn.mockRestore());
    const element = document.createElement('div');
    element.innerHTML = `<!--$--><img src="${src.replaceAll('&', '&amp;')}" alt=""/><!--/$-->`;
    document.body.append(element);
    const rendered = element.querySelector('img');
    const images = preloader();
    const { mounted, holds } = mounting();
    const node = createElement(Picture, { src, images, mounted });
    const root = hydrateRoot(element, createElement(Suspense, { fallback: 'waiting' }, node), {
      onRecoverableError: (error) => expect.unreachable(String(error)),
    });
    onTestFinished(() => {
      root.unmount();
      element.remove();
    });
    await expect.poll(() => images.stats().inFlight).toBe(1);
    await turns();
    expect(element.querySelector('img')).toBe(rendered);
    await one.open('body');
    await holds(src);
    expect(element.querySelector('img')).toBe(rendered);
    expect(warn).not.toHaveBeenCalled();
    expect(await one.hits()).toBe(1);
  });
});
