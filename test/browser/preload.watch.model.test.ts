// Random sequences of everything that a page can do while its images are watched. In the end each image that is watched
// shows what the page asked for last, or has failed as it should. No image was asked for twice, and nothing is left.

import fc from 'fast-check';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { server } from 'vitest/browser';
import { createPreloader, type Preloader, watchImages } from '../../src/preload/index.ts';
import { fuzz } from '../security/fuzz.ts';
import { countLeftovers } from '../support/leftovers.ts';
import { resource } from '../support/resource.ts';
import { release } from '../support/resource-at.ts';
import { turns } from '../support/turns.ts';

/** Milliseconds that the page may take to show what it should. */
const settleTimeout = Number(inject('env').COFLIGHT_FUZZ) ? 3000 : 20_000;
/** How many pictures there are. The last one does not load. */
const count = 5;
const bad = count - 1;

/** How an element asks for its picture. `wide` and `auto` name two candidates: their own and the next one. */
type How = 'plain' | 'wide' | 'auto';
const hows: readonly How[] = ['plain', 'wide', 'auto'];

interface Watch {
  readonly root: ParentNode & Node;
  readonly images: Preloader;
  readonly stop: () => void;
}

const frames = async (): Promise<void> => {
  for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  await turns();
};

/** The frame of a sequence. It is kept for the next one, because it takes long to load. */
async function openFrame(): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.srcdoc = '<!doctype html><body></body>';
  document.body.append(frame);
  await new Promise((resolve) => {
    frame.onload = resolve;
  });
  return frame;
}

/** WebKitGTK does not know `sizes="auto"`. */
const knowsAuto = () => {
  const image = Object.assign(new Image(), { loading: 'lazy', sizes: 'auto' });
  document.body.append(image);
  const { contain } = getComputedStyle(image);
  image.remove();
  return contain.includes('size');
};

class World {
  readonly pictures = Array.from({ length: count }, (_, at) =>
    resource({ gate: 'headers', ...(at === bad ? { status: 404 } : { image: '8x6' }) }),
  );
  // The server has two names, and connections of its own for each: images that wait do not hold up what opens gates.
  readonly urls = this.pictures.map(({ url }) => url.replace('127.0.0.1', 'localhost'));
  readonly connection = Object.assign(new EventTarget(), { effectiveType: '4g' });
  readonly page = document.createElement('main');
  readonly near = document.createElement('div');
  readonly far = document.createElement('div');
  readonly host = document.createElement('div');
  readonly shadow = this.host.attachShadow({ mode: 'open' });
  readonly outside = document.createElement('div');
  readonly limbo = document.createElement('div');
  readonly template = document.createElement('template');
  readonly frame: HTMLIFrameElement;
  readonly images: HTMLImageElement[] = [];
  readonly watches = new Set<Watch>();
  readonly preloaders: readonly [Preloader, Preloader];
  readonly errors = new WeakMap<EventTarget, number>();
  readonly wrongs: string[] = [];
  readonly left: () => number;
  readonly auto = knowsAuto();
  isHidden = false;
  isDestroyed = false;
  /** True when the page loads images by itself, which nothing of this ends. */
  loadsOn = false;
  launches = 0;
  leaves = 0;
  /** Requests that browsers may send by themselves, because the page changed what an element shows. */
  own = 0;

  constructor(frame: HTMLIFrameElement) {
    this.frame = frame;
    Object.defineProperty(navigator, 'connection', { value: this.connection, configurable: true });
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() =>
      this.isHidden ? 'hidden' : 'visible',
    );
    this.left = countLeftovers(document, this.connection, this.frame.contentWindow as Window);
    this.page.append(this.near, this.far, this.host);
    document.body.append(this.page, this.outside);
    this.place(this.far, true);
    this.preloaders = [this.#preloader('wait'), this.#preloader('skip')];
    for (const place of [this.page, this.outside, this.shadow, this.body])
      place.addEventListener('error', this.#failed, true);
    this.watch(0);
  }

  get body(): HTMLElement {
    return (this.frame.contentDocument as Document).body;
  }

  get places(): readonly (ParentNode & Node)[] {
    return [this.near, this.near, this.far, this.shadow, this.body, this.outside, this.limbo];
  }

  place(box: HTMLElement, isFar: boolean): void {
    box.style.cssText = isFar ? 'position: absolute; top: 100000px' : '';
  }

  #preloader(slow: 'wait' | 'skip'): Preloader {
    const images = createPreloader({ idleTimeout: 0, busyTimeout: 100_000, slow });
    const underWay = new Set<string>();
    const nameOf = ({
      url,
      srcset,
      request,
    }: {
      url: string;
      srcset?: string | undefined;
      request?: unknown;
    }) => `${url} ${srcset} ${!request}`;
    const ids = new Map<unknown, string>();
    images.addEventListener('launch', ({ detail }) => {
      const name = nameOf(detail);
      this.launches++;
      if (underWay.has(name)) this.wrongs.push(`loads ${this.at(detail.url)} twice`);
      underWay.add(name);
      ids.set(detail.id, name);
    });
    images.addEventListener('leave', () => this.leaves++);
    for (const type of ['leave', 'settle'] as const)
      images.addEventListener(type, ({ detail }) => underWay.delete(ids.get(detail.id) ?? ''));
    images.addEventListener('forget' as never, () => underWay.clear());
    return images;
  }

  at(url: string): number {
    return this.urls.indexOf(url);
  }

  watch(at: number): void {
    const root = [this.page, this.shadow, this.frame.contentDocument, document][at % 4] as Watch['root'];
    const images = this.preloaders[at % 5 === 4 ? 1 : 0];
    const watch = { root, images, stop: watchImages(root, { images }) };
    this.watches.add(watch);
  }

  stop(watch: Watch | undefined): void {
    watch?.stop();
    if (watch) this.watches.delete(watch);
  }

  ask(image: HTMLImageElement, at: number, how: How = 'plain'): void {
    const [own, next] = [this.urls[at % count], this.urls[(at + 1) % count]];
    this.errors.delete(image);
    Object.assign(image.dataset, { asked: `${at % count}`, how });
    image.dataset.src = own;
    if (how === 'plain') delete image.dataset.srcset;
    else {
      // The events of a preloader do not name the `sizes`, so each `srcset` has its own.
      image.dataset.srcset = `${own} 8w,${how === 'auto' ? ' ' : ''} ${next} 16w`;
      image.sizes = how === 'auto' ? 'auto' : (at % count) % 2 ? '8px' : '700px';
      if (how === 'auto') image.loading = 'lazy';
    }
  }

  make(at: number, how: How = hows[at % 3] ?? 'plain'): HTMLImageElement {
    const image = document.createElement('img');
    image.style.cssText = 'width: 8px; height: 6px';
    this.ask(image, at, how);
    this.images.push(image);
    return image;
  }

  source(at: number): HTMLSourceElement {
    const source = document.createElement('source');
    if (at % 3 === 0) source.media = '(max-width: 1px)';
    source.dataset.asked = `${at % count}`;
    source.dataset.srcset = this.urls[at % count];
    return source;
  }

  /** The number of the picture that an element should show. Undefined when it asks for none. */
  chosen(image: HTMLImageElement): number | undefined {
    const { asked, how } = image.dataset;
    if (asked === undefined) return undefined;
    const parent = image.parentElement;
    const before = parent?.localName === 'picture' ? [...parent.children] : [];
    const source = (before.slice(0, before.indexOf(image)) as HTMLSourceElement[]).find(
      ({ dataset, media }) => dataset.asked && !media,
    );
    if (source) return Number(source.dataset.asked);
    const isLarge = image.sizes === '700px' || (image.sizes.startsWith('auto') && !this.auto);
    return how === 'plain' || !isLarge ? Number(asked) : (Number(asked) + 1) % count;
  }

  isWatched(image: Node, images?: Preloader): boolean {
    return [...this.watches].some(
      (watch) => watch.root.contains(image) && (!images || watch.images === images),
    );
  }

  /** What is wrong with an element, when nothing is under way any more. */
  wrongWith(image: HTMLImageElement): string | undefined {
    const chosen = this.chosen(image);
    if (chosen === undefined) return undefined;
    const { dataset, currentSrc, naturalWidth } = image;
    const waits = dataset.src !== undefined || dataset.srcset !== undefined;
    // An image whose candidate depends on its width waits until it has one.
    if (dataset.how === 'auto' && !image.width) return undefined;
    if (waits) return chosen === bad && this.errors.get(image) ? undefined : `waits: ${image.outerHTML}`;
    // Firefox shows a lazy image only near the view, also one that it has.
    const isFar = image.loading === 'lazy' && image.getBoundingClientRect().top > 50_000;
    if (server.browser === 'firefox' && isFar && !currentSrc) return undefined;
    // Chromium prefers a larger candidate that it has.
    const larger = dataset.how === 'plain' ? chosen : (Number(dataset.asked) + 1) % count;
    if (![chosen, larger].includes(this.at(currentSrc)))
      return `shows ${this.at(currentSrc)} instead of ${chosen}: ${image.outerHTML}`;
    return naturalWidth ? undefined : `has not arrived: ${image.outerHTML}`;
  }

  /** What is wrong with the elements that these preloaders must have loaded, and with the preloaders. */
  faults(...preloaders: readonly Preloader[]): readonly string[] {
    const roots = [...this.watches]
      .filter(({ images, root }) => preloaders.includes(images) && root.isConnected)
      .map(({ root }) => root);
    const elements = new Set(roots.flatMap((root) => [...root.querySelectorAll('img')]));
    const busy = preloaders.map((images) => images.stats()).filter((stats) => stats.inFlight + stats.waiting);
    return [
      ...this.wrongs,
      ...[...elements].flatMap((image) => this.wrongWith(image) ?? []),
      ...busy.map((stats) => `is busy: ${JSON.stringify(stats)}`),
    ];
  }

  /** Resolves with what is wrong when all had time to settle. */
  async settled(...preloaders: readonly Preloader[]): Promise<readonly string[]> {
    const end = performance.now() + settleTimeout;
    await frames();
    while (this.faults(...preloaders).length && performance.now() < end) await frames();
    return this.faults(...preloaders);
  }

  readonly #failed = ({ target }: Event): void => {
    const image = target as HTMLImageElement;
    this.errors.set(image, (this.errors.get(image) ?? 0) + 1);
    if (this.chosen(image) !== bad && !this.isDestroyed) this.wrongs.push(`fails: ${image.outerHTML}`);
  };

  end(): void {
    for (const watch of this.watches) this.stop(watch);
    for (const images of this.preloaders) images.destroy();
    for (const place of [this.page, this.outside]) place.remove();
    this.body.replaceChildren();
  }
}

type Act = (world: World, at: number) => unknown;

const imageAt = ({ images }: World, at: number) => images[at % images.length];
const placeAt = ({ places }: World, at: number) => places[at % places.length] as ParentNode & Node;

/** Puts an element anywhere. */
function put(world: World, at: number, node: Node | undefined): void {
  const place = placeAt(world, at);
  if (!node) return;
  // Chromium forgets an uncacheable image of one document when it loads the image for another one.
  if (place === world.body) world.own = Number.POSITIVE_INFINITY;
  leavePicture(world, node);
  place.append(node);
}

/** The browser may take another candidate for an image that leaves its picture, and may go on showing the former one. */
function leavePicture(world: World, node: Node): void {
  if (!(node instanceof HTMLImageElement) || node.parentElement?.localName !== 'picture') return;
  world.own++;
  if (node.dataset.src === undefined) delete node.dataset.asked;
}

/** Everything else of a picture may decide which candidate the browser takes. */
const acts: Record<string, Act> = {
  add: (world, at) => put(world, at, world.make(at)),
  addPlain: (world, at) => put(world, at, world.make(at, 'plain')),
  addPicture(world, at) {
    const element = document.createElement('picture');
    element.append(world.source(at), world.source(at + 2), world.make(at + 1));
    put(world, at, element);
  },
  addSection(world, at) {
    const section = document.createElement('section');
    section.append(world.make(at), world.make(at + 1, 'plain'));
    put(world, at, section);
  },
  remove(world, at) {
    const image = imageAt(world, at);
    if (image) leavePicture(world, image);
    image?.remove();
  },
  removeParent: (world, at) => {
    const parent = imageAt(world, at)?.parentElement;
    if (parent && /section|picture/.test(parent.localName)) parent.remove();
  },
  move: (world, at) => put(world, at * 3, imageAt(world, at)),
  moveParent: (world, at) => {
    const parent = imageAt(world, at)?.parentElement;
    if (parent && /section|picture/.test(parent.localName)) put(world, at * 3, parent);
  },
  async moveInPlace(world, at) {
    const image = imageAt(world, at);
    if (image) leavePicture(world, image);
    await turns(1);
    const { leaves } = world;
    image?.parentNode?.prepend(image);
    for (let step = 0; step < 3; step++) await undefined;
    if (world.leaves > leaves) world.wrongs.push('ends the request of an image that is moved');
  },
  change: (world, at) => {
    const image = imageAt(world, at);
    if (image) world.ask(image, at * 3 + 1, hows[at % 2]);
  },
  unset: (world, at) => {
    const image = imageAt(world, at);
    for (const name of ['data-src', 'data-srcset', 'data-asked']) image?.removeAttribute(name);
  },
  changeSource(world, at) {
    const image = imageAt(world, at);
    const source = image?.parentElement?.querySelector('source');
    if (!image || !source) return;
    source.dataset.asked = `${at % count}`;
    source.dataset.srcset = world.urls[at % count];
    world.ask(image, at + 1);
  },
  removeThenChange(world, at) {
    acts.remove?.(world, at);
    acts.change?.(world, at);
  },
  removeThenFill(world, at) {
    const section = imageAt(world, at)?.closest('section');
    section?.remove();
    section?.append(world.make(at, 'plain'));
  },
  replaceHtml(world, at) {
    const place = placeAt(world, at) as Element;
    place.innerHTML = place.innerHTML as string;
    world.images.push(...place.querySelectorAll('img'));
  },
  clone(world, at) {
    const image = imageAt(world, at)?.cloneNode() as HTMLImageElement | undefined;
    if (image) world.images.push(image);
    put(world, at * 3, image);
  },
  useTemplate(world, at) {
    world.template.content.append(world.make(at));
    world.page.append(world.template);
    const copy = document.importNode(world.template.content, true);
    world.images.push(...copy.querySelectorAll('img'));
    placeAt(world, at).append(copy);
  },
  hide: ({ near }, at) => {
    near.style.display = at % 2 ? 'none' : '';
  },
  scroll: (world, at) => world.place(world.far, at % 2 > 0),
  scrollNear: (world, at) => world.place(world.near, at % 2 > 0),
  watch: (world, at) => world.watch(at),
  stop: (world, at) => world.stop([...world.watches][at % world.watches.size]),
  load(world, at) {
    world.loadsOn = true;
    world.preloaders[0].load(world.urls[at % count] ?? '').catch(() => {});
  },
  preload(world, at) {
    world.loadsOn = true;
    world.preloaders[0].preload(world.urls[at % count] ?? '');
  },
  replace: ({ preloaders }) => void preloaders[0].replace([]),
  clear: ({ preloaders }, at) => preloaders[at % 2]?.clear(),
  forget: ({ preloaders, urls }, at) => preloaders[at % 2]?.forget(urls[at % count]),
  pause: ({ preloaders }) => preloaders[0].pause(),
  resume: ({ preloaders }) => preloaders[0].resume(),
  destroy(world) {
    world.isDestroyed = true;
    world.preloaders[1].destroy();
  },
  slow: ({ connection }) => setConnection(connection, '2g'),
  fast: ({ connection }) => setConnection(connection, '4g'),
  hideTab: (world) => setHidden(world, true),
  showTab: (world) => setHidden(world, false),
  /** What a listener does happens in the middle of the preloader's own work. */
  changeAtSettle: (world, at) => once(world, 'settle', () => acts.change?.(world, at)),
  unsetAtSettle: (world, at) => once(world, 'settle', () => acts.unset?.(world, at)),
  moveAtSettle: (world, at) => once(world, 'settle', () => acts.move?.(world, at)),
  removeAtLaunch: (world, at) => once(world, 'launch', () => acts.remove?.(world, at)),
  stopAtSettle: (world, at) => once(world, 'settle', () => acts.stop?.(world, at)),
  answer: (world, at) => world.pictures[at % count]?.open('headers'),
  frame: () => new Promise((resolve) => requestAnimationFrame(resolve)),
  frames,
  turn: () => turns(1),
};

const once = ({ preloaders }: World, type: 'settle' | 'launch', listener: () => void) =>
  preloaders[0].addEventListener(type, listener, { once: true });

function setConnection(connection: World['connection'], effectiveType: string): void {
  connection.effectiveType = effectiveType;
  connection.dispatchEvent(new Event('change'));
}

function setHidden(world: World, isHidden: boolean): void {
  world.isHidden = isHidden;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** A sequence without images shows nothing. */
const names: readonly string[] = [
  ...Object.keys(acts),
  ...['add', 'addPlain', 'addPicture', 'frames', 'answer'].flatMap((name) => Array(4).fill(name)),
];
const steps = fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(20)), {
  minLength: 3,
  maxLength: 30,
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  Reflect.deleteProperty(navigator, 'connection');
});

type Steps = readonly (readonly [string, number])[];

const nothingWrong = { first: [], all: [], tooMany: [], left: 0 };

/** What the page does in the end, before the images that are under way have come. */
type End = 'waits' | 'stops' | 'removes all';

/** Plays a sequence. Returns what is wrong in the end. */
async function play(steps: Steps, end: End, frame: HTMLIFrameElement): Promise<unknown> {
  const world = new World(frame);
  const { preloaders } = world;
  try {
    for (const [name, at] of steps) await acts[name]?.(world, at);
    setConnection(world.connection, '4g');
    setHidden(world, false);
    for (const images of preloaders) images.resume();
    if (end !== 'waits' && !world.loadsOn) {
      for (const watch of end === 'stops' ? world.watches : []) world.stop(watch);
      for (const place of [world.page, world.outside, world.shadow, world.body]) place.replaceChildren();
      return { ...nothingWrong, first: await world.settled(...preloaders) };
    }
    await Promise.all(world.pictures.map((one) => one.open('headers')));
    const first = await world.settled(preloaders[0]);
    for (const box of [world.near, world.far]) world.place(box, false);
    const all = await world.settled(...(world.isDestroyed ? [preloaders[0]] : preloaders));
    const hits = (await Promise.all(world.pictures.map((one) => one.hits()))).reduce(
      (sum, more) => sum + more,
    );
    const tooMany =
      hits > world.launches + world.own ? [`${hits} requests for ${world.launches} launches`] : [];
    world.end();
    return { first, all, tooMany, left: world.left() };
  } finally {
    world.end();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    await release();
  }
}

test('Each image that a page watches shows in the end what the page asked for, with one request', async () => {
  const frame = await openFrame();
  const end = fc.constantFrom<End>('waits', 'waits', 'waits', 'stops', 'removes all');
  const property = fc.asyncProperty(steps, end, async (steps, end) => {
    expect(await play(steps, end, frame)).toEqual(nothingWrong);
  });
  await fuzz(20, property);
});
