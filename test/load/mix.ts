// A mixture of calls: read whole, streamed, slow, never read, dropped, aborted, cancelled, failed. Pages load this module
// with its types stripped.

import { uses } from './uses.ts';

type Fetch = typeof globalThis.fetch;

/** What came of a round. */
export interface Round {
  readonly calls: number;
  /** Calls that got something that a native call would not have got. */
  readonly wrong: readonly string[];
}

/** The most calls that are under way at a time. */
const most = 40;
/** Milliseconds after a round in which its calls end. A call that takes longer counts as one that never ends. */
const endTimeout = 60_000;

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** mulberry32 */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const names = Object.keys(uses);

export class Load {
  readonly #fetch: Fetch;
  readonly #origin: string;
  readonly #random: () => number;
  /** What each call that is under way does. */
  readonly #underWay = new Map<AbortController, string>();
  #calls = 0;
  #wrong: string[] = [];

  constructor(fetch: Fetch, origin: string, seed: number) {
    this.#fetch = fetch;
    this.#origin = origin;
    this.#random = randomBy(seed);
  }

  /** Makes calls for that many milliseconds, or that many calls. Resolves when all have ended. */
  async round(milliseconds: number, count = Infinity): Promise<Round> {
    const end = performance.now() + milliseconds;
    [this.#calls, this.#wrong] = [0, []];
    const worker = async () => {
      while (performance.now() < end && this.#calls < count) await this.#once();
    };
    const all = Promise.all(Array.from({ length: most }, worker));
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, milliseconds + endTimeout);
    await Promise.race([all, late.promise]);
    clearTimeout(timer);
    for (const [controller, what] of this.#underWay) {
      this.#note(`${what}: it does not end`);
      controller.abort();
    }
    this.#underWay.clear();
    return { calls: this.#calls, wrong: this.#wrong };
  }

  #one<Item>(...items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }

  #urlOf(size: number): string {
    const how = this.#one('', '', '', `&chunk=${Math.max(1, size >> 3)}&pause=5`, '&delay=20');
    const fails = this.#random() < 0.05 ? this.#one('&reset=headers', '&reset=body') : '';
    return `${this.#origin}/load?n=${this.#one(1, 2, 3, 4)}&size=${size}${how}${fails}`;
  }

  async #once(): Promise<void> {
    this.#calls++;
    const size = this.#one(10, 1_000, 20_000, 20_000, 200_000, 1_000_000);
    const url = this.#urlOf(size);
    const use = this.#one(...names);
    const controller = new AbortController();
    const what = `${use} ${url}`;
    this.#underWay.set(controller, what);
    // A write closes all flights to later callers. Its answer is read, because Chromium keeps 4 KB for each native one that
    // is not.
    if (this.#random() < 0.02)
      await this.#fetch(url, { method: 'POST', body: 'write' })
        .then((response) => response.arrayBuffer())
        .catch(() => {});
    if (this.#random() < 0.1) sleep(this.#one(0, 5, 20)).then(() => controller.abort());
    try {
      const response = await this.#fetch(url, { signal: controller.signal });
      const mayFail = url.includes('reset');
      const wrong = await (uses[use] as (typeof uses)['text'])({ response, size, controller, mayFail });
      if (wrong) this.#note(`${what}: ${wrong}`);
    } catch (error) {
      if (!controller.signal.aborted && !url.includes('reset'))
        this.#note(`${what}: ${describe(error as Error)}`);
    } finally {
      this.#underWay.delete(controller);
    }
  }

  #note(wrong: string): void {
    if (this.#wrong.length < 10) this.#wrong.push(wrong);
  }
}

/** What came of many flights at once. */
export interface Crowd {
  /** Callers that got their body. */
  readonly right: number;
  /** The most flights that were in flight at a time. */
  readonly most: number;
  /** The errors of the others, and how many callers got each. */
  readonly errors: Readonly<Record<string, number>>;
}

/** Makes calls for so many URLs at once, with so many callers each. */
export async function crowd(
  fetch: Fetch,
  { url, count, callers }: { readonly url: string; readonly count: number; readonly callers: number },
  inFlight: () => number,
): Promise<Crowd> {
  const call = (at: number) => fetch(`${url}?size=100&at=${at}`).then((response) => response.text());
  const calls = Array.from({ length: callers * count }, (_, at) => call(at % count));
  const most = inFlight();
  const texts = await Promise.allSettled(calls);
  const right = texts.filter((text) => text.status === 'fulfilled' && text.value.length === 100).length;
  const errors: Record<string, number> = {};
  for (const text of texts) {
    if (text.status === 'fulfilled') continue;
    const error = describe(text.reason);
    errors[error] = (errors[error] ?? 0) + 1;
  }
  return { right, most, errors };
}

const describe = (error: Error): string => [error, error.cause].filter(Boolean).map(String).join(': ');

/** Reads a long body, and returns how many bytes it had. */
export async function readAll(response: Response): Promise<number> {
  const reader = response.body?.getReader();
  let bytes = 0;
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read())
    bytes += chunk.value.length;
  return bytes;
}
