// A law is a small program that ends well with a contender that keeps the law. It is the same for all contenders.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { resourceAt } from '../../test/support/resource-at.ts';
import { type Contender, textOf } from '../contenders/contender.ts';

export type Resource = ReturnType<typeof resourceAt>;

/** The tools that a law is tried with. */
export interface Trial extends Pick<Contender, 'get'> {
  /** The class of its answers. */
  readonly Response: typeof globalThis.Response;
  /** A resource of the counting server that no other trial uses. */
  resource(query?: Record<string, string | number>): Resource;
  /** Asks and reads the answer whole. */
  text(url: string, init?: RequestInit): Promise<string>;
  /** Asks, in a contender whose answers are Responses. */
  response(url: string, init?: RequestInit): Promise<Response>;
}

export interface Law {
  /** The number of the law in docs/laws.md that it belongs to, and a letter. */
  readonly id: string;
  /** The law, as a sentence. */
  readonly says: string;
  /** What a contender must be able to take. A law does not apply to a contender that cannot. */
  readonly needs?: readonly ('init' | 'method' | 'signal' | 'response')[];
  /** Rejects, or never ends, when the contender does not keep the law. */
  readonly check: (trial: Trial) => Promise<void>;
}

export type Verdict = 'yes' | 'no' | '—';

/** Resolves when every request that was about to be sent has been sent. */
export const settle = (): Promise<void> => sleep(40);

interface Court {
  /** Where the counting server is. */
  readonly origin: string;
  /** Milliseconds after which a law that has not ended is not kept. */
  readonly timeout?: number;
  /** Is told why the law is not kept. */
  readonly because?: (reason: unknown) => void;
}

/** Says whether the contender keeps the law. */
export async function judge(
  { needs = [], check }: Law,
  contender: Contender,
  { origin, timeout = 2000, because = () => {} }: Court,
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
  const ended = new AbortController();
  const late = sleep(timeout, undefined, { signal: ended.signal }).then(() =>
    assert.fail('It does not end.'),
  );
  try {
    await Promise.race([check(trial), late]);
    return 'yes';
  } catch (reason) {
    because(reason);
    return 'no';
  } finally {
    ended.abort();
    late.catch(() => {});
  }
}

/** A law that fails early awaits no further answer, so the failure of that answer is no unhandled rejection. */
function observed<Answer>(answer: Promise<Answer>): Promise<Answer> {
  answer.catch(() => {});
  return answer;
}
