import { type Check, check, isAmount, isList, isString } from '../protocol/check.ts';

/** Where the wrapped `fetch` of a page tells what becomes of its requests. */
export interface FlightSource {
  addEventListener(type: 'settle', listener: (event: CustomEvent<Settled>) => void): void;
  removeEventListener(type: 'settle', listener: (event: CustomEvent<Settled>) => void): void;
}

/** What it tells of a request that is over. */
export interface Settled {
  readonly url: string;
  readonly request?: Request | undefined;
  readonly role: string;
  readonly outcome?: string | undefined;
}

/** Options of `register`; each may be left out. */
export interface RegisterOptions {
  /** The part of the site that the worker serves. Default: the folder it lies in. */
  readonly scope?: string | undefined;
  /** For a worker of your own that is a module. Default `'classic'`. */
  readonly type?: WorkerType | undefined;
  /** The page's wrapped fetch: requests that it calls off are called off in the worker, for this page. */
  readonly fetch?: FlightSource | undefined;
  /** Milliseconds to wait for the worker to take the page over. Default 10,000. */
  readonly timeout?: number | undefined;
  /** For the ready-made worker: which URLs go through it, such as `/tiles/*`. Default: all that may be shared. */
  readonly match?: string | readonly string[] | undefined;
  /** For the ready-made worker: names of request headers that make no difference to the answer. */
  readonly ignoreHeaders?: readonly string[] | undefined;
  /** For the ready-made worker: bodies up to this many bytes are read whole. Default 4 MiB. */
  readonly maxReplay?: number | undefined;
}

const checks: Readonly<Record<keyof RegisterOptions, Check>> = {
  scope: ['a URL', isString],
  type: ["'classic' or 'module'", (value) => value === 'classic' || value === 'module'],
  fetch: ['what createFetch returned', (value) => typeof Object(value).addEventListener === 'function'],
  timeout: ['a number of milliseconds from 0', isAmount],
  match: [
    'a URL or a list of URLs (a function has to be given to a worker of your own)',
    (value) => isString(value) || isList(isString)(value),
  ],
  ignoreHeaders: ['a list of header names', isList(isString)],
  maxReplay: ['a number of bytes from 0', isAmount],
};

/** Throws where an argument is not what it should be. */
export function checkArguments(url: unknown, options: RegisterOptions): void {
  if (!isString(url)) throw new TypeError(`Expected \`url\` to be a string, got \`${String(url)}\`.`);
  check(options, checks);
}
