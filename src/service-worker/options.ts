import type { Match } from './match.ts';

/** What brings answers: the network, or a strategy in front of it. */
export type Network = (request: Request, event: ExtendableEvent | undefined) => Promise<Response>;

/** Options of the worker's side; each may be left out. */
export interface WorkerOptions {
  /** Which requests go through the worker; any of a list. Default: all that may be shared. */
  readonly match?: Match | readonly Match[] | undefined;
  /** Names of request headers that make no difference to the answer, such as `accept` for tiles of one format. */
  readonly ignoreHeaders?: readonly string[] | undefined;
  /**
   * Whether a write (any unsafe method) fences a read: requests that come after the write began do not join a read
   * that was launched before it ended. Default: the same URL but for query and fragment.
   */
  readonly fences?: ((write: Request, read: Request) => boolean) | undefined;
  /** Bodies up to this many bytes are read whole, so that others can join until the last byte. Default 4 MiB. */
  readonly maxReplay?: number | undefined;
  /**
   * What to call for the network; with the event that led to it, where there is one. Default: the worker's `fetch`,
   * looked up at each call.
   */
  readonly fetch?: Network | undefined;
}

type Check = readonly [expected: string, holds: (value: unknown) => boolean];

const all = (holds: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(holds);
const isMatch = (value: unknown) =>
  typeof value === 'string' || typeof value === 'function' || value instanceof RegExp;
const isFunction: Check = ['a function', (value) => typeof value === 'function'];

const checks: Readonly<Record<string, Check>> = {
  match: ['a URL, a RegExp, a function or a list of these', (value) => isMatch(value) || all(isMatch)(value)],
  ignoreHeaders: ['a list of header names', all((name) => typeof name === 'string')],
  fences: isFunction,
  maxReplay: ['a number of bytes from 0', (value) => typeof value === 'number' && value >= 0],
  fetch: isFunction,
  standalone: ['a boolean', (value) => typeof value === 'boolean'],
};

/** Throws where an option is not what it should be, or is not known: a misspelt one would silently do nothing. */
export function check(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const [expected, holds] = checks[name] ?? [];
    if (value === undefined || holds?.(value)) continue;
    if (!holds) throw new TypeError(`Expected options to be ${Object.keys(checks)}, got \`${name}\`.`);
    const Misuse = typeof value === 'number' ? RangeError : TypeError;
    throw new Misuse(`Expected \`${name}\` to be ${expected}, got \`${String(value)}\`.`);
  }
}
