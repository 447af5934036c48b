// A page in Node whose browser does what a test tells it: service workers change their states step by step.

import { vi } from 'vitest';
import { noCounts, type PageMessage, version, type WorkerStats } from '../../src/protocol/messages.ts';

export const base = 'https://map.example/app/page';

/** The statistics of a worker that controls the page, or other ones. */
export const statistics = (own: Partial<WorkerStats> = {}): WorkerStats => ({
  version,
  controlled: true,
  bootId: 'one',
  inFlight: 0,
  all: noCounts,
  page: noCounts,
  ...own,
});

/** A service worker. It answers questions by `answer`, or not at all. */
export class TestWorker extends EventTarget {
  state: ServiceWorkerState = 'activated';
  readonly got: PageMessage[] = [];
  answer: ((message: PageMessage) => unknown) | undefined = () => statistics();
  readonly scriptURL: string;

  constructor(scriptURL = 'https://map.example/app/sw.js') {
    super();
    this.scriptURL = scriptURL;
  }

  postMessage(message: PageMessage, [port]: MessagePort[] = []): void {
    this.got.push(message);
    if (this.answer) port?.postMessage(this.answer(message));
  }

  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

type Slots = Partial<Record<'active' | 'waiting' | 'installing', TestWorker | null>>;

export class TestRegistration extends EventTarget {
  scope = 'https://map.example/app/';
  active: TestWorker | null = null;
  waiting: TestWorker | null = null;
  installing: TestWorker | null = null;
  readonly update = vi.fn(async () => {});
  readonly unregister = vi.fn(async () => true);

  constructor(slots: Slots = {}) {
    super();
    Object.assign(this, slots);
  }

  /** As the browser's own type. */
  get real(): ServiceWorkerRegistration {
    return this as unknown as ServiceWorkerRegistration;
  }
}

export class TestContainer extends EventTarget {
  controller: TestWorker | null = null;
  /** Settles `getRegistration`. */
  found: TestRegistration | undefined;
  readonly register = vi.fn<(url: string, options: object) => Promise<TestRegistration>>();
  readonly startMessages = vi.fn();
  readonly getRegistration = vi.fn(async (_scope: string) => this.found);

  control(worker: TestWorker): void {
    this.controller = worker;
    this.dispatchEvent(new Event('controllerchange'));
  }
}

/** Makes this global scope a page, until `vi.unstubAllGlobals()`. Returns its events and its service workers. */
export function openPage(): { readonly events: EventTarget; readonly container: TestContainer } {
  const [events, container] = [new EventTarget(), new TestContainer()];
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('origin', 'https://map.example');
  vi.stubGlobal('location', { href: base });
  vi.stubGlobal('document', { baseURI: base, visibilityState: 'visible' });
  vi.stubGlobal('navigator', { serviceWorker: container });
  return { events, container };
}
