import { checkOptions, checkValue, type Kinds } from '../options/check.ts';
import { aString, bytes, isString, listOf, milliseconds, oneOf, withMethod } from '../options/kinds.ts';

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

/** Options of `register`. */
export interface RegisterOptions {
  /** The part of the site that the worker serves. Default: the folder of the worker's file. */
  readonly scope?: string | undefined;
  /** `'module'` for a worker of your own that is a module. Default `'classic'`. */
  readonly type?: WorkerType | undefined;
  /** The page's wrapped fetch: requests that it calls off are called off in the worker, for this page. */
  readonly fetch?: FlightSource | undefined;
  /** Milliseconds until the worker must serve the page. Default 10,000. */
  readonly timeout?: number | undefined;
  /**
   * Which URLs go through the ready-made worker, such as `/tiles/*`. Default: all requests that may be shared.
   */
  readonly match?: string | readonly string[] | undefined;
  /** Names of request headers that the ready-made worker ignores when it compares requests. */
  readonly ignoreHeaders?: readonly string[] | undefined;
  /**
   * Bytes up to which the ready-made worker reads a body whole, so that it can be joined until its end. Default 4
   * MiB.
   */
  readonly maxReplay?: number | undefined;
}

const aList = listOf('URL patterns');

const kinds: Kinds<RegisterOptions> = {
  scope: aString,
  type: oneOf('classic', 'module'),
  fetch: withMethod('addEventListener', 'what `createFetch` returned'),
  timeout: milliseconds,
  match: {
    expected: 'a URL pattern or a list of them (a function works in a worker of your own only)',
    accepts: (value) => isString(value) || aList.accepts(value),
  },
  ignoreHeaders: listOf('header names'),
  maxReplay: bytes,
};

/** Throws for an argument that is wrong. */
export function checkArguments(url: unknown, options: RegisterOptions): void {
  checkValue('url', url, aString);
  checkOptions(options, kinds);
}
