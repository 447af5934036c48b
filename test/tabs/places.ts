// Where the programs run: tabs of a browser, with a wrapped fetch in each, or a worker that serves them all, or both.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'puppeteer-core';
import type { CoalescingFetch } from '../../src/index.ts';
import type { Preloader } from '../../src/preload/index.ts';
import type { RegisteredWorker } from '../../src/register/index.ts';
import {
  type AnyBrowser,
  type Engine,
  inPuppeteer,
  openBrowser,
  stopWorkers,
  type Tab,
  type Visitor,
} from '../support/site.ts';
import type { News } from './knowledge.ts';
import type { Played, Player } from './player.ts';
import type { Abilities, Program } from './program.ts';
import type { ProgramServer } from './server.ts';

declare global {
  /** In each tab: its wrapped fetch, its worker when it has one, and the player of the program. */
  var shared: CoalescingFetch;
  var images: Preloader;
  var attendant: RegisteredWorker;
  var player: Player;
  var played: Promise<Played>;
  /** Unhandled rejections and uncaught errors of the page. */
  var problems: string[];
}

/** Who shares: the wrapped fetch of each tab, the worker of all tabs, or both. `nobody`: to try the programs themselves. */
export type Sharing = 'fetch' | 'worker' | 'both' | 'nobody';

/** A wrapped fetch sees its own writes alone. A worker sees all, and tells the wrapped fetches of others a bit later. */
const xhr = { fetch: 'none', worker: 'all', both: 'reads', nobody: 'all' } as const;

/** What programs can do there. In WebKit, an XHR in flight answers later calls of its page, also after a write. */
export const abilitiesOf = (engine: Engine, sharing: Sharing): Abilities => ({
  tabs: 3,
  xhr: engine === 'webkit' ? 'none' : xhr[sharing],
  hasCookies: true,
  canLeave: true,
  canStop: engine === 'chromium' && (sharing === 'worker' || sharing === 'both'),
  canFreeze: engine === 'chromium',
  hasImages: true,
});

/** Milliseconds within which all that is in flight must have ended. */
const endTimeout = 60_000;

/** What a tab says that has left. */
const nothing: Played = { calls: 0, wrong: [] };

/** Milliseconds for which answers linger in the first tab. */
const lingerOf = (nth: number): number => (nth ? 0 : 300);

/** Lets the calls of a page be shared. */
async function equip(tab: Tab, sharing: Sharing, linger: number): Promise<void> {
  const failure = await tab.evaluate(
    async (sharing, linger) => {
      globalThis.shared = coflight.createFetch({ ignoreHeaders: ['x-lang'], linger });
      globalThis.images = coflight.createPreloader({ busy: shared });
      if (sharing !== 'worker' && sharing !== 'both') return '';
      const options = {
        ignoreHeaders: ['x-lang'],
        ...(sharing === 'both' && { listenTo: [shared, images] }),
      };
      const result = await coflight.register('/coflight-sw.js', options);
      if (result.status !== 'controlled') return JSON.stringify(result);
      globalThis.attendant = result.worker;
      return '';
    },
    ...([sharing, linger] as const),
  );
  if (failure) throw new Error(failure);
}

/** Makes the player of a program in a tab. */
const prepare = (tab: Tab, program: Program, server: ProgramServer, name: string, sharing: Sharing) =>
  tab.evaluate(
    (program, origins, name, sharing) => {
      const { Player: Its } = globalThis as unknown as { Player: typeof Player };
      const isNative = sharing === 'worker' || sharing === 'nobody';
      // A page that hears of others does not stay in the back/forward cache.
      const channel = isNative ? new BroadcastChannel(name) : undefined;
      const tell = (news: News) => channel?.postMessage(news);
      globalThis.player = new Its(
        {
          fetch: isNative ? globalThis.fetch.bind(globalThis) : shared,
          ...{ origins, name },
          tell: isNative ? tell : undefined,
          gallery: { images, blob: coflight.asBlob({ fetch: isNative ? globalThis.fetch : shared }) },
        },
        program,
      );
      channel?.addEventListener('message', ({ data }) => player.hear(data));
    },
    ...([program, server.origins, name, sharing] as const),
  );

const problemsIn = (tab: Tab): Promise<string[]> => tab.evaluate(() => problems.splice(0));
const flightsIn = (tab: Tab): Promise<number> =>
  tab.evaluate(async () => {
    const inWorker = globalThis.attendant ? (await attendant.stats()).inFlight : 0;
    const { inFlight, waiting } = images.stats();
    return shared.stats().inFlight + shared.flights().length + inWorker + inFlight + waiting;
  });

interface Opened {
  readonly browser: AnyBrowser;
  readonly visitor: Visitor;
  readonly tabs: Tab[];
}

/** The tabs in which programs run, one program after the other. */
export class Place {
  readonly #server: ProgramServer;
  readonly #sharing: Sharing;
  readonly #opened: Opened;

  private constructor(server: ProgramServer, sharing: Sharing, opened: Opened) {
    this.#server = server;
    this.#sharing = sharing;
    this.#opened = opened;
  }

  static async open(engine: Engine, sharing: Sharing, server: ProgramServer): Promise<Place> {
    const browser = await openBrowser(engine);
    const visitor = await browser.createBrowserContext();
    const place = new Place(server, sharing, { browser, visitor, tabs: [] });
    for (let nth = 0; nth < abilitiesOf(engine, sharing).tabs; nth++) await place.#openTab(nth);
    return place;
  }

  /** The name of the browser and its version. WebKit's driver does not tell it. */
  async browser(): Promise<string> {
    const { browser } = this.#opened;
    if (!('version' in browser)) return 'WebKitGTK';
    const version = await (browser as Browser).version();
    return version.replace(/^(?:Headless)?Chrome\//, 'Chromium ').replace('firefox/', 'Firefox ');
  }

  /** Runs a program. A tab that leaves is not asked what its calls got, unless its page comes back. */
  async run(name: string, program: Program): Promise<Played> {
    const { tabs } = this.#opened;
    const { leaves, stops, freezes } = program;
    this.#server.add(name, program);
    for (const tab of tabs) await prepare(tab, program, this.#server, name, this.#sharing);
    const playing = tabs.map(async (tab, nth): Promise<Played> => {
      const played = tab.evaluate((nth) => (globalThis.played = player.play(nth)), nth);
      return leaves?.tab === nth ? played.catch(() => nothing) : played;
    });
    const stopping = stops === undefined ? undefined : this.#stopWorker(stops);
    const freezing = freezes && this.#freeze(freezes);
    if (leaves) {
      await sleep(leaves.at);
      await this.#leave(leaves);
    }
    const isBack = leaves?.how === 'return' && (await this.#isEquipped(leaves.tab));
    if (isBack) playing.push(this.#tabAt(leaves.tab).evaluate(() => played));
    const all = await Promise.all(playing);
    await stopping;
    await freezing;
    if (leaves && !isBack)
      await (leaves.how === 'close' ? this.#openTab(leaves.tab) : this.#equip(leaves.tab));
    return {
      calls: all.reduce((sum, { calls }) => sum + calls, 0),
      wrong: [...all.flatMap(({ wrong }) => wrong), ...(await this.#leftOver())],
    };
  }

  close(): Promise<void> {
    return this.#opened.browser.close();
  }

  async #openTab(nth: number): Promise<void> {
    const { visitor, tabs } = this.#opened;
    tabs[nth] = await visitor.newPage();
    await this.#load(nth);
    await this.#equip(nth);
  }

  /** Stops the worker, and tells the tabs when a new one answers. A tab may have left. */
  async #stopWorker(at: number): Promise<void> {
    await sleep(at);
    await stopWorkers(this.#tabAt(0));
    const tell = (tab: Tab) => tab.evaluate(() => player.workerIsBack()).catch(() => {});
    await Promise.all(this.#opened.tabs.map(tell));
  }

  /** Freezes a tab for a while, as a browser does with tabs in the background. A tab may have left. */
  async #freeze({ tab, at, lasts }: NonNullable<Program['freezes']>): Promise<void> {
    const devtools = await inPuppeteer(this.#tabAt(tab)).createCDPSession();
    const become = (state: 'frozen' | 'active') =>
      devtools.send('Page.setWebLifecycleState', { state }).catch(() => {});
    await sleep(at);
    await become('frozen');
    await sleep(lasts);
    await become('active');
    await devtools.detach().catch(() => {});
  }

  async #leave({ tab: nth, how }: NonNullable<Program['leaves']>): Promise<void> {
    const tab = this.#tabAt(nth);
    if (how === 'close') return tab.close();
    if (how === 'reload') return this.#load(nth);
    await tab.goto(`${this.#server.origins[0]}/page?elsewhere`);
    await tab.goBack();
  }

  /** Whether the page of a tab is still that in which a program runs. */
  #isEquipped(nth: number): Promise<boolean> {
    return this.#tabAt(nth).evaluate(() => 'played' in globalThis);
  }

  async #load(nth: number): Promise<void> {
    await this.#tabAt(nth).goto(`${this.#server.origins[0]}/page`);
  }

  #equip(nth: number): Promise<void> {
    return equip(this.#tabAt(nth), this.#sharing, lingerOf(nth));
  }

  #tabAt(nth: number): Tab {
    return this.#opened.tabs[nth] as Tab;
  }

  /** Waits until nothing is in flight, and returns what is wrong when all have ended. */
  async #leftOver(): Promise<string[]> {
    const end = performance.now() + endTimeout;
    const each = <Value>(ask: (tab: Tab) => Promise<Value>) => Promise.all(this.#opened.tabs.map(ask));
    let left = '';
    do {
      const flights = await each(flightsIn);
      const open = this.#server.open();
      left = open || flights.some(Boolean) ? `in flight: ${flights}, open at the server: ${open}` : '';
      if (left) await sleep(50);
    } while (left && performance.now() < end);
    return [...(left ? [left] : []), ...(await each(problemsIn)).flat()];
  }
}
