// Calls past all flights. Events report them, and writes among them fence reads.

import { isSafe } from '../http/methods.ts';
import { bare } from '../response/incoming.ts';
import { requestOf, urlOf, withoutBody } from './asked.ts';
import type { BypassReason } from './bypass-reason.ts';
import type { FlightRecord, Log, Outcome } from './log.ts';
import type { Network } from './network.ts';
import type { Arguments } from './sent-call.ts';

/** The reason why a call bypasses all flights, and a copy of its init. */
export interface Passed {
  readonly reason: BypassReason;
  readonly init: RequestInit;
}

export class Bypass {
  readonly #network: Network;
  readonly #log: Log;
  readonly #fence: (write: Request) => void;

  /** Calls `fence` for each write, when it begins and when it has ended. */
  constructor(network: Network, log: Log, fence: (write: Request) => void) {
    this.#network = network;
    this.#log = log;
    this.#fence = fence;
  }

  /** Sends a call past all flights. */
  send(receiver: unknown, args: Arguments, { reason, init }: Passed): Promise<Response> {
    const [input] = args;
    const url = urlOf(input);
    const asked = reason === 'invalid' ? undefined : withoutBody(input, init);
    const write = asked && !isSafe(asked.method) ? asked : undefined;
    const record: FlightRecord = {
      id: this.#log.nextId(),
      key: '',
      url: url ?? '',
      request: url === undefined ? undefined : asked,
      bytes: 0,
    };
    if (write) this.#fence(write);
    this.#log.note('bypass', record, { role: 'bypass', reason });
    const end = (outcome: Outcome, finalUrl?: string) => {
      if (write) this.#fence(write);
      if (write && finalUrl && finalUrl !== write.url)
        this.#fence(requestOf(finalUrl, bare({ method: write.method })));
      this.#log.note('settle', record, { role: 'bypass', outcome });
    };
    return this.#network.pass(receiver, args).then(
      (response) => {
        end('done', response?.url);
        return response;
      },
      (error) => {
        end('failed');
        throw error;
      },
    );
  }
}
