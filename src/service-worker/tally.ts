import { type Counters, noCounts } from '../protocol/messages.ts';

type Count = { -readonly [Name in keyof Counters]: number };

const none = (): Count => ({ ...noCounts });

/** Counters of all clients together, and of each client. */
export class Tally {
  readonly all: Count = none();
  readonly #clients = new Map<string, Count>();

  note(client: string, ...names: readonly (keyof Counters)[]): void {
    const count = this.of(client);
    this.#clients.set(client, count);
    for (const name of names) {
      this.all[name]++;
      count[name]++;
    }
  }

  of(client: string): Count {
    return this.#clients.get(client) ?? none();
  }

  /** Forgets the clients that are not in the list. */
  keep(clients: readonly string[]): void {
    for (const client of this.#clients.keys()) if (!clients.includes(client)) this.#clients.delete(client);
  }
}
