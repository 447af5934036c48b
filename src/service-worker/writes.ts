// Read your own writes, across tabs: what was launched before or during a write is not joined after it.
//
// Writes pass the worker untouched, so it sees them begin. Their page tells when they are over, unless it cannot:
// it has not registered the worker, or nobody reads the answer, so that the page does not know it either.

import { sameResource } from './urls.ts';

/** Says whether a write fences a read. */
export type Fences = (write: Request, read: Request) => boolean;

/** Milliseconds for which everything that a write fences is kept apart, unless the page tells sooner that it is over. */
const tellTimeout = 1_000;
/** Milliseconds for which a page that has not told in time is not waited for. */
const silence = 20_000;
/** Milliseconds after which a write is taken to be over. */
const longestWrite = 60_000;

interface Write {
  readonly request: Request;
  readonly client: string;
  readonly begin: number;
  /** Until then it keeps apart all that it fences, and from then on the same resource alone. */
  readonly until: number;
}

export class Writes {
  readonly #fences: Fences;
  /** Each write is in here until its page tells that it is over, until another one like it, or until its time is up. */
  readonly #underWay = new Map<string, Write>();

  constructor(fences: Fences) {
    this.#fences = fences;
  }

  /** A write begins. Returns what it fences. */
  begin({ url, method }: Request, client: string): (read: Request) => boolean {
    const now = performance.now();
    const silent = [...this.#underWay.values()].some(
      (write) => write.client === client && write.until < now && now < write.begin + silence,
    );
    const request = new Request(url, { method }); // the body belongs to the network
    const until = client && !silent ? now + tellTimeout : now;
    this.#underWay.set(keyOf(client, method, url), { request, client, begin: now, until });
    return (read) => this.#fences(request, read);
  }

  /** A write is over. Returns what it fenced. */
  end({ url, method }: Pick<Request, 'url' | 'method'>, client: string): (read: Request) => boolean {
    this.#underWay.delete(keyOf(client, method, url));
    const request = new Request(url, { method });
    return (read) => this.#fences(request, read);
  }

  /** Returns true for a read that may not be joined, because a write that fences it may be under way. */
  fence(read: Request): boolean {
    const now = performance.now();
    for (const [key, { request, begin, until }] of this.#underWay)
      if (now > begin + longestWrite) this.#underWay.delete(key);
      else if (this.#fences(request, read) && (now < until || sameResource(request, read))) return true;
    return false;
  }
}

const keyOf = (client: string, method: string, url: string) => `${client} ${method} ${url}`;
