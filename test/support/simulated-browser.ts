// A browser in Node: pages, frozen and closed ones too, and service workers that it installs, updates and stops. Both run
// the library's own code. What goes between two of them takes time. Messages of one page to one worker keep their order, and
// so do its requests, but a message may overtake a request.

import { setMaxListeners } from 'node:events';
import { vi } from 'vitest';
import { inRealm, type Runs, timersOf } from './realm.ts';
import { Server } from './simulated-server.ts';
import { seen } from './worker-scope.ts';

export const origin = 'https://map.example';
const scopeUrl = `${origin}/`;

type Task = () => void;
type Listener = (event: never) => unknown;
type State = ServiceWorkerState;

/** What arrives one after another, each after some milliseconds. */
class Line {
  readonly #browser: Browser;
  #last = 0;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  deliver(task: Task): void {
    const time = performance.now();
    this.#last = Math.max(this.#last, time + this.#browser.delay());
    setTimeout(task, this.#last - time);
  }
}

interface Condition {
  readonly not?: Condition;
  readonly or?: readonly Condition[];
  readonly urlPattern?: URLPatternInit;
  readonly requestMethod?: string;
}

declare class URLPattern {
  constructor(init: URLPatternInit);
  test(url: string): boolean;
}

function meets({ not, or, urlPattern, requestMethod }: Condition, { url, method }: Request): boolean {
  const request = { url, method } as Request;
  if (not) return !meets(not, request);
  if (or) return or.some((one) => meets(one, request));
  if (urlPattern) return new URLPattern(urlPattern).test(url);
  return method === requestMethod;
}

/** One start of a worker, until the browser stops it. */
class Instance implements Runs {
  readonly version: Version;
  readonly sent = { count: 0 };
  isStopped = false;
  readonly listeners: Record<string, Listener[]> = {};
  readonly #stop = new AbortController();
  readonly #observers = new Set<(list: object) => void>();

  constructor(version: Version) {
    this.version = version;
    const { browser } = version;
    const observers = this.#observers;
    const globals = {
      ...timersOf(this),
      location: new URL(version.url),
      performance: { now: () => performance.now() },
      crypto: { randomUUID: () => `id-${browser.server.next()}` },
      clients: {
        get: async (id: string) => this.#client(browser.pages.find((page) => page.id === id && page.isOpen)),
        matchAll: async () =>
          browser.pages
            .filter((page) => page.isOpen && page.served === version)
            .map((one) => this.#client(one)),
        claim: async () => version.claim(),
      },
      addEventListener: (type: string, listener: Listener) => (this.listeners[type] ??= []).push(listener),
      skipWaiting: async () => version.skipWaiting(),
      PerformanceObserver: class {
        constructor(listener: (list: object) => void) {
          observers.add(listener);
        }
        observe() {}
      },
      fetch: (request: Request) => this.#fetch(request),
    };
    inRealm(version.script, globals);
  }

  run(task: Task): void {
    if (!this.isStopped) task();
  }

  fire(type: string, event: object): void {
    for (const listener of this.listeners[type] ?? []) listener(event as never);
  }

  stop(): void {
    this.isStopped = true;
    this.#stop.abort(new TypeError('The worker was stopped.'));
  }

  get onStop(): AbortSignal {
    return this.#stop.signal;
  }

  #client(page: Page | undefined) {
    if (!page) return;
    const postMessage = (data: unknown) => {
      const copy = structuredClone(data);
      page.fromWorkers.deliver(() =>
        page.run(() => page.container.dispatchEvent(new MessageEvent('message', { data: copy }))),
      );
    };
    return { id: page.id, type: 'window', postMessage };
  }

  #fetch(request: Request): Promise<Response> {
    this.sent.count++;
    const entry = { name: request.url, startTime: performance.now() };
    const list = () => {
      for (const observer of this.#observers) this.run(() => observer({ getEntries: () => [entry] }));
    };
    const signal = AbortSignal.any([request.signal, this.#stop.signal]);
    const { browser, pending } = this.version;
    const isOwn = [...pending].some((one) => one.request === request);
    const answer = browser.server.send(request, signal, list, isOwn);
    // A stopped worker hears no more.
    return new Promise((resolve, reject) => {
      answer.then(
        (response) => this.run(() => resolve(response)),
        (error) => this.run(() => reject(error)),
      );
    });
  }
}

/** A fetch event that waits for its response. */
interface Pending {
  readonly request: Request;
  readonly page: Page;
  readonly answer: (response: Response | undefined, instance: Instance) => void;
}

/** A version of the worker: its file and its options. */
export class Version {
  readonly browser: Browser;
  readonly url: string;
  readonly script: string;
  state: State = 'installing';
  instance: Instance | undefined;
  /** Counts how often it was started. */
  starts = 0;
  readonly pending = new Set<Pending>();
  readonly #extended = new Set<Promise<unknown>>();
  readonly #requests = new Map<Page, Line>();
  readonly #messages = new Map<Page, Line>();
  #skipsWaiting = false;
  #routes: Condition | undefined;

  constructor(browser: Browser, url: string, script: string) {
    this.browser = browser;
    this.url = url;
    this.script = script;
  }

  get isIdle(): boolean {
    return !this.pending.size && !this.#extended.size;
  }

  start(): Instance {
    if (!this.instance) {
      this.instance = new Instance(this);
      this.starts++;
    }
    return this.instance;
  }

  /** Stops the worker. Requests without a response go to its next start. */
  stop(): void {
    const { instance } = this;
    this.instance = undefined;
    this.#extended.clear();
    instance?.stop();
    if (this.state === 'redundant') return;
    for (const pending of this.pending) this.#hand(pending);
  }

  become(state: State): void {
    this.state = state;
    if (state === 'redundant') this.stop();
    this.browser.tellPages();
  }

  install(): void {
    const { browser } = this;
    const instance = this.start();
    const routable = {
      addRoutes: async ({ condition }: { readonly condition: Condition }) => {
        if (browser.hasRoutes) this.#routes = condition;
      },
    };
    const done = this.#fire(instance, 'install', routable);
    done.then(() => {
      if (this.state !== 'installing') return;
      browser.installing = undefined;
      browser.waiting?.become('redundant');
      browser.waiting = this;
      this.become('installed');
      browser.activateIfIdle();
    });
  }

  activate(): void {
    this.become('activating');
    this.#fire(this.start(), 'activate', {}).then(() => {
      if (this.state !== 'activating') return;
      this.become('activated');
      for (const pending of this.pending) this.#hand(pending);
    });
  }

  skipWaiting(): void {
    this.#skipsWaiting = true;
    this.browser.activateIfIdle();
  }

  get skipsWaiting(): boolean {
    return this.#skipsWaiting;
  }

  claim(): void {
    if (!['activating', 'activated'].includes(this.state)) return;
    for (const page of this.browser.pages) if (page.isOpen) page.serve(this);
  }

  /** True for a request that the browser sends past the worker. */
  routesPast(request: Request): boolean {
    return !!this.#routes && meets(this.#routes, request);
  }

  /** Returns the worker's answer; undefined when it leaves the request to the browser. */
  answer(page: Page, request: Request): Promise<Response | undefined> {
    return new Promise((resolve) => {
      const pending: Pending = {
        request,
        page,
        answer: (response, instance) => {
          if (!this.pending.has(pending) || instance.isStopped) return;
          this.pending.delete(pending);
          resolve(response && page.receive(response, instance));
          this.browser.activateIfIdle();
        },
      };
      this.pending.add(pending);
      this.#line(this.#requests, page).deliver(() => {
        // The browser sends no request of a page that is closed.
        if (!page.isOpen) this.pending.delete(pending);
        else if (['activated', 'redundant'].includes(this.state)) this.#hand(pending);
      });
    });
  }

  hear(page: Page, data: unknown, port: Port | undefined): void {
    const copy = structuredClone(data);
    this.#line(this.#messages, page).deliver(() => {
      if (this.state === 'redundant') return;
      const instance = this.start();
      const ports = port ? [port] : [];
      this.#fire(instance, 'message', { data: copy, ports, origin, source: { id: page.id } });
    });
  }

  #line(lines: Map<Page, Line>, page: Page): Line {
    const line = lines.get(page) ?? new Line(this.browser);
    lines.set(page, line);
    return line;
  }

  #hand(pending: Pending): void {
    const instance = this.start();
    const { request, page } = pending;
    let responded: Promise<Response> | undefined;
    const respondWith = (response: Promise<Response>) => {
      responded = response;
    };
    const ids = { clientId: page.id, resultingClientId: '' };
    this.#fire(instance, 'fetch', { request, ...ids, respondWith });
    if (responded)
      responded.then(
        (response) => pending.answer(response, instance),
        () => pending.answer(Response.error(), instance),
      );
    else pending.answer(undefined, instance);
  }

  /** Fires an event. Resolves when the worker needs no more time for it. */
  #fire(instance: Instance, type: string, event: object): Promise<unknown> {
    const extended: Promise<unknown>[] = [];
    const waitUntil = (promise: Promise<unknown>) => {
      const over = promise.then(
        () => {},
        () => {},
      );
      extended.push(over);
      this.#extended.add(over);
      over.then(() => {
        this.#extended.delete(over);
        this.browser.activateIfIdle();
      });
    };
    instance.fire(type, { ...event, waitUntil });
    return Promise.all(extended);
  }
}

/** The end of a channel in a page, or the worker's end. */
class Port {
  onmessage: ((event: object) => void) | undefined;
  peer: Port | undefined;
  readonly #line: Line;
  readonly #realm: Runs;

  constructor(browser: Browser, realm: Runs) {
    this.#line = new Line(browser);
    this.#realm = realm;
  }

  postMessage(data: unknown): void {
    const copy = structuredClone(data);
    const { peer } = this;
    this.#line.deliver(() => this.#realm.run(() => peer?.onmessage?.({ data: copy })));
  }

  close(): void {
    this.onmessage = undefined;
  }
}

/** A worker as a page sees it. The page hears of changes after a while. */
class ShownWorker extends EventTarget {
  readonly version: Version;
  state: State;
  readonly scriptURL: string;
  readonly #page: Page;

  constructor(version: Version, page: Page) {
    super();
    this.version = version;
    this.state = version.state;
    this.scriptURL = version.url;
    this.#page = page;
  }

  postMessage(data: unknown, [port]: readonly Port[] = []): void {
    this.#page.told.push(data);
    if (this.#page.isOpen || this.#page.isClosing) this.version.hear(this.#page, data, port);
  }

  become(state: State): void {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class ShownRegistration extends EventTarget {
  readonly scope = scopeUrl;
  active: ShownWorker | null = null;
  waiting: ShownWorker | null = null;
  installing: ShownWorker | null = null;
  readonly #page: Page;

  constructor(page: Page) {
    super();
    this.#page = page;
    // Node warns about more than ten, browsers do not.
    setMaxListeners(0, this);
  }

  update = () => this.#page.later(() => this.#page.browser.update());
  unregister = () => this.#page.later(() => this.#page.browser.unregister());
}

/** A request of a page. */
export interface Load {
  /** The clock until which the browser follows redirects. */
  until: number;
  /** Closes the connection past the worker. */
  abandon?: () => void;
}

let pages = 0;

export class Page implements Runs {
  readonly id: string;
  readonly browser: Browser;
  readonly container = new EventTarget();
  readonly window = new EventTarget();
  readonly document = Object.assign(new EventTarget(), {
    baseURI: `${origin}/page`,
    visibilityState: 'visible',
    readyState: 'complete',
  });
  /** All messages to workers. */
  readonly told: unknown[] = [];
  readonly warnings: string[] = [];
  readonly exported: unknown;
  readonly fromWorkers: Line;
  readonly #registration: ShownRegistration;
  readonly #shown = new Map<Version, ShownWorker>();
  readonly #news: Line;
  readonly #waiting: Task[] = [];
  /** The worker that serves the page. */
  served: Version | undefined;
  isOpen = true;
  isClosing = false;
  isFrozen = false;
  /** Milliseconds in which the busy browser follows redirects after an abort. */
  readonly lag: number;
  readonly loads = new Set<Load>();
  readonly #observers = new Set<(list: object) => void>();
  readonly #entries: object[] = [];
  readonly #closed = new AbortController();

  constructor(browser: Browser, script: string, { lag = 0, isHard = false } = {}) {
    this.id = `page ${++pages}`;
    this.browser = browser;
    this.lag = lag;
    this.fromWorkers = new Line(browser);
    this.#news = new Line(browser);
    this.#registration = new ShownRegistration(this);
    const { active } = browser;
    if (active && !browser.isUnregistered && !isHard) this.served = active;
    this.#show(browser.slots, this.served);
    const startMessages = () => {};
    const container = Object.assign(this.container, {
      startMessages,
      controller: this.served ? this.show(this.served) : null,
      register: (url: string) =>
        this.later(() => {
          browser.register(url);
          this.#show(browser.slots, this.served);
          return this.#registration;
        }),
      getRegistration: () =>
        this.later(() => {
          this.#show(browser.slots, this.served);
          return browser.isRegistered ? this.#registration : undefined;
        }),
    });
    const page = this;
    this.exported = inRealm(script, {
      ...timersOf(this),
      isSecureContext: true,
      origin,
      location: { href: `${origin}/page` },
      document: this.document,
      navigator: { serviceWorker: container },
      performance: { now: () => performance.now(), timeOrigin: Date.now() },
      console: { warn: (text: string) => this.warnings.push(text) },
      addEventListener: this.window.addEventListener.bind(this.window),
      removeEventListener: this.window.removeEventListener.bind(this.window),
      MessageChannel: class {
        readonly port1 = new Port(browser, page);
        readonly port2 = new Port(browser, page);
        constructor() {
          this.port2.peer = this.port1;
        }
      },
      PerformanceObserver: this.#observerClass(),
      fetch: this.fetch.bind(this),
    });
  }

  run(task: Task): void {
    if (!this.isOpen) return;
    if (this.isFrozen) this.#waiting.push(task);
    else task();
  }

  freeze(): void {
    this.isFrozen = true;
  }

  resume(): void {
    this.isFrozen = false;
    for (const task of this.#waiting.splice(0)) this.run(task);
  }

  close(): void {
    if (!this.isOpen) return;
    this.isClosing = true;
    if (!this.isFrozen) this.window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
    this.isClosing = false;
    this.isOpen = false;
    this.#closed.abort(new TypeError('The page was closed.'));
    this.browser.activateIfIdle();
  }

  /** Does something in the browser, and then in the page. */
  later<Value>(act: () => Value): Promise<Value> {
    return new Promise((resolve) => {
      this.#news.deliver(() => {
        const value = act();
        this.#news.deliver(() => this.run(() => resolve(value)));
      });
    });
  }

  /** Makes a worker serve the page. */
  serve(version: Version): void {
    if (this.served === version) return;
    this.served = version;
    this.tell();
  }

  /** Tells the page what has become of its workers. */
  tell(): void {
    const { slots } = this.browser;
    const { served } = this;
    this.#news.deliver(() => this.run(() => this.#show(slots, served)));
  }

  show(version: Version): ShownWorker {
    const shown = this.#shown.get(version) ?? new ShownWorker(version, this);
    this.#shown.set(version, shown);
    return shown;
  }

  #show({ states, ...slots }: Slots, served: Version | undefined): void {
    const registration = this.#registration;
    const { installing } = registration;
    for (const name of ['active', 'waiting', 'installing'] as const) {
      const version = slots[name];
      registration[name] = version ? this.show(version) : null;
    }
    const isNew = registration.installing && registration.installing !== installing;
    for (const [version, state] of states) this.#shown.get(version)?.become(state);
    if (isNew) registration.dispatchEvent(new Event('updatefound'));
    const controller = served ? this.show(served) : null;
    const container = this.container as EventTarget & { controller?: ShownWorker | null };
    if (container.controller === undefined || container.controller === controller) return;
    container.controller = controller;
    container.dispatchEvent(new Event('controllerchange'));
  }

  #observerClass() {
    const [observers, entries] = [this.#observers, this.#entries];
    const page = this;
    return class {
      readonly #listener: (list: object) => void;
      constructor(listener: (list: object) => void) {
        this.#listener = listener;
      }
      observe() {
        observers.add(this.#listener);
        const buffered = [...entries];
        setTimeout(() => page.run(() => this.#listener({ getEntries: () => buffered })));
      }
      disconnect() {
        observers.delete(this.#listener);
      }
    };
  }

  #list(entry: object): void {
    this.#entries.push(entry);
    for (const listener of this.#observers) this.run(() => listener({ getEntries: () => [entry] }));
  }

  /** The platform's `fetch`. */
  async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const load: Load = { until: Infinity };
    this.loads.add(load);
    const answer = this.#load(request, load);
    answer.catch(() => {});
    return new Promise((resolve, reject) => {
      const abort = () => {
        load.until = Math.min(load.until, performance.now() + this.lag);
        setTimeout(() => load.abandon?.(), this.lag);
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort);
      answer.then(
        (response) => this.run(() => resolve(response)),
        (error) => this.run(() => reject(error)),
      );
    });
  }

  async #load({ url, method, headers, signal, credentials }: Request, load: Load): Promise<Response> {
    const accept = headers.get('accept') ?? '*/*';
    const start = performance.now();
    const isGone = () => performance.now() > load.until || !this.isOpen;
    let at = url;
    for (let redirects = 0; redirects <= 20; redirects++) {
      const request = seen(at, { method, headers: { ...Object.fromEntries(headers), accept }, credentials });
      const own = await this.#answer(request);
      if (isGone() || signal.aborted) {
        own?.body?.cancel().catch(() => {});
        if (isGone()) throw new TypeError('The caller has gone.');
      }
      const network = own ?? (await this.#direct(request, load));
      const { status, type } = network;
      if (type === 'error') throw new TypeError('Failed to fetch');
      const location = network.headers.get('location');
      if (status === 307 && location) {
        at = location;
        continue;
      }
      return this.#body(network, { name: url, startTime: start, load, signal });
    }
    throw new TypeError('Too many redirects');
  }

  /** Returns the answer of the worker that serves the page, if it has one. */
  async #answer(request: Request): Promise<Response | undefined> {
    const { served } = this;
    if (!served || served.routesPast(request)) return;
    return served.answer(this, request);
  }

  #direct(request: Request, load: Load): Promise<Response> {
    const control = new AbortController();
    load.abandon = () => control.abort(new TypeError('The caller has gone.'));
    return this.browser.server.send(
      request,
      AbortSignal.any([control.signal, this.#closed.signal]),
      () => {},
    );
  }

  /** The worker's response, as the browser passes it on until the worker is stopped. */
  receive(response: Response, { onStop }: { readonly onStop: AbortSignal }): Response {
    const reader = response.body?.getReader();
    if (!reader) return response;
    const { status, headers, type } = response;
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        const cut = () => controller.error(new TypeError('The worker was stopped.'));
        onStop.addEventListener('abort', cut);
        try {
          for (let chunk = await reader.read(); chunk.value; chunk = await reader.read())
            controller.enqueue(chunk.value);
          onStop.removeEventListener('abort', cut);
          controller.close();
        } catch (error) {
          onStop.removeEventListener('abort', cut);
          controller.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
    const own = new Response(body, { status, headers });
    return Object.defineProperties(own, { url: { value: response.url }, type: { value: type } });
  }

  /** The response that the page gets. */
  #body(
    response: Response,
    { name, startTime, load, signal }: { name: string; startTime: number; load: Load; signal: AbortSignal },
  ): Response {
    const { body, status, headers, url } = response;
    const reader = body?.getReader();
    const stop = () => void reader?.cancel().catch(() => {});
    if (signal.aborted) stop();
    const line = new Line(this.browser);
    const page = this;
    let isOver = false;
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        const over = (act: Task) =>
          line.deliver(() =>
            page.run(() => {
              if (isOver) return;
              isOver = true;
              page.loads.delete(load);
              act();
            }),
          );
        signal.addEventListener('abort', () => {
          stop();
          if (!isOver) controller.error(signal.reason);
          isOver = true;
        });
        page.#closed.signal.addEventListener('abort', stop);
        const pump = async () => {
          for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
            const { value } = chunk;
            line.deliver(() => page.run(() => isOver || controller.enqueue(value)));
          }
          over(() => {
            const entry = { name, startTime, workerStart: page.served ? startTime : 0, duration: 0 };
            page.#list({ ...entry, nextHopProtocol: 'h2', requestStart: 1, transferSize: 300 });
            controller.close();
          });
        };
        pump().catch((error) => over(() => controller.error(error)));
      },
      cancel() {
        isOver = true;
        stop();
      },
    });
    const own = new Response(stream, { status, headers });
    return Object.defineProperty(own, 'url', { value: url });
  }
}

interface Slots {
  readonly active: Version | undefined;
  readonly waiting: Version | undefined;
  readonly installing: Version | undefined;
  readonly states: ReadonlyMap<Version, State>;
}

export class Browser {
  readonly server = new Server();
  readonly pages: Page[] = [];
  readonly versions: Version[] = [];
  readonly delay: () => number;
  readonly hasRoutes: boolean;
  active: Version | undefined;
  waiting: Version | undefined;
  installing: Version | undefined;
  isRegistered = false;
  isUnregistered = false;
  /** The worker's file on the server. */
  file: string;
  #isLookingLater = false;

  constructor(file: string, { delay, hasRoutes }: { delay: () => number; hasRoutes: boolean }) {
    this.file = file;
    this.delay = delay;
    this.hasRoutes = hasRoutes;
  }

  get slots(): Slots {
    const { active, waiting, installing } = this;
    const states = new Map(this.versions.map((version) => [version, version.state] as const));
    return { active, waiting, installing, states };
  }

  open(script: string, how: { readonly lag?: number; readonly isHard?: boolean } = {}): Page {
    const page = new Page(this, script, how);
    this.pages.push(page);
    return page;
  }

  register(url: string): void {
    const newest = this.installing ?? this.waiting ?? this.active;
    this.isRegistered = true;
    this.isUnregistered = false;
    if (newest?.url !== url) this.#install(url);
  }

  update(): void {
    const newest = this.installing ?? this.waiting ?? this.active;
    if (newest && !this.isUnregistered && newest.script !== this.file) this.#install(newest.url);
  }

  unregister(): boolean {
    const was = this.isRegistered;
    this.isRegistered = false;
    this.isUnregistered = true;
    this.activateIfIdle();
    return was;
  }

  tellPages(): void {
    for (const page of this.pages) if (page.isOpen) page.tell();
  }

  /** Activates the version that waits, when nothing holds it back. Removes the worker that was unregistered. */
  activateIfIdle(): void {
    if (this.#isLookingLater) return;
    this.#isLookingLater = true;
    setTimeout(() => {
      this.#isLookingLater = false;
      this.#look();
    });
  }

  #look(): void {
    const { active, waiting } = this;
    const isUsed = this.pages.some((page) => page.isOpen && page.served);
    if (this.isUnregistered && !isUsed) {
      this.active = this.waiting = this.installing = undefined;
      for (const version of this.versions) if (version.state !== 'redundant') version.become('redundant');
      return;
    }
    if (!waiting) return;
    if (active && !(waiting.skipsWaiting || !isUsed)) return;
    if (active && !active.isIdle) return;
    this.waiting = undefined;
    this.active = waiting;
    active?.become('redundant');
    for (const page of this.pages) if (page.isOpen && page.served === active && active) page.serve(waiting);
    waiting.activate();
  }

  #install(url: string): void {
    this.installing?.become('redundant');
    const version = new Version(this, url, this.file);
    this.versions.push(version);
    this.installing = version;
    this.tellPages();
    version.install();
  }
}

/** Moves the clock, and lets everything happen in between. */
export const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
