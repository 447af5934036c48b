// Random sequences of everything that can happen to components with the hooks, in real React. In the end each component
// shows what its last properties ask for, React has warned of nothing, and nothing is under way.

import fc from 'fast-check';
import {
  Activity,
  Component,
  createElement,
  type ReactNode,
  StrictMode,
  Suspense,
  startTransition,
  useDeferredValue,
  useEffect,
  useState,
  version,
} from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, inject, test, vi } from 'vitest';
import type { Matches } from '../../src/preload/events.ts';
import { createPreloader, type ImageRequest, type Preloader } from '../../src/preload/index.ts';
import { useImage, usePreload, useSuspenseImage } from '../../src/react/index.ts';
import { fuzz } from '../security/fuzz.ts';
import { resource } from '../support/resource.ts';
import { release } from '../support/resource-at.ts';
import { turns } from '../support/turns.ts';

const in18 = version.startsWith('18.');

/** Milliseconds that the page may take to show what it should. */
const settleTimeout = inject('env').COFLIGHT_FUZZ ? 3000 : 20_000;
/** How many pictures there are. The last one does not load. */
const count = 5;
const bad = count - 1;

/** A component. Its sources are numbers of pictures: the first one, or all for a list. */
interface Slot {
  readonly kind: 'image' | 'list' | 'suspended' | 'bare';
  readonly sources: readonly number[];
  readonly images: number;
  /** Another number is another component. */
  readonly mounted: number;
  readonly mode: 'visible' | 'hidden';
}

type Slots = readonly (Slot | undefined)[];
type Update = (change: () => void) => void;

const kinds = ['image', 'list', 'suspended', 'bare'] as const;
const updates: readonly Update[] = [(change) => change(), flushSync, startTransition];

class World {
  readonly pictures = Array.from({ length: count }, (_, at) =>
    resource({ gate: 'headers', ...(at === bad ? { status: 404 } : { image: '8x6' }) }),
  );
  // The server has two names, and connections of its own for each: images that wait do not hold up what opens gates.
  readonly urls = this.pictures.map(({ url }) => url.replace('127.0.0.1', 'localhost'));
  readonly preloaders = [this.#preloader(), this.#preloader()];
  readonly element = document.body.appendChild(document.createElement('main'));
  readonly root: Root;
  readonly wrongs: string[] = [];
  slots: Slots = [undefined, undefined, undefined, undefined];
  /** Shows these components. Set while the app is mounted. */
  show: (slots: Slots) => void = () => {};
  launches = 0;
  renders = 0;
  /** `clear()` drops what a mounted list still waits for. */
  isCleared = false;
  /** True when images are loaded to their end that no component shows: those of components that suspend, and the page's. */
  loadsOn = false;

  constructor(isStrict: boolean, isDeferred: boolean) {
    const { caught } = this;
    this.root = createRoot(this.element, {
      onCaughtError: () => {},
      onUncaughtError: caught,
      onRecoverableError: caught,
    });
    const app = createElement(App, { world: this, isDeferred });
    flushSync(() => this.root.render(isStrict ? createElement(StrictMode, null, app) : app));
  }

  readonly caught = (error: unknown): void => {
    if (!String(error).includes(`${this.urls[bad]}`)) this.wrongs.push(`throws ${error}`);
  };

  #preloader(): Preloader {
    const images = createPreloader({ idleTimeout: 0, busyTimeout: 100_000 });
    const underWay = new Set<string>();
    /** Addresses of which a second request may be under way: the first one was closed to later callers. */
    const forgotten = new Set<string>();
    images.addEventListener('launch', ({ detail: { url, srcset } }) => {
      this.launches++;
      if (underWay.has(url + srcset) && !forgotten.has(url))
        this.wrongs.push(`loads ${this.urls.indexOf(url)} twice`);
      underWay.add(url + srcset);
    });
    images.addEventListener('leave', ({ detail: { url, srcset } }) => underWay.delete(url + srcset));
    // The detail has no `srcset`: an image with one is another image at the same address, and may still be under way.
    images.addEventListener('settle', ({ detail: { url } }) => {
      for (const name of underWay) if (name.startsWith(url)) underWay.delete(name);
    });
    images.addEventListener('forget' as never, ({ detail }) => {
      const matches = detail as unknown as Matches;
      for (const url of this.urls) if (matches({ url })) forgotten.add(url);
    });
    return images;
  }

  /** A new object each time, as components make them. */
  source(at: number): ImageRequest {
    return {
      src: this.urls[at % count] ?? '',
      ...(at >= count && { srcset: `${this.urls[at % count]} 1x` }),
    };
  }

  update(at: number, slot: Slot | undefined, by: Update): void {
    if (slot && slot.kind !== 'image' && slot.kind !== 'list') this.loadsOn = true;
    this.slots = this.slots.with(at % this.slots.length, slot);
    by(() => this.show(this.slots));
  }

  /** What is wrong with a component, when nothing is under way any more. */
  wrongWith(slot: Slot, element: Element | null): string | undefined {
    const images = [...(element?.querySelectorAll('img') ?? [])];
    const text = element?.textContent ?? '';
    const name = `${JSON.stringify(slot)} shows “${text}” and ${images.map(({ src }) => this.urls.indexOf(src))}`;
    const wanted = slot.kind === 'list' ? slot.sources : slot.sources.slice(0, 1);
    const good = wanted.filter((at) => at % count !== bad);
    if (images.some(({ naturalWidth }) => !naturalWidth)) return `has not arrived: ${name}`;
    if (getComputedStyle(element ?? document.body).display === 'none') return `is hidden: ${name}`;
    if (slot.kind === 'list') {
      const [, done, failed, aborted, left] = /(\d+) (\d+) (\d+) (\d+)/.exec(text)?.map(Number) ?? [];
      const isWhole = Number(done) + Number(failed) + Number(aborted) === wanted.length && left === 0;
      if (!isWhole || (!this.isCleared && aborted)) return name;
      if (aborted) return undefined;
    } else if (!good.length) return text.includes('failed') ? undefined : name;
    const shown = images.map(({ src, srcset }) => this.urls.indexOf(src) + (srcset ? count : 0));
    return `${shown}` === `${good}` ? undefined : name;
  }

  faults(): readonly string[] {
    const busy = this.preloaders.map((images) => images.stats()).filter((one) => one.inFlight + one.waiting);
    return [
      ...new Set(this.wrongs),
      ...this.slots.flatMap(
        (slot, at) => (slot && this.wrongWith(slot, this.element.querySelector(`[data-slot="${at}"]`))) ?? [],
      ),
      ...busy.map((stats) => `is busy: ${JSON.stringify(stats)}`),
    ];
  }

  /** Resolves with what is wrong when all had time to settle. */
  async settled(): Promise<readonly string[]> {
    const end = performance.now() + settleTimeout;
    do await turns(5);
    while (this.faults().length && performance.now() < end);
    return this.faults();
  }
}

interface Props {
  readonly world: World;
  readonly slot: Slot;
}

/** Shows the errors of its children, until they ask for something else. */
class Boundary extends Component<
  { readonly name: string; readonly children: ReactNode; readonly caught: (error: unknown) => void },
  { name: string; error?: unknown }
> {
  override state: { name: string; error?: unknown } = { name: this.props.name };
  static getDerivedStateFromProps = ({ name }: { name: string }, state: { name: string }) =>
    name === state.name ? null : { name, error: undefined };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override componentDidCatch(error: unknown) {
    this.props.caught(error);
  }
  override render() {
    return this.state.error ? String(this.state.error) : this.props.children;
  }
}

const imageOf = (world: World, at: number, props: { readonly src: string; readonly srcSet?: string }) => {
  const { src, srcset } = world.source(at);
  if (props.src !== src || props.srcSet !== srcset) world.wrongs.push(`gets another image than ${at}`);
  return createElement('img', { ...props, alt: '', key: at });
};

const hooks: Record<Slot['kind'], (props: Props) => ReactNode> = {
  image({
    world,
    slot: {
      sources: [at = 0],
      images,
    },
  }) {
    const image = useImage(world.source(at), { images: world.preloaders[images] });
    return image.props ? imageOf(world, at, image.props) : image.status;
  },
  list({ world, slot: { sources, images } }) {
    const list = sources.map((at) => world.source(at));
    const { progress, images: arrived } = usePreload(list, { images: world.preloaders[images] });
    const { done, failed, aborted, left, total } = progress;
    if (done + failed + aborted + left !== total || total !== list.length) world.wrongs.push('counts wrong');
    const found = arrived.map(({ props }) =>
      sources.findIndex(
        (at) => world.source(at).src === props.src && world.source(at).srcset === props.srcSet,
      ),
    );
    if (found.some((at, next) => at <= (found[next - 1] ?? -1)))
      world.wrongs.push(`lists ${found} of ${sources}`);
    const images_ = arrived.map(({ props }, next) => imageOf(world, sources[found[next] ?? 0] ?? 0, props));
    return [`${done} ${failed} ${aborted} ${left}`, images_];
  },
  suspended({
    world,
    slot: {
      sources: [at = 0],
      images,
    },
  }) {
    return imageOf(world, at, useSuspenseImage(world.source(at), { images: world.preloaders[images] }));
  },
  bare: (props) => hooks.suspended(props),
};

const components = Object.fromEntries(
  kinds.map((kind) => [
    kind,
    (props: Props) => {
      props.world.renders++;
      return hooks[kind](props);
    },
  ]),
);

/** In React 18, which has no `Activity`, components that should be hidden stay visible. */
const Hideable = in18
  ? ({ children }: { children: ReactNode; mode?: Slot['mode'] | undefined }) => children
  : Activity;

function App({ world, isDeferred }: { readonly world: World; readonly isDeferred: boolean }): ReactNode {
  const [latest, show] = useState(world.slots);
  const deferred = useDeferredValue(latest);
  useEffect(() => {
    world.show = show;
  }, [world]);
  const slots = (isDeferred ? deferred : latest).map((slot, at) => {
    if (!slot) return null;
    const { kind, sources, images, mounted, mode } = slot;
    const own = createElement(components[kind] ?? 'b', { world, slot });
    const child = kind === 'bare' ? own : createElement(Suspense, { fallback: 'waiting' }, own);
    const children = createElement(Boundary, {
      name: `${sources} ${images}`,
      caught: world.caught,
      children: child,
    });
    const element = createElement('div', { 'data-slot': at }, createElement(Hideable, { mode, children }));
    return createElement('section', { key: `${at} ${mounted} ${kind}` }, element);
  });
  return createElement(Suspense, { fallback: 'all wait' }, slots);
}

type Act = (world: World, at: number, by: Update) => unknown;

/** A slot and its number, chosen by a number among those that are mounted. */
function slotAt({ slots }: World, at: number): readonly [number, Slot] | undefined {
  const mounted = slots.flatMap((slot, number) => (slot ? [[number, slot] as const] : []));
  return mounted[at % mounted.length];
}

const listOf = (at: number): readonly number[] => [
  ...new Set(Array.from({ length: (at % 4) + 1 }, (_, step) => (at + step * ((at % 3) + 1)) % (2 * count))),
];

let mounts = 0;

const acts: Record<string, Act> = {
  mount: (world, at, by) =>
    world.update(
      at,
      {
        kind: kinds[(at >> 2) % kinds.length] ?? 'image',
        sources: listOf(at),
        images: at % 7 ? 0 : 1,
        mounted: ++mounts,
        mode: 'visible',
      },
      by,
    ),
  unmount: (world, at, by) => world.update(at, undefined, by),
  change(world, at, by) {
    const [number, slot] = slotAt(world, at) ?? [];
    if (slot) world.update(number ?? 0, { ...slot, sources: listOf(at * 3 + 1) }, by);
  },
  grow(world, at, by) {
    const [number, slot] = slotAt(world, at) ?? [];
    if (slot)
      world.update(number ?? 0, { ...slot, sources: [...new Set([...slot.sources, at % count])] }, by);
  },
  otherUser(world, at, by) {
    const [number, slot] = slotAt(world, at) ?? [];
    if (slot) world.update(number ?? 0, { ...slot, images: 1 - slot.images }, by);
  },
  toggle(world, at, by) {
    const [number, slot] = slotAt(world, at) ?? [];
    if (slot) world.update(number ?? 0, { ...slot, mode: slot.mode === 'hidden' ? 'visible' : 'hidden' }, by);
  },
  render: (world, _, by) => by(() => world.show([...world.slots])),
  load(world, at) {
    world.loadsOn = true;
    world.preloaders[0]?.load(world.urls[at % count] ?? '').catch(() => {});
  },
  preload(world, at) {
    world.loadsOn = true;
    world.preloaders[0]?.preload(world.urls[at % count] ?? '');
  },
  pause: ({ preloaders }) => preloaders[0]?.pause(),
  resume: ({ preloaders }) => preloaders[0]?.resume(),
  clear(world, at) {
    world.isCleared = true;
    world.preloaders[at % 2]?.clear();
  },
  forget: ({ preloaders, urls }, at) => preloaders[at % 2]?.forget(urls[at % count]),
  answer: (world, at) => world.pictures[at % count]?.open('headers'),
  changeAtSettle: (world, at, by) =>
    world.preloaders[0]?.addEventListener('settle', () => acts.change?.(world, at, by), { once: true }),
  unmountAtSettle: (world, at, by) =>
    world.preloaders[0]?.addEventListener('settle', () => acts.unmount?.(world, at, by), { once: true }),
  turn: () => turns(1),
  turns: () => turns(10),
  frame: () => new Promise((resolve) => requestAnimationFrame(resolve)),
};

const steps = fc.array(
  fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(40), fc.nat(updates.length - 1)),
  { minLength: 3, maxLength: 25 },
);

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

type Steps = readonly (readonly [string, number, number])[];

const nothingWrong = { shown: [], left: [], tooMany: [], warnings: [] };

/** How a sequence is played. */
interface How {
  readonly isStrict: boolean;
  /** True when the components get their properties later, by `useDeferredValue`. */
  readonly isDeferred: boolean;
  /** True when all components unmount before their images have come. */
  readonly endsEarly: boolean;
}

/** True for what React 18 and Vitest log of an error that a boundary has caught. The boundary itself judges it. */
const isOfCaught = (message: string) =>
  in18 && /^(?:The above error occurred in |Error: Uncaught )/.test(message);

/** Plays a sequence. Returns what is wrong in the end. */
async function play({ isStrict, isDeferred, endsEarly }: How, steps: Steps): Promise<unknown> {
  const warn = vi.spyOn(console, 'error').mockImplementation(() => {});
  const world = new World(isStrict, isDeferred);
  const warnings = () => warn.mock.calls.map(String).filter((message) => !isOfCaught(message));
  const unmount = () => {
    for (const at of world.slots.keys()) world.update(at, undefined, flushSync);
    return world.settled();
  };
  try {
    for (const [name, at, by] of steps) await acts[name]?.(world, at, updates[by] as Update);
    for (const images of world.preloaders) images.resume();
    if (endsEarly && !world.loadsOn) return { ...nothingWrong, shown: await unmount(), warnings: warnings() };
    const visible = world.slots.map((slot) => slot && { ...slot, mode: 'visible' as const });
    for (const [at, slot] of visible.entries()) world.update(at, slot, flushSync);
    await Promise.all(world.pictures.map((one) => one.open('headers')));
    const shown = await world.settled();
    const left = await unmount();
    const hits = (await Promise.all(world.pictures.map((one) => one.hits()))).reduce(
      (sum, more) => sum + more,
    );
    const tooMany = hits > world.launches ? [`${hits} requests for ${world.launches} launches`] : [];
    if (world.renders > 100 * (steps.length + 10)) tooMany.push(`${world.renders} renders`);
    return { shown, left, tooMany, warnings: warnings() };
  } finally {
    world.root.unmount();
    world.element.remove();
    for (const images of world.preloaders) images.destroy();
    await release();
  }
}

test('Each component shows in the end what its last properties ask for, with one request for each image', async () => {
  const how = fc.record({ isStrict: fc.boolean(), isDeferred: fc.boolean(), endsEarly: fc.boolean() });
  const property = fc.asyncProperty(how, steps, async (how, steps) => {
    expect(await play(how, steps)).toEqual(nothingWrong);
  });
  await fuzz(20, property);
});
