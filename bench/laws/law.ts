// A law is a small program that ends well with a contender that keeps it: the same for all of them.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { resourceAt } from '../../test/support/resource-at.ts';
import { type Contender, textOf } from '../contenders/contender.ts';

export type Resource = ReturnType<typeof resourceAt>;

/** What a law is tried with. */
export interface Trial extends Pick<Contender, 'get'> {
  /** The class of its answers. */
  readonly Response: typeof globalThis.Response;
  /** A resource of the counting server that nobody else asks for. */
  resource(query?: Record<string, string | number>): Resource;
  /** Asks and reads the answer whole. */
  text(url: string, init?: RequestInit): Promise<string>;
  /** Asks, in a contender whose answers are Responses. */
  response(url: string, init?: RequestInit): Promise<Response>;
}

export interface Law {
  /** What holds where it is kept, as a sentence. */
  readonly says: string;
  /** What a contender must have a place for; without it the law is none of its concern. */
  readonly needs?: readonly ('init' | 'method' | 'signal' | 'response')[];
  /** Rejects, or never ends, where it is not kept. */
  readonly check: (trial: Trial) => Promise<void>;
}

export type Verdict = 'yes' | 'no' | '—';

/** Whatever it is about to send has been sent by then. */
export const settle = (): Promise<void> => sleep(40);

interface Court {
  /** Where the counting server is. */
  readonly origin: string;
  /** Milliseconds after which a law that has not ended is not kept. */
  readonly patience?: number;
  /** Hears why it is not. */
  readonly because?: (reason: unknown) => void;
}

/** Whether the contender keeps the law. */
export async function judge(
  { needs = [], check }: Law,
  contender: Contender,
  { origin, patience = 2000, because = () => {} }: Court,
): Promise<Verdict> {
  if (!needs.every((need) => contender.takes.has(need))) return '—';
  const get: Contender['get'] = (url, init) => observed(contender.get(url, init));
  const trial: Trial = {
    get,
    Response: contender.Response ?? Response,
    resource: (query) => resourceAt(origin, query),
    text: (url, init) => observed(get(url, init).then((answer) => textOf(contender, answer))),
    response: (url, init) => observed(get(url, init) as Promise<Response>),
  };
  const over = new AbortController();
  const late = sleep(patience, undefined, { signal: over.signal }).then(() =>
    assert.fail('It does not end.'),
  );
  try {
    await Promise.race([check(trial), late]);
    return 'yes';
  } catch (reason) {
    because(reason);
    return 'no';
  } finally {
    over.abort();
    late.catch(() => {});
  }
}

/** A law that fails early awaits no further answer. What becomes of that answer is no unhandled rejection. */
function observed<Answer>(answer: Promise<Answer>): Promise<Answer> {
  answer.catch(() => {});
  return answer;
}
