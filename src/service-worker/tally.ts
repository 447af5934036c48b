import { type Counters, noCounts } from '../protocol/messages.ts';

type Count = { -readonly [Name in keyof Counters]: number };

const none = (): Count => ({ ...noCounts });

/** The most clients that are kept: no one may ask for statistics, by which the closed ones are forgotten. */
const mostClients = 1_000;

/** Counters of all clients together, and of each client. */
export class Tally {
  readonly all: Count = none();
  /** The one from which the last request has come is the last. */
  readonly #clients = new Map<string, Count>();

  note(client: string, ...names: readonly (keyof Counters)[]): void {
    const count = this.of(client);
    this.#clients.delete(client);
    this.#clients.set(client, count);
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > mostClients) this.#clients.delete(oldest as string);
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
