// Makes identical concurrent calls of an asynchronous function share one run.

import { type CallOptions, primitiveKey, split } from './arguments.ts';
import { Flights } from './flights.ts';
import { kindOf, misuse } from './misuse.ts';
import type { Signal } from './signals.ts';

/**
 * The platform's `AbortSignal`: the global type, or else the type that the global `fetch` takes. Without both, the members
 * that the core uses.
 */
export type PlatformSignal = typeof globalThis extends { AbortSignal: { prototype: infer Platform } }
  ? Platform
  : typeof globalThis extends { fetch(input: never, init?: { signal?: infer Platform }): unknown }
    ? NonNullable<Platform>
    : Signal;

declare const AbortController: new () => {
  readonly signal: PlatformSignal;
  abort(reason?: unknown): void;
};

/** The last argument that the shared function gets. */
export interface RunOptions {
  /** Aborts when the last caller of this run has left. A JavaScript engine without `AbortController` has none. */
  readonly signal: PlatformSignal;
}

/**
 * The parameters of a function before its `RunOptions`. A parameter without a declared type counts as `RunOptions`, and
 * so does one of the type `{ signal?: AbortSignal }`. If there is none, a call must give all arguments, and the last one
 * must not be undefined. It would count as the options of the call, and `fn` would get its `RunOptions` there.
 */
export type BeforeOptions<Parameters extends readonly unknown[]> = number extends Parameters['length']
  ? Parameters
  : Before<Required<Parameters>>;

type Before<Parameters extends readonly unknown[], Only = true> = Parameters extends readonly [
  infer First,
  ...infer Rest,
]
  ? IsRunOptions<First> extends true
    ? []
    : [Rest['length'], Only] extends [0, false]
      ? [Exclude<First, undefined>]
      : [First, ...Before<Rest, false>]
  : [];

type IsRunOptions<Parameter> = 0 extends 1 & Parameter
  ? false
  : [Parameter] extends [RunOptions]
    ? true
    : [keyof NonNullable<Parameter>, 'signal'] extends ['signal', keyof NonNullable<Parameter>]
      ? [RunOptions] extends [Parameter]
        ? true
        : false
      : false;

/** The arguments of the calls of a shared function. */
type ArgumentsOf<Fn> = Fn extends (...args: infer Parameters) => unknown ? BeforeOptions<Parameters> : [];

/** Options of `coalesce`. */
export interface CoalesceOptions<Args extends readonly unknown[]> {
  /**
   * Returns the key of a call. Calls with equal keys are identical; keys are compared as a `Map` compares them.
   * Default: calls with equal arguments are identical, and arguments must be primitive values, but no symbols.
   */
  readonly key?: ((...args: Args) => unknown) | undefined;
}

/** A function whose identical concurrent calls share one run. */
export interface Coalesced<Args extends readonly unknown[], Value> {
  (...args: [...args: Args, options?: CallOptions]): Promise<Value>;
  /** Closes runs to later callers: all runs, or the run with these arguments. With the option `key`, that with this key. */
  forget(...key: Args | [key: unknown] | []): void;
  /** Counts the runs that have started and have not settled. */
  readonly inFlight: number;
}

/**
 * Returns a function that calls `fn` once for all identical calls that are made while the first one runs. All
 * callers get the same value. A caller may pass `{ signal }` as its last argument to leave. The run is aborted when
 * the last caller has left. An error reaches every caller of the run, and the next call starts a new run.
 *
 * `fn` gets its options after the arguments of the call. If it does not declare them, no caller may pass undefined or `{}`
 * as the last argument. To allow that, declare them: `(id: number, name: string | undefined, { signal })`. Give no parameter a
 * default value before them, because `fn.length` does not count such parameters. `fn` takes no list (`...ids`). Type
 * arguments are those of a call and its value: `coalesce<[id: string], User>(async (id) => …)`.
 *
 * Throws a `TypeError` for a wrong option. A call rejects with one when its `signal` is no signal, and when an argument
 * is not primitive and there is no `key`.
 *
 * @example
 * const read = coalesce((path: string, { signal }) => readFile(path, { signal }));
 * const bytes = await read('a.txt', { signal });
 */
export function coalesce<
  Result,
  Fn extends (...args: never) => unknown,
  A = RunOptions,
  B = RunOptions,
  C = RunOptions,
  D = RunOptions,
>(
  fn: ((a: A, b: B, c: C, d: D, ...options: RunOptions[]) => Result) & Fn,
  options?: CoalesceOptions<ArgumentsOf<Fn>>,
): Coalesced<ArgumentsOf<Fn>, Awaited<Result>>;
export function coalesce<Args extends readonly unknown[], Result>(
  fn: (...args: [...args: Args, options: RunOptions]) => Result | PromiseLike<Result>,
  options?: CoalesceOptions<Args>,
): Coalesced<Args, Awaited<Result>>;
export function coalesce(fn: (...args: never[]) => unknown, options: CoalesceOptions<never[]> = {}): unknown {
  if (typeof fn !== 'function') throw misuse('`fn` to be a function', fn);
  const key = keyOption(options);
  const keyOf = (args: readonly unknown[]) => (key ? key(...(args as never[])) : primitiveKey(args));
  const flights = new Flights<unknown, unknown>();

  const launch = (args: readonly unknown[]) => () => {
    const controller = typeof AbortController === 'function' ? new AbortController() : undefined;
    const run = async () => fn(...([...args, { signal: controller?.signal }] as never[]));
    return { result: run(), abort: (reason: unknown) => controller?.abort(reason) };
  };
  const coalesced = async (...given: unknown[]) => {
    const { args, signal } = split(given, fn.length);
    return flights.join(keyOf(args), launch(args), { signal }).result;
  };
  const forget = (...given: unknown[]) => {
    if (!given.length) return flights.forget();
    const wanted = key ? given[0] : primitiveKey(given);
    flights.forget((other) => other === wanted || Object.is(other, wanted));
  };
  // Without a prototype: a page may have given `Object.prototype` a `value`.
  const inFlight = { __proto__: null, get: () => flights.inFlight } as PropertyDescriptor;
  Object.defineProperty(coalesced, 'inFlight', inFlight);
  return Object.assign(coalesced, { forget });
}

/** Returns the only option. The core imports nothing, so it has its own check. */
function keyOption(options: CoalesceOptions<never[]>): CoalesceOptions<never[]>['key'] {
  if (kindOf(options) !== '[object Object]') throw misuse('`options` to be a plain object', options);
  const { key, ...others } = { __proto__: null, ...options } as CoalesceOptions<never[]>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`Unknown option \`${unknown}\`. The only one is \`key\`.`);
  // A promise equals no other one.
  if (key !== undefined && kindOf(key) !== '[object Function]')
    throw misuse('`key` to be a function that is not async', key);
  return key;
}
