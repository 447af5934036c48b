// Read your own writes, across tabs: requests made after a write join no flight from before or during the write.
//
// The worker sees writes begin, and leaves them to the browser. Their page says when they are over. It cannot do so
// when it has not called `register`, or when no one reads the answer, because then it does not know either.

import type { Fences } from '../http/fence.ts';
import { isSafe } from '../http/methods.ts';
import { withoutQuery } from '../http/url.ts';

/** Milliseconds for which a write fences everything that it can fence, unless its page says sooner that it is over. */
const tellTimeout = 1_000;
/** Milliseconds for which the worker does not wait for a page that has not answered in time. */
const silence = 20_000;
/** Milliseconds after which a write counts as over. */
const longestWrite = 60_000;

/** A write as the worker sees it. */
export type Write = Pick<Request, 'url' | 'method'>;

interface UnderWay {
  readonly request: Request;
  readonly client: string;
  readonly begin: number;
  /** The time until which it fences everything that it can fence. From then on it fences the same resource alone. */
  readonly until: number;
}

export class Writes {
  readonly #fences: Fences;
  /** Writes that may be under way: until their page says that they are over, an equal write begins, or time is up. */
  readonly #underWay = new Map<string, UnderWay>();

  constructor(fences: Fences) {
    this.#fences = fences;
  }

  /** Called when a write begins. Returns a test for the reads that it fences. */
  begin(write: Write, client: string): (read: Request) => boolean {
    const begin = performance.now();
    this.#forgetOld(begin);
    const request = requestOf(write);
    const isSilent = (one: UnderWay) =>
      one.client === client && one.until < begin && begin < one.begin + silence;
    const until = begin + (client && ![...this.#underWay.values()].some(isSilent) ? tellTimeout : 0);
    this.#underWay.set(keyOf(write, client), { request, client, begin, until });
    return this.#fencedBy(request);
  }

  /** Called when a write is over. Returns a test for the reads that it fences. */
  end(write: Write, client: string): (read: Request) => boolean {
    // A page may name anything.
    if (!isWrite(write)) return () => false;
    this.#underWay.delete(keyOf(write, client));
    return this.#fencedBy(requestOf(write));
  }

  /** Returns true for a read that must not be joined, because a write that fences it may be under way. */
  fence(read: Request): boolean {
    const now = performance.now();
    this.#forgetOld(now);
    for (const { request, until } of this.#underWay.values())
      if (this.#fences(request, read) && (now < until || sameResource(request, read))) return true;
    return false;
  }

  #forgetOld(now: number): void {
    for (const [key, { begin }] of this.#underWay) if (now > begin + longestWrite) this.#underWay.delete(key);
  }

  #fencedBy(write: Request): (read: Request) => boolean {
    return (read) => this.#fences(write, read);
  }
}

/** True when the URLs differ only in query and fragment. */
const sameResource = (one: Request, other: Request) => withoutQuery(one.url) === withoutQuery(other.url);

function isWrite({ url, method }: Write): boolean {
  if (!/^https?:/.test(url) || isSafe(method)) return false;
  try {
    return !!new Request(url, { method });
  } catch {
    return false;
  }
}

/** Returns the request without its body, which belongs to the network. */
const requestOf = ({ url, method }: Write) => new Request(url, { method });

const keyOf = ({ url, method }: Write, client: string) => `${client} ${method} ${url}`;
