import { patternUrl } from '../http/url.ts';
import { checkOptions, checkValue, type OptionKinds } from '../options/check.ts';
import {
  aString,
  bytes,
  isString,
  milliseconds,
  namesOf,
  oneOf,
  oneOrMore,
  withMethod,
} from '../options/kinds.ts';
import type { RequestSource } from './sources.ts';

/** Options of `register`. */
export interface RegisterOptions {
  /** The part of the site that the worker serves. Default: the folder of the worker's file. */
  readonly scope?: string | undefined;
  /** `'module'` for a worker of your own that is a module. Default `'classic'`. */
  readonly type?: WorkerType | undefined;
  /**
   * The page's wrapped fetches and preloaders, one or a list. The worker is told which of their requests are aborted,
   * and when their writes are over. It tells the wrapped fetches which of their reads a write of another tab fences.
   */
  readonly listenTo?: RequestSource | readonly RequestSource[] | undefined;
  /** Milliseconds until the worker must serve the page. Default 10,000. */
  readonly timeout?: number | undefined;
  /**
   * The URLs that go through the ready-made worker, such as `/tiles/*`. Default: all requests that may be shared.
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

/** The worker would throw for another text. A relative URL is valid with every base. */
const isPattern = (value: unknown) => isString(value) && !!patternUrl(value as string, 'http://localhost');
const aSource = withMethod('forget', 'a wrapped fetch, a preloader or a list of them');

const kinds: OptionKinds<RegisterOptions> = {
  scope: aString,
  type: oneOf('classic', 'module'),
  listenTo: { ...aSource, accepts: (value) => [value].flat().every(aSource.accepts) },
  timeout: milliseconds,
  match: {
    expected:
      'a URL pattern or a list of at least one (a `RegExp` or a function works in a worker of your own only)',
    accepts: oneOrMore(isPattern),
  },
  ignoreHeaders: namesOf('header names'),
  maxReplay: bytes,
};

/** Returns a copy of the options. Throws for an argument that is wrong. */
export function checkArguments(url: unknown, options: RegisterOptions): RegisterOptions {
  checkValue('url', url, aString);
  return checkOptions(options, kinds);
}
