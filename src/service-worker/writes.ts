// Read your own writes, across tabs. Writes pass the worker untouched, so it sees them begin, not end; a page with a
// wrapped fetch says when it was answered. What is read during a write, nobody may join: whenever it ended, a
// request made after it finds nothing from before.

import { bare } from './urls.ts';

/** Methods that promise to change nothing. (RFC 9110, section 9.2.1) */
const safe = /^(GET|HEAD|OPTIONS|TRACE)$/;
/** Milliseconds for which a write is taken to be under way when nobody says that it ended. */
const longest = 60_000;

const place = (url: string) => url.replace(/[?#].*/, '');

/** The default: a write fences what has its URL, but for query and fragment. */
export const sameResource = (write: Request, read: Request): boolean => place(write.url) === place(read.url);

export const isWrite = ({ method }: Request): boolean => !safe.test(method);

interface Write {
  readonly request: Request;
  readonly client: string;
}

export class Writes {
  readonly #fences: (write: Request, read: Request) => boolean;
  /** Each is in here until its page says that it was answered, or until its time is up. */
  readonly #under = new Set<Write>();

  constructor(fences: (write: Request, read: Request) => boolean) {
    this.#fences = fences;
  }

  /** A write begins. What says which reads it fences, has no body: that belongs to the network. */
  begin({ url, method }: Request, client: string): (read: Request) => boolean {
    const request = new Request(url, { method });
    const write = { request, client };
    this.#under.add(write);
    setTimeout(() => this.#under.delete(write), longest);
    return (read) => this.#fences(request, read);
  }

  /** A request of that client to that URL was answered: if it was a write, that is its end. */
  end(client: string, url: string): void {
    const isIt = (write: Write) => write.client === client && bare(write.request.url) === bare(url);
    const write = [...this.#under].find(isIt);
    if (write) this.#under.delete(write);
  }

  /** A write that fences this read may be under way. */
  fence(read: Request): boolean {
    return [...this.#under].some(({ request }) => this.#fences(request, read));
  }
}
