// Random sequences of what pages, their browser and the network do, with the real code of both sides: the wrapped fetch, the
// preloader and `register` in pages, the ready-made worker. In the end every promise has settled, every caller that waited
// has an answer that is no older than a write before its call, and nothing is under way.

import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import type { FetchStats } from '../../src/index.ts';
import { version, type WorkerStats } from '../../src/protocol/messages.ts';
import type { RegisteredWorker, RegisterResult } from '../../src/register/index.ts';
import { fuzz } from '../security/fuzz.ts';
import { scriptFrom } from '../support/realm.ts';
import { Browser, origin, type Page, pass } from '../support/simulated-browser.ts';
import { unhandled } from '../support/unhandled.ts';

type Exports = typeof import('../../src/index.ts') &
  typeof import('../../src/preload/index.ts') &
  typeof import('../../src/register/index.ts');

let pageScript: string;
let workerScript: string;
beforeAll(async () => {
  pageScript = await scriptFrom(`
    export * from './index.ts';
    export * from './preload/index.ts';
    export * from './register/index.ts';
  `);
  workerScript = await scriptFrom(`import './service-worker/coflight-sw.ts';`);
});

/** A clock, by which an answer may be judged: numbers of events, and milliseconds. */
interface Moment {
  readonly event: number;
  readonly time: number;
}

interface Call extends Moment {
  readonly tab: Tab;
  readonly url: string;
  readonly control: AbortController;
  readonly isWrapped: boolean;
  readonly isImage: boolean;
  /** True when the page tells its worker of an abort. */
  readonly isTold: boolean;
  /** The text of the answer, or its error. */
  end: string | undefined;
  error: unknown;
}

interface Write extends Moment {
  readonly tab: Tab;
  readonly isWrapped: boolean;
  /** The URL to which it is redirected. */
  readonly finalUrl: string | undefined;
  readonly isHeard: boolean;
  /** When the server has got and answered it: numbers of events. */
  sent: number;
  answered: number;
  /** When its page knows. */
  known: Moment | undefined;
  isOdd: boolean;
}

/** Milliseconds after which all messages about a change have arrived. */
const spread = 150;
const other = 'https://api.example';
const urls = [`${origin}/a`, `${origin}/b`, `${other}/c`];
const options = [
  {},
  { match: ['/a', '/todos'] },
  { match: ['/a', '/b', `${other}/*`] },
  { ignoreHeaders: ['x-trace'] },
];

/** A page with what its program has made. */
class Tab {
  readonly world: World;
  readonly page: Page;
  readonly fetch: ReturnType<Exports['createFetch']>;
  readonly images: ReturnType<Exports['createPreloader']>;
  readonly exports: Exports;
  readonly registers: Promise<RegisterResult>[] = [];
  readonly workers: RegisteredWorker[] = [];
  readonly watches: (() => void)[] = [];
  /** When it began to listen to the worker, and to tell it of its images. */
  heard: number | undefined;
  heardImages: number | undefined;
  /** True once it was frozen, closed or has unregistered: it may not have heard everything. */
  isOdd = false;
  /** True when the worker may not know that its calls have ended. */
  isUntold = false;

  constructor(world: World, page: Page) {
    this.world = world;
    this.page = page;
    this.exports = page.exported as Exports;
    this.fetch = this.exports.createFetch();
    this.images = this.exports.createPreloader({ idleTimeout: 0 });
  }

  get isLive(): boolean {
    return this.page.isOpen && !this.page.isFrozen;
  }

  register(at: number): void {
    const listenTo = [[this.fetch, this.images], this.fetch, [this.images, this.fetch]][at % 3] as never;
    const result = this.exports.register('/coflight-sw.js', { ...options[this.world.choice], listenTo });
    this.registers.push(result);
    this.world.promise(this, result);
    result.then(({ worker }) => {
      if (!worker) return;
      this.workers.push(worker);
      this.heard ??= performance.now();
      if (at % 3 !== 1) this.heardImages ??= performance.now();
    });
  }

  call(url: string, how: 'wrapped' | 'native' | 'preload' | 'load'): void {
    const { world } = this;
    const control = new AbortController();
    const { signal } = control;
    const call: Call = {
      tab: this,
      url,
      control,
      isWrapped: how === 'wrapped',
      isImage: how === 'load',
      isTold:
        (how === 'wrapped' ? this.heard : how === 'native' ? undefined : this.heardImages) !== undefined,
      ...world.moment(),
      end: undefined,
      error: undefined,
    };
    world.calls.push(call);
    const source = { src: url, as: this.exports.asBlob() };
    const read = async () => {
      if (how === 'wrapped') return (await this.fetch(url, { signal })).text();
      if (how === 'native') return (await this.page.fetch(url, { signal })).text();
      return (await this.images.load(source, { signal })).text();
    };
    if (how === 'preload') {
      world.calls.pop();
      world.preloads.push(call);
      const group = this.images.preload(source);
      signal.addEventListener('abort', () => group.cancel());
      world.promise(this, group.done);
      return;
    }
    const answer = read().then(
      (text) => {
        call.end = text;
      },
      (error) => {
        call.error = error;
        call.end = '';
      },
    );
    world.promise(this, answer);
  }

  /** Sends a write. Then it reads at once what it has changed, if it is to. */
  write(isWrapped: boolean, finalUrl: string | undefined, readUrl?: string): void {
    const { world } = this;
    const { served } = this.page;
    const write: Write = {
      tab: this,
      isWrapped,
      finalUrl,
      ...world.moment(),
      isHeard: !!this.heard && !!served,
      sent: Infinity,
      answered: Infinity,
      known: undefined,
      isOdd: false,
    };
    world.writes.push(write);
    const url = `${origin}/todos?${world.writes.length}`;
    const send = isWrapped ? this.fetch : this.page.fetch.bind(this.page);
    const read = async () => {
      const response = await send(url, { method: 'POST', body: 'x' });
      if (isWrapped) write.known = world.moment();
      if (readUrl && !world.isLeft) this.call(readUrl, 'wrapped');
      await response.text();
      write.known ??= world.moment();
    };
    world.promise(
      this,
      read().catch(() => {}),
    );
  }
}

class World {
  readonly browser: Browser;
  readonly tabs: Tab[] = [];
  readonly calls: Call[] = [];
  readonly writes: Write[] = [];
  readonly preloads: Call[] = [];
  readonly promises: { readonly tab: Tab; isSettled: boolean }[] = [];
  readonly wrongs: string[] = [];
  choice = 0;
  isCut = false;
  /** True when all callers leave. */
  isLeft = false;

  /** True when a worker may have forgotten a write. */
  get isRestarted(): boolean {
    return this.browser.versions.length > 1 || this.browser.versions.some(({ starts }) => starts > 1);
  }

  #build = 0;
  #lag: number;

  constructor(seed: number, { hasRoutes, lag }: { hasRoutes: boolean; lag: number }) {
    let state = seed || 1;
    const delay = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state % 3 ? state % 5 : state % 16;
    };
    this.#lag = lag;
    this.browser = new Browser(this.file(version), { delay, hasRoutes });
    this.open();
    this.open();
  }

  file(version: string): string {
    return `// ${++this.#build}\n${workerScript.replace(/const version = '[\d.]+'/, `const version = '${version}'`)}`;
  }

  moment(): Moment {
    return { event: this.browser.server.next(), time: performance.now() };
  }

  open(isHard = false): Tab {
    const tab = new Tab(this, this.browser.open(pageScript, { lag: this.#lag, isHard }));
    this.tabs.push(tab);
    return tab;
  }

  promise(tab: Tab, promise: Promise<unknown>): void {
    const one = { tab, isSettled: false };
    this.promises.push(one);
    const settle = () => {
      one.isSettled = true;
    };
    promise.then(settle, settle);
  }

  /** A page that is open and not frozen, chosen by a number. */
  tab(at: number): Tab {
    const live = this.tabs.filter(({ isLive }) => isLive);
    return live[at % live.length] ?? this.open();
  }

  get server() {
    return this.browser.server;
  }

  answerWrite(at: number): void {
    const served = this.server.open('POST')[0];
    if (!served) return;
    const write = this.writes[Number(served.url.split('?')[1]) - 1];
    if (!write) return;
    write.sent = served.launched;
    if (at % 7 === 6) this.server.fail(served);
    else this.server.answer(served, write.finalUrl ? { finalUrl: write.finalUrl } : {});
    write.answered = served.answered;
  }

  stop(isForced: boolean): void {
    const { active } = this.browser;
    if (!active?.instance || (!isForced && !active.isIdle)) return;
    if (isForced) this.isCut = true;
    active.stop();
  }
}

type Act = (world: World, at: number) => unknown;
const pick = <One>(list: readonly One[], at: number): One | undefined => list[at % list.length];
/** Half of the calls are for one URL, so that many can share. */
const urlOf = (at: number) => urls[[0, 1, 0, 2][(at >> 2) % 4] ?? 0] as string;

const acts: Record<string, Act> = {
  register: (world, at) => world.tab(at).register(at),
  call: (world, at) => world.tab(at).call(urlOf(at), 'wrapped'),
  callAgain: (world, at) => world.tab(at).call(urlOf(at), 'wrapped'),
  native: (world, at) => world.tab(at).call(urlOf(at), 'native'),
  load: (world, at) => world.tab(at).call(urlOf(at), 'load'),
  preload: (world, at) => world.tab(at).call(urlOf(at), 'preload'),
  abort: (world, at) => pick(world.calls, at)?.control.abort(),
  abortLast: (world) => world.calls.at(-1)?.control.abort(),
  repeat(world) {
    const call = world.calls.at(-1);
    if (!call?.tab.isLive) return;
    call.control.abort();
    call.tab.call(call.url, call.isWrapped ? 'wrapped' : 'load');
  },
  cancel: (world, at) => pick(world.preloads, at)?.control.abort(),
  write: (world, at) =>
    world.tab(at).write(true, at % 5 ? undefined : `${other}/moved`, at % 3 ? urlOf(at) : undefined),
  writeNative: (world, at) => world.tab(at).write(false, undefined),
  answerWrite: (world, at) => world.answerWrite(at),
  answer: (world, at) => world.server.answer(pick(world.server.open('GET'), at)),
  answerLong: (world, at) =>
    world.server.answer(pick(world.server.open('GET'), at), { headers: { 'content-length': `${2 ** 26}` } }),
  answerOfOther: (world, at) => world.server.answer(pick(world.server.open('GET'), at), { type: 'cors' }),
  answerVarying: (world, at) =>
    world.server.answer(pick(world.server.open('GET'), at), { headers: { vary: '*' } }),
  end: (world, at) => world.server.end(pick(world.server.arriving, at)),
  fail: (world, at) => world.server.fail(pick(world.server.open('GET'), at)),
  open: (world) => world.open(),
  openHard: (world) => world.open(true),
  close(world, at) {
    const tab = pick(world.tabs, at);
    if (!tab) return;
    tab.isOdd = true;
    tab.isUntold ||= tab.page.isFrozen || !tab.heard;
    tab.page.close();
  },
  reload(world, at) {
    acts.close?.(world, at);
    world.open().register(at);
  },
  freeze(world, at) {
    const tab = world.tab(at);
    tab.isOdd = true;
    tab.isUntold = true;
    tab.page.freeze();
  },
  resume(world) {
    for (const { page } of world.tabs) if (page.isFrozen) page.resume();
  },
  stopIdle: (world) => world.stop(false),
  kill: (world) => world.stop(true),
  deploy(world, at) {
    world.browser.file = world.file(['0.0.1', version, '9.9.9'][at % 3] as string);
    world.browser.update();
  },
  apply: (world, at) => pick(world.tab(at).workers, at)?.applyUpdate(),
  choose(world, at) {
    world.choice = at % options.length;
  },
  stats(world, at) {
    const tab = world.tab(at);
    const stats = pick(tab.workers, at)?.stats();
    if (stats) world.promise(tab, stats);
  },
  watch(world, at) {
    const tab = world.tab(at);
    const stop = pick(tab.workers, at)?.watch(() => {}, 200);
    if (stop) tab.watches.push(stop);
  },
  forget(world, at) {
    const tab = world.tab(at);
    tab.fetch.forget();
    const forgotten = pick(tab.workers, at)?.forget(at % 2 ? urlOf(at) : undefined);
    if (forgotten) world.promise(tab, forgotten);
  },
  leave: (world, at) => pick(world.tab(at).workers, at)?.leave(urlOf(at)),
  unregister(world, at) {
    const tab = world.tab(at);
    const worker = tab.workers.pop();
    if (!worker) return;
    // Other pages may no longer be served.
    for (const one of world.tabs) one.isOdd = one.isUntold = true;
    world.promise(tab, worker.unregister());
  },
  turn: () => pass(0),
  moment: (_, at) => pass(at * 3),
  moments: (_, at) => pass(at * 10),
  while: (_, at) => pass(at * 100),
};

/** Returns what is wrong with the answer of a call. */
function wrongWith(call: Call, world: World): string | undefined {
  const { tab, url, control, end, error } = call;
  if (!tab.page.isOpen || control.signal.aborted) return;
  const served = world.server.served.filter((one) => one.url === url);
  if (error) return world.isCut || served.some(({ failed }) => failed) ? undefined : `${url}: ${error}`;
  const [path, launched] = (end ?? '').split(' ');
  if (path !== new URL(url).pathname) return `${url}: ${end}`;
  // Writes of a page fence no images of its preloader.
  if (call.isImage) return;
  const isOld = (event: number) => !(Number(launched) > event);
  for (const write of world.writes) {
    // A wrapped fetch does not see what its own page writes without it.
    if (write.tab === tab && call.isWrapped && !write.isWrapped) continue;
    const { known } = write;
    const isHome = new URL(url).origin === origin;
    const isOwn = write.tab === tab && write.isWrapped && call.isWrapped;
    const begun = isOwn ? call.event > write.event : isTold(call, write) && call.time > write.time + spread;
    if (isHome && begun && isOld(write.event))
      return `${url}, called at ${call.event}, after a write began at ${write.event}: ${end}`;
    if (!known || !(isHome || (write.finalUrl && write.isWrapped))) continue;
    // A new start of the worker, and the origin of a redirect, wait for the message of the page.
    // So does a write after another one of the page, about which that may have said nothing in time.
    const isDoubted = world.writes.some((one) => one.tab === tab && !one.isWrapped && one.time < write.time);
    const isSure =
      isOwn &&
      isHome &&
      !world.isRestarted &&
      !isDoubted &&
      (isTold(call, write) || !world.browser.versions.length);
    const ended = isSure ? call.event > known.event : isTold(call, write) && call.time > known.time + spread;
    if (ended && isOld(write.answered))
      return `${url}, called at ${call.event}, after a write was answered at ${write.answered}: ${end}`;
  }
  return;
}

/** True when both pages talk to the worker, and have done so since before the write. */
function isTold({ tab, isWrapped }: Call, write: Write): boolean {
  const listens = (one: Tab) => (one.heard ?? Infinity) < write.time && !one.isOdd;
  return write.isHeard && listens(write.tab) && (isWrapped ? listens(tab) : !tab.isOdd);
}

/** Ends what is under way, round by round, until no one waits. */
async function finish(world: World): Promise<void> {
  const { server } = world;
  for (const { page, watches } of world.tabs) {
    if (page.isFrozen) page.resume();
    for (const stop of watches) stop();
  }
  const isWaiting = () => world.promises.some(({ tab, isSettled }) => tab.page.isOpen && !isSettled);
  for (let round = 0; round < 80 && (isWaiting() || round < 3); round++) {
    await pass(500);
    while (server.open('POST').length) world.answerWrite(0);
    for (const one of server.open('GET')) server.answer(one);
    await pass(500);
    for (const one of server.arriving) server.end(one);
  }
}

/** After all callers have left, the requests end of which the worker knows that no one waits for them. */
async function checkEnds(world: World, lag: number): Promise<void> {
  await pass(15_000);
  if (lag || world.isRestarted || world.tabs.some(({ isUntold }) => isUntold)) return;
  const untold = [...world.calls, ...world.preloads].filter(({ isTold }) => !isTold).map(({ url }) => url);
  expect(world.server.open('GET').filter(({ url, isOwn }) => !isOwn && !untold.includes(url))).toEqual([]);
}

function statsAddUp({ calls, launched, joined, bypassed, settled, inFlight }: FetchStats): boolean {
  return calls <= launched + joined + bypassed && settled === launched + bypassed && inFlight === 0;
}

async function checkWorker(world: World): Promise<void> {
  const { active } = world.browser;
  const tab = world.tabs.find(({ page, workers }) => page.isOpen && workers.length && page.served === active);
  const asked = tab?.workers[0]?.stats().catch(() => undefined);
  await pass(2_000);
  const stats = await asked;
  if (!stats || !active?.instance) return;
  const { all, inFlight, page } = stats as WorkerStats;
  expect({ inFlight, launched: all.launched }).toEqual({ inFlight: 0, launched: active.instance.sent.count });
  expect(all.calls).toBeLessThanOrEqual(all.launched + all.joined + all.bypassed);
  for (const [name, count] of Object.entries(page))
    expect(count, name).toBeLessThanOrEqual(all[name as keyof typeof all]);
}

/** Unregisters all handles of all pages. Then no listener is left. */
async function checkTraces(world: World): Promise<void> {
  let isUnregistered = false;
  for (const { page, workers } of world.tabs) {
    if (!page.isOpen) continue;
    isUnregistered ||= workers.length > 0;
    for (const worker of workers) worker.unregister();
    const { registration } = workers[0] ?? {};
    expect([
      getEventListeners(page.window, 'pagehide').length,
      getEventListeners(page.container, 'message').length,
      registration ? getEventListeners(registration, 'updatefound').length : 0,
    ]).toEqual([0, 0, 0]);
    const told = page.told.length;
    const tab = world.tabs.find((one) => one.page === page) as Tab;
    const control = new AbortController();
    tab.fetch(`${origin}/last`, { signal: control.signal }).catch(() => {});
    tab.fetch(`${origin}/todos`, { method: 'POST', signal: control.signal }).catch(() => {});
    control.abort();
    await pass(200);
    page.close();
    expect(page.told.slice(told)).toEqual([]);
  }
  await pass(100);
  if (isUnregistered) expect(world.browser.active?.state).toBeUndefined();
}

const run = async (
  steps: readonly (readonly [string, number])[],
  seed: number,
  how: { readonly hasRoutes: boolean; readonly lag: number },
  leave: boolean,
) => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const world = new World(seed, how);
  const errors = await unhandled(async () => {
    for (const [name, at] of steps) {
      await pass(1);
      await acts[name]?.(world, at);
    }
    if (leave) {
      world.isLeft = true;
      for (const { page } of world.tabs) if (page.isFrozen) page.resume();
      for (const { control } of world.calls) control.abort();
      for (const { control } of world.preloads) control.abort();
      await checkEnds(world, how.lag);
    }
    await finish(world);
    expect(world.promises.filter(({ tab, isSettled }) => tab.page.isOpen && !isSettled)).toEqual([]);
    expect(world.calls.map((call) => wrongWith(call, world)).filter(Boolean)).toEqual([]);
    await pass(70_000);
    for (const { page, fetch } of world.tabs)
      if (page.isOpen) expect(fetch.stats(), page.id).toSatisfy(statsAddUp);
    await checkWorker(world);
    await checkTraces(world);
  });
  vi.useRealTimers();
  expect(errors).toEqual([]);
};

/** How often an act comes, unless it comes once. */
const weights: Readonly<Record<string, number>> = {
  ...{ call: 6, abort: 2, write: 3, answerWrite: 4, answer: 5, end: 3, moment: 4, moments: 2 },
};
/** The acts of pages that stay open, with a worker that is not replaced. */
const calm =
  'call callAgain native load preload abort repeat write writeNative answerWrite answer answerLong end moment moments while stopIdle';
const acting = (names: readonly string[]) => {
  const weighted = names.flatMap((name) => Array<string>(weights[name] ?? 1).fill(name));
  const act = fc.tuple(fc.constantFrom(...weighted), fc.nat(20));
  return fc.array(act, { minLength: 5, maxLength: 50, size: 'max' });
};
const how = fc.record({ hasRoutes: fc.boolean(), lag: fc.constantFrom(0, 0, 5, 100) });
const started: (readonly [string, number])[] = [
  ['register', 0],
  ['moments', 20],
  ['register', 1],
  ['moments', 20],
];
const all = fc.oneof(
  acting(Object.keys(acts)),
  ...[Object.keys(acts), calm.split(' ')].map((names) =>
    acting(names).map((steps) => [...started, ...steps]),
  ),
);

// Thousands of sequences: `COFLIGHT_FUZZ=20 COFLIGHT_SEED=7 npx vitest run --project node` with this file.
test('Whatever pages, browser and network do, every caller gets its own fresh answer, and nothing is left', async () => {
  await fuzz(100, fc.asyncProperty(all, fc.nat(), how, fc.boolean(), run));
});
