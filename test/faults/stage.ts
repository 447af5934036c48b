// The callers of one page or process: each makes a call and reads what it gets, and its outcome can be compared. Pages
// load this module with its types stripped.

import { type Program, programs } from './programs.ts';

/** The outcome of a call, as far as a program can see it. */
export interface Outcome {
  /** Status, type, redirect and headers of the response; undefined when the call was rejected. */
  readonly response?: string;
  /** The outcome of the body. */
  readonly body?: string;
  /** The class of the error, of the call or of the body. */
  readonly error?: string;
  readonly message?: string;
}

interface Caller {
  readonly controller: AbortController;
  /** Resolves with the response, or the outcome. */
  readonly answered: Promise<void>;
  /** Resolves with the response, the first bytes, or the outcome: there is something to see. */
  readonly touched: Promise<void>;
  readonly outcome: Promise<Outcome>;
  readonly release: () => void;
  isSettled: boolean;
}

/** Headers that differ from answer to answer. */
const fleeting = /^(date|x-number)$/;

function outside({ status, statusText, type, redirected, headers }: Response): string {
  const names = [...headers]
    .filter(([name]) => !fleeting.test(name))
    .map(([name, value]) => `${name}=${value.length}`);
  return [status, statusText, type, redirected ? 'redirected' : '', ...names].filter(Boolean).join(' ');
}

function failure(thrown: unknown): Outcome {
  const { name, message } = Object(thrown) as Partial<Error>;
  return { error: name ?? typeof thrown, message: message ?? String(thrown) };
}

export class Stage {
  readonly #fetch: typeof globalThis.fetch;
  readonly #callers = new Map<string, Caller>();

  constructor(fetch: typeof globalThis.fetch) {
    this.#fetch = fetch;
  }

  start(name: string, program: Program, url: string): void {
    const controller = new AbortController();
    const [answered, touched] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const released = Promise.withResolvers<void>();
    const run = async (): Promise<Outcome> => {
      let response: Response | undefined;
      let seen: string | undefined;
      try {
        response = await this.#fetch(url, { signal: controller.signal });
        seen = outside(response);
        answered.resolve();
        // A stream has something to see with its first bytes, other programs with the response.
        if (program !== 'stream' && program !== 'cancel') touched.resolve();
        const reading = { response, released: released.promise, touch: touched.resolve };
        return { response: seen, body: await programs[program](reading) };
      } catch (error) {
        return { ...(seen && { response: seen }), ...failure(error) };
      } finally {
        answered.resolve();
        touched.resolve();
      }
    };
    const outcome = run();
    const { resolve: release } = released;
    const seeing = { answered: answered.promise, touched: touched.promise, outcome };
    const caller = { controller, ...seeing, release, isSettled: false };
    outcome.then(() => {
      caller.isSettled = true;
    });
    this.#callers.set(name, caller);
  }

  /** Returns false when the caller has its outcome already, so that the abort comes too late. */
  abort(name: string): boolean {
    const { controller, isSettled } = this.#at(name);
    controller.abort();
    return !isSettled;
  }

  release(name: string): void {
    this.#at(name).release();
  }

  answered(name: string): Promise<void> {
    return this.#at(name).answered;
  }

  touched(name: string): Promise<void> {
    return this.#at(name).touched;
  }

  outcome(name: string): Promise<Outcome> {
    return this.#at(name).outcome;
  }

  /** Forgets all callers. */
  clear(): void {
    this.#callers.clear();
  }

  #at(name: string): Caller {
    const caller = this.#callers.get(name);
    if (!caller) throw new Error(`There is no caller "${name}".`);
    return caller;
  }
}
