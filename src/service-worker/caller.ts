import type { Subscriber } from '../core/subscriber.ts';
import type { Answer } from './answer.ts';
import type { Transfer } from './transfer.ts';

/** One request of one client, on a flight. */
export class Caller {
  readonly request: Request;
  /** The tab, frame or worker that sent it. Empty where that is not known. */
  readonly client: string;
  readonly network: (request: Request) => Promise<Response>;
  readonly subscriber: Subscriber<string, Answer, Transfer>;
  /** Settles what the event responds with. */
  respond!: (response: Response) => void;
  /** Its page has given it up, or another request that looks the same. */
  left = false;
  /** A response has still to be handed to it. The transfer's `due` counts it exactly while this is true. */
  waits = true;

  constructor(
    { request, client, network }: Pick<Caller, 'request' | 'client' | 'network'>,
    subscriber: Caller['subscriber'],
  ) {
    this.request = request;
    this.client = client;
    this.network = network;
    this.subscriber = subscriber;
    this.transfer.due++;
  }

  get transfer(): Transfer {
    return this.subscriber.flight.work as Transfer;
  }

  /** Has its response, or wants none. Returns true for the last caller of its transfer. */
  release(): boolean {
    if (this.waits) this.transfer.due--;
    this.waits = false;
    return !this.transfer.due;
  }
}
