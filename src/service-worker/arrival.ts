// When a body has arrived that nobody here reads: the browser's own record of resources says so, of opaque and of
// aborted ones too.

import { bare } from './urls.ts';

/** Milliseconds that a browser may take to pass on what has arrived, when the worker is about to be replaced. */
const passingOn = 4_000;
/** Milliseconds after which Firefox stops a worker whatever it waits for; others cut nothing then. */
const longest = 60_000;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** In the order of their launch; each is in here exactly while its body may still be on its way. */
const expected = new Set<Arrival>();
let observing = false;

function observe(): void {
  if (observing) return;
  observing = true;
  const observer = new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      const isIt = ({ url, launched }: Arrival) => url === bare(name) && launched <= startTime + 1;
      [...expected].find(isIt)?.end();
    }
  });
  observer.observe({ type: 'resource' });
}

export class Arrival {
  readonly url: string;
  readonly launched: number = performance.now();
  /** Resolves when nothing more is to come. */
  readonly ended: Promise<void>;
  #end!: () => void;

  constructor(url: string) {
    observe();
    this.url = bare(url);
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    expected.add(this);
  }

  readonly end = (): void => {
    expected.delete(this);
    this.#end();
  };

  /** Resolves when clients have the body, or cannot get it any more. */
  async over(): Promise<void> {
    await Promise.race([this.ended, wait(longest)]);
    this.end();
    await wait(passingOn);
  }
}
