// Read your own writes, across tabs: what was launched before or during a write is not joined after it.
//
// Writes pass the worker untouched, so it sees them begin. Their page tells when they are over, unless it cannot:
// it has not registered the worker, or nobody reads the answer, so that the page does not know it either.

import type { Fences } from '../http/fence.ts';
import { withoutQuery } from '../http/url.ts';

/** Milliseconds for which everything that a write fences is kept apart, unless the page tells sooner that it is over. */
const tellTimeout = 1_000;
/** Milliseconds for which a page that has not told in time is not waited for. */
const silence = 20_000;
/** Milliseconds after which a write is taken to be over. */
const longestWrite = 60_000;

/** What is known of a write. */
export type Write = Pick<Request, 'url' | 'method'>;

interface UnderWay {
  readonly request: Request;
  readonly client: string;
  readonly begin: number;
  /** Until then it keeps apart all that it fences, and from then on the same resource alone. */
  readonly until: number;
}

export class Writes {
  readonly #fences: Fences;
  /** Each write is in here until its page tells that it is over, until another one like it, or until its time is up. */
  readonly #underWay = new Map<string, UnderWay>();

  constructor(fences: Fences) {
    this.#fences = fences;
  }

  /** A write begins. Returns what it fences. */
  begin(write: Write, client: string): (read: Request) => boolean {
    const begin = performance.now();
    const request = requestOf(write);
    const isSilent = (one: UnderWay) =>
      one.client === client && one.until < begin && begin < one.begin + silence;
    const until = begin + (client && ![...this.#underWay.values()].some(isSilent) ? tellTimeout : 0);
    this.#underWay.set(keyOf(write, client), { request, client, begin, until });
    return this.#fencedBy(request);
  }

  /** A write is over. Returns what it fences. */
  end(write: Write, client: string): (read: Request) => boolean {
    this.#underWay.delete(keyOf(write, client));
    return this.#fencedBy(requestOf(write));
  }

  /** Returns true for a read that may not be joined, because a write that fences it may be under way. */
  fence(read: Request): boolean {
    const now = performance.now();
    for (const [key, { request, begin, until }] of this.#underWay)
      if (now > begin + longestWrite) this.#underWay.delete(key);
      else if (this.#fences(request, read) && (now < until || sameResource(request, read))) return true;
    return false;
  }

  #fencedBy(write: Request): (read: Request) => boolean {
    return (read) => this.#fences(write, read);
  }
}

/** The URLs differ in nothing but query and fragment. */
const sameResource = (one: Request, other: Request) => withoutQuery(one.url) === withoutQuery(other.url);

/** The request without its body, which belongs to the network. */
const requestOf = ({ url, method }: Write) => new Request(url, { method });

const keyOf = ({ url, method }: Write, client: string) => `${client} ${method} ${url}`;
