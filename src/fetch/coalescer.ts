// Answers calls: from a flight that callers share, or past all flights.

import type { Flight } from '../core/flight.ts';
import { Flights } from '../core/flights.ts';
import { reasonOf } from '../core/signals.ts';
import { bare } from '../http/bare.ts';
import { fencesSafely } from '../http/fence.ts';
import type { SharedBody } from '../response/shared-body.ts';
import { type Bypass, bypassBy } from './bypass.ts';
import { type Call, inputAgain } from './call.ts';
import { Caller } from './caller.ts';
import { Calls } from './calls.ts';
import { defaultFence } from './default-fence.ts';
import { keptApart } from './differences.ts';
import { Download } from './download.ts';
import { type ClosedBy, type FlightState, recordOf } from './in-flight.ts';
import { IncomingRequest } from './incoming-request.ts';
import type { FlightContext } from './launching.ts';
import { Linger } from './linger.ts';
import { Log } from './log.ts';
import type { Network } from './network.ts';
import type { FetchOptions } from './options.ts';
import { ownResponse } from './own-response.ts';
import { selfWaitLeft, waitedForOneMore } from './self-wait.ts';
import { serves } from './serves.ts';
import { Unsettled } from './unsettled.ts';

/** Milliseconds in which a body that came together with its headers has arrived. */
const wholeDelay = 50;

/** A call, and what it found when it joined or launched its flight. */
interface Join {
  readonly call: Call;
  readonly key: string;
  /** The body, if the headers were there and no one had begun to read it. It is stale when all of it came long ago. */
  readonly unread: SharedBody | undefined;
}

export class Coalescer implements FlightContext<Download> {
  readonly log: Log = new Log();
  readonly bypass: Bypass;
  readonly #flights = new Flights<string, Download, Download>();
  readonly calls: Calls;
  readonly options: FetchOptions;
  readonly #network: Network;
  readonly linger: Linger<Download>;
  /** It keeps no flight alive: the network or a timer holds each one anyway. */
  readonly unsettled: Unsettled<Download> = new Unsettled();
  readonly #incoming = new IncomingRequest();

  constructor(options: FetchOptions, network: Network) {
    this.options = options;
    this.calls = new Calls(options);
    this.#network = network;
    const fences = fencesSafely(options.fences ?? defaultFence(options.key));
    this.bypass = bypassBy(network, this.log, (write) =>
      this.forget((read) => fences(write, read), 'fences'),
    );
    this.linger = new Linger(this.#flights, options.joinUntil === 'headers' ? 0 : options.linger);
  }

  /** Closes the flights that match to later callers. A flight that is being launched counts as a match. */
  forget(matches: (request: Request) => boolean, by: ClosedBy = 'forget'): void {
    this.#flights.forget((_, download) => {
      if (download && !matches(download.record.request)) return false;
      download?.close(by);
      return true;
    });
  }

  /** Returns the flights in flight, in the order of their launches. */
  flights(): FlightState[] {
    return this.unsettled.all().map((download) => download.state);
  }

  /** Answers a call from the flight of its key, which it joins or launches. */
  share(call: Call, key: string = this.calls.keyOf(call)): Promise<Response> {
    const { signal } = call;
    if (signal?.aborted) return Promise.reject(reasonOf(signal));
    if (!this.#incoming.isCurrent() || this.#network.hasChanged()) this.forget(() => true);
    const subscriber = this.#flights.join(key, this.#launch.bind(this, call));
    const { work } = subscriber.flight;
    // No timer has run for a while, as behind a dialog of the page. It would have closed this flight.
    if (work && work.lateAt <= Date.now()) {
      work.close('age');
      subscriber.leave();
      return this.share(call, key);
    }
    const isLaunch = subscriber.role === 'leader';
    const unread = work?.body?.asked ? undefined : work?.body;
    // A call gives up one flight at most. If it gave up each slow one, it would never get an answer.
    const mayGiveUp = !isLaunch && call.waitedFor === undefined;
    const timeout = mayGiveUp ? this.options.leaderTimeout || (work && selfWaitLeft(work)) : 0;
    const caller = new Caller(subscriber, signal);
    // The wait begins before events are fired: the body keeps its start for a caller that waits, even when a listener
    // closes the flight.
    const answer = caller.wait(
      subscriber.flight.result,
      (download) => this.#answer(caller, { call, key, unread }, download),
      timeout,
    );
    const differs =
      isLaunch && work && this.log.isHeard
        ? keptApart(work, this.unsettled.like(work), this.calls.ignoreHeaders)
        : undefined;
    work?.note(isLaunch ? 'launch' : 'join', { role: subscriber.role, differs });
    // The launch, or a listener of that event, may have aborted the signal.
    caller.listen();
    return answer;
  }

  /** Answers when the headers have arrived, or when they do not come in time. */
  #answer(caller: Caller, join: Join, download: Download | undefined): Response | Promise<Response> {
    const { call, unread } = join;
    const { flight, role } = caller.subscriber;
    if (!download) return this.#shareAgain(caller, join, this.#giveUp(flight.work as Download));
    if (role === 'follower' && !serves(download, call, this.calls.areAlike)) {
      caller.leave();
      const init = bare({ ...call.init, signal: call.signal ?? null });
      return this.bypass(undefined, [inputAgain(call), init], { reason: 'vary', init });
    }
    if (!unread) return ownResponse(download, caller);
    const respond = () => (flight.joinable ? ownResponse(download, caller) : this.#shareAgain(caller, join));
    return caller.wait(unread.flowUnread(), respond, wholeDelay);
  }

  #shareAgain(caller: Caller, { call, key }: Join, waitedFor = call.waitedFor): Promise<Response> {
    caller.leave();
    return this.share({ ...call, input: inputAgain(call), source: undefined, waitedFor }, key);
  }

  /** Closes a flight whose headers do not come. Returns how long callers have waited by now. */
  #giveUp(download: Download): number {
    download.close('leaderTimeout');
    return waitedForOneMore(download.launching, this.options.leaderTimeout);
  }

  #launch(call: Call, key: string, flight: Flight<string, Download, Download>): Download {
    const { source, input, waitedFor = 0 } = call;
    const record = recordOf(call, key, this.log.nextId());
    const controller = new AbortController();
    const init = bare({ ...call.init, signal: controller.signal });
    const { native } = this.#network;
    // Called from a shallow stack: Chromium walks the stack at each `fetch`, which is part of the cost of a lone call.
    // The platform gets the caller's own request, because a copy may lose members that only some platforms have.
    const answer = native ? native(source ?? input, init) : this.#network.launch([input, init], waitedFor);
    const selfWaitTimeout = this.#network.selfWaitTimeout(waitedFor);
    return new Download(flight, this, { record, controller, waitedFor, selfWaitTimeout }, answer);
  }
}
