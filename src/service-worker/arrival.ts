// Finds out when a body has arrived that the worker does not read. The browser's timeline of resources says so, also
// for opaque and aborted ones.

import { isNullBody } from '../http/content.ts';
import { withoutFragment } from '../http/url.ts';

/** Milliseconds that a browser may take to pass on bytes that have arrived, before the worker is replaced. */
const passOnDelay = 4_000;
/** Milliseconds after which Firefox stops a worker in any case. Other browsers cut nothing then. */
const lifeTimeout = 60_000;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Exactly the arrivals that may still be under way and that the timeline has not listed, in the order of their launch. */
const expected = new Set<Arrival>();
let observer: PerformanceObserver | undefined;

/** Returns the arrival that was launched last before an entry began: the first of several that were launched at one time. */
function arrivalOf({ name, startTime }: PerformanceEntry): Arrival | undefined {
  const url = withoutFragment(name);
  let latest: Arrival | undefined;
  for (const one of expected)
    if (one.url === url && one.launched <= startTime + 1 && one.launched !== latest?.launched) latest = one;
  return latest;
}

function observe(): void {
  if (observer) return;
  observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) arrivalOf(entry)?.list();
  });
  observer.observe({ type: 'resource' });
}

export class Arrival {
  readonly url: string;
  readonly launched: number = performance.now();
  #end!: (passOnMs: number) => void;
  #isWatched = false;
  /** Resolves when no more bytes will come. */
  readonly ended: Promise<number> = new Promise((resolve) => {
    this.#end = resolve;
  });
  /** Resolves when the clients have the body, or can no longer get it. */
  readonly done: Promise<void> = this.ended.then((passOnMs) => (passOnMs ? wait(passOnMs) : undefined));

  constructor(url: string) {
    this.url = withoutFragment(url);
    observe();
    expected.add(this);
  }

  /** Called when the timeline lists it, which may be before the worker knows that it does not read the body. */
  list(): void {
    expected.delete(this);
    this.unwatch();
  }

  /**
   * Waits for the body, because the headers have arrived and the worker does not read the body. The timeline lists no
   * answer that a strategy takes from a cache. One without a body has arrived.
   */
  watch(status = 200): void {
    if (isNullBody(status)) {
      this.end(0);
      return;
    }
    this.#isWatched = true;
    wait(expected.has(this) ? lifeTimeout : 0).then(() => this.end());
  }

  /** Ends the wait, because no caller wants the body any more. WebKit's timeline lists no body that was cancelled. */
  unwatch(): void {
    if (this.#isWatched) this.end();
  }

  /** Ends the arrival: no more bytes will come. After so many milliseconds the clients have all that came. */
  end(passOnMs: number = passOnDelay): void {
    expected.delete(this);
    this.#end(passOnMs);
  }
}
