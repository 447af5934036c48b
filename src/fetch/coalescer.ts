import type { Flight } from '../core/flight.ts';
import { Flights } from '../core/flights.ts';
import type { Call } from './call.ts';
import { Download } from './download.ts';
import { sameResource, writeOf } from './fence.ts';
import { keyOf } from './key.ts';
import { Log } from './log.ts';
import type { Fetch, Network } from './network.ts';
import type { FetchOptions } from './options.ts';
import { Passenger } from './passenger.ts';
import { share } from './share.ts';
import { serves } from './vary.ts';

/** Milliseconds in which a body that came along with its headers is all here. */
const haste = 50;

/** Sends calls to the network: on a flight that they share, or past all flights. */
export class Coalescer {
  readonly log: Log = new Log();
  readonly #flights = new Flights<string, Download, Download>();
  readonly #options: FetchOptions;
  readonly #ignored: ReadonlySet<string>;
  readonly #network: Network;
  #launched = 0;

  constructor(options: FetchOptions, network: Network) {
    this.#options = options;
    this.#ignored = new Set(options.ignoreHeaders?.map((name) => name.toLowerCase()));
    this.#network = network;
  }

  /** Lets nobody join any more what `matches`. */
  forget(matches: (request: Request) => boolean): void {
    this.#flights.forget((_, download) => !!download && matches(download.plan.request));
  }

  /** Past all flights. A write fences reads with its beginning and with its end, however it ends. */
  bypass(self: unknown, args: Parameters<Fetch>): Promise<Response> {
    const [input, init] = args;
    const { fences = sameResource } = this.#options;
    const write = writeOf(input, init);
    const fence = () => write && this.forget((read) => fences(write, read));
    const trip = { id: 0, key: '', url: input instanceof Request ? input.url : `${input}`, bytes: 0 };
    fence();
    this.log.note('bypass', trip, 'bypass');
    const over = (outcome: 'done' | 'failed') => {
      fence();
      this.log.note('settle', trip, 'bypass', outcome);
    };
    const answer = this.#network.call(self, args);
    answer.then(
      () => over('done'),
      () => over('failed'),
    );
    return answer;
  }

  /** On the flight of all who ask for the same at this time. */
  share(call: Call, input: RequestInfo | URL, key: string = this.#keyOf(call)): Promise<Response> {
    const { signal } = call;
    if (signal?.aborted) throw signal.reason;
    const seat = this.#flights.join(key, (_, flight) => this.#launch(flight, key, call, input));
    const { plan } = seat.flight.work ?? {};
    if (plan && seat.role === 'follower') this.log.note('join', plan.trip, 'follower');
    const passenger = new Passenger(seat, signal);
    return passenger.until(this.#answer(passenger, call, input, key));
  }

  async #answer(passenger: Passenger, call: Call, input: RequestInfo | URL, key: string): Promise<Response> {
    const { flight, role, result } = passenger.seat;
    const { body } = flight.work ?? {};
    // Taken now: the next chunk to arrive may close the flight, and then nobody else holds its start.
    const start = body?.start;
    // It may be all here without anybody having looked: then it is old news.
    const unread = body && !body.asked;
    try {
      const follows = role === 'follower';
      const download = await passenger.wait(result, follows ? this.#options.leaderTimeout : 0);
      if (!download) flight.close();
      else if (follows && !serves(download.response, download.plan.request, call.request)) {
        passenger.leave();
        return this.bypass(undefined, [input, call.init]);
      }
      if (unread) await passenger.wait(body.flow(), haste);
      if (download && (flight.joinable || !unread)) return share(download, passenger, start);
    } catch (error) {
      passenger.arrive();
      passenger.seat.leave(error);
      throw error;
    }
    passenger.leave();
    return this.share(call, input, key);
  }

  #launch(
    flight: Flight<string, Download, Download>,
    key: string,
    { request, init }: Call,
    input: RequestInfo | URL,
  ): Download {
    const trip = { id: ++this.#launched, key, url: request.url, request, bytes: 0 };
    this.log.note('launch', trip, 'leader');
    const controller = new AbortController();
    // Few calls deep: browsers look through all that lead here, and that is a part of what a lone call costs.
    const answer = this.#network.call(undefined, [input, { ...init, signal: controller.signal }]);
    return new Download(flight, answer, { request, trip, controller, options: this.#options, log: this.log });
  }

  #keyOf({ request, plain }: Call): string {
    const own = keyOf(request, plain, this.#ignored);
    const { key } = this.#options;
    if (!key) return own;
    const made: unknown = key(request, own);
    if (typeof made !== 'string')
      throw new TypeError(`Expected \`key\` to return a string, got \`${made}\`.`);
    return `${request.method} ${made}`;
  }
}
