// Calls past all flights. Events report them, and writes among them fence reads.

import { listen, unlisten } from '../core/signals.ts';
import { bare } from '../http/bare.ts';
import { isSafe } from '../http/methods.ts';
import { withoutUser } from '../http/url.ts';
import { isSignal } from './brand.ts';
import type { BypassReason } from './bypass-reason.ts';
import { urlOf } from './input.ts';
import type { FlightRecord, Log, Outcome } from './log.ts';
import type { Network } from './network.ts';
import { isRelative, requestOf, withoutBody } from './request-of.ts';
import { type Arguments, signalOf } from './sent-call.ts';

/** The reason why a call bypasses all flights, and a copy of its init. */
export interface Passed {
  readonly reason: BypassReason;
  readonly init: RequestInit;
}

/** Sends a call past all flights. */
export type Bypass = (receiver: unknown, args: Arguments, passed: Passed) => Promise<Response>;

/** Returns the function that sends calls past all flights. It calls `fence` when a write begins, and when it has ended. */
export function bypassBy(network: Network, log: Log, fence: (write: Request) => void): Bypass {
  return (receiver, args, { reason, init }) => {
    const [input] = args;
    const given = urlOf(input);
    const asked = reason === 'invalid' ? undefined : withoutBody(input, init);
    const write = asked && !isSafe(asked.method) ? asked : undefined;
    const request = given === undefined ? undefined : asked;
    const url = request && !isRelative(request) ? request.url : (given ?? '');
    const record: FlightRecord = { id: log.nextId(), key: '', url, request, bytes: 0 };
    const own = asked && signalOf([input, init]);
    const signal = isSignal(own) ? own : undefined;
    // An aborted write has ended at once, and rejects a little later.
    const aborted = { abort: () => write && fence(write) };
    if (write && signal) listen(signal, aborted);
    const end = (outcome: Outcome, finalUrl?: string) => {
      if (signal) unlisten(signal, aborted);
      if (write) fence(write);
      const redirected = write && finalUrl && finalUrl !== write.url && redirectedTo(finalUrl, write);
      if (redirected) fence(redirected);
      log.note('settle', record, { role: 'bypass', outcome, finalUrl });
    };
    if (write) fence(write);
    log.note('bypass', record, { role: 'bypass', reason });
    return network.pass(receiver, args).then(
      (response) => {
        end('done', response?.url);
        return response;
      },
      (error) => {
        end(signal?.aborted ? 'aborted' : 'failed');
        throw error;
      },
    );
  };
}

/** Returns the write at the URL of its answer. A mock may name any text. */
function redirectedTo(finalUrl: string, { url, method }: Request): Request | undefined {
  try {
    return requestOf(withoutUser(finalUrl, url).href, bare({ method }));
  } catch {
    return;
  }
}
