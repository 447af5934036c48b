// When a body has arrived that nobody here reads: the browser's own record of resources says so, of opaque and of
// aborted ones too.

import { withoutFragment } from '../http/url.ts';

/** Milliseconds that a browser may take to pass on what has arrived, when the worker is about to be replaced. */
const passingOn = 4_000;
/** Milliseconds after which Firefox stops a worker whatever it waits for; others cut nothing then. */
const longest = 60_000;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Each is in here exactly while its body may still be on its way and nobody here reads it. */
const expected = new Set<Arrival>();
let observing = false;

function observe(): void {
  if (observing) return;
  observing = true;
  const observer = new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      const isIt = ({ url, launched }: Arrival) => url === withoutFragment(name) && launched <= startTime + 1;
      [...expected].find(isIt)?.end();
    }
  });
  observer.observe({ type: 'resource' });
}

export class Arrival {
  readonly url: string;
  readonly launched: number = performance.now();
  #end!: (rest: number) => void;
  /** Resolves when nothing more is to come. */
  readonly ended: Promise<number> = new Promise((resolve) => {
    this.#end = resolve;
  });
  /** Resolves when clients have the body, or cannot get it any more. */
  readonly done: Promise<void> = this.ended.then((rest) => (rest ? wait(rest) : undefined));

  constructor(url: string) {
    this.url = withoutFragment(url);
  }

  /** The headers are there, and nobody here reads the body. */
  watch(): void {
    observe();
    expected.add(this);
    wait(longest).then(() => this.end());
  }

  /** Nothing more is to come; what has come is with the clients after so many milliseconds. */
  end(rest: number = passingOn): void {
    expected.delete(this);
    this.#end(rest);
  }
}
