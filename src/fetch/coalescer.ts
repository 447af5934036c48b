// Sends calls to the network: on a flight that callers share, or past all flights.

import type { Flight } from '../core/flight.ts';
import { Flights } from '../core/flights.ts';
import type { Fences } from '../http/fence.ts';
import { varies } from '../http/vary.ts';
import { show } from '../options/check.ts';
import type { Chunk } from '../response/chunks.ts';
import { Reader } from '../response/reader.ts';
import { sharedResponse } from '../response/shared-response.ts';
import type { BypassReason, Call } from './call.ts';
import { Caller } from './caller.ts';
import { Download } from './download.ts';
import { keyOf, keyOfPlain } from './key.ts';
import { Linger } from './linger.ts';
import { type FlightRecord, Log, type Outcome } from './log.ts';
import type { Arguments } from './marks.ts';
import type { Network } from './network.ts';
import type { FetchOptions } from './options.ts';
import { fencesSafely, requestOf, urlOf, writeOf, writeTo } from './writes.ts';

/** Milliseconds in which a body that came along with its headers is all here. */
const wholeDelay = 50;
/** A response that only the collector can end leaves when it is collected. */
const collected = /* @__PURE__ */ new FinalizationRegistry<Caller>((caller) => caller.leave());

/** Why a call bypasses all flights, and what its init says. */
export interface Bypass {
  readonly reason: BypassReason;
  readonly init: RequestInit;
}

export class Coalescer {
  readonly log: Log = new Log();
  readonly #flights = new Flights<string, Download, Download>();
  readonly #options: FetchOptions;
  readonly #ignoredHeaders: ReadonlySet<string>;
  readonly #fences: Fences;
  readonly #network: Network;
  readonly #linger: Linger<Download>;
  /** The key of the flight whose headers did not come the last time. */
  #selfWait: string | undefined;
  #lastId = 0;

  constructor(options: FetchOptions, network: Network) {
    this.#options = options;
    this.#ignoredHeaders = new Set(options.ignoreHeaders?.map((name) => name.toLowerCase()));
    this.#fences = fencesSafely(options.fences);
    this.#network = network;
    this.#linger = new Linger(this.#flights, options.linger);
  }

  /** Lets nobody join what is in flight and `matches`. A launch under way counts as a match. */
  forget(matches: (request: Request) => boolean): void {
    this.#flights.forget((_, download) => {
      if (download && !matches(download.record.request)) return false;
      download?.close();
      return true;
    });
  }

  /** Sends a call past all flights. `init` is a copy of its init. */
  bypass(receiver: unknown, args: Arguments, { reason, init }: Bypass): Promise<Response> {
    const [input] = args;
    const isValid = reason !== 'invalid';
    const write = isValid ? writeOf(input, init) : undefined;
    const record: FlightRecord = {
      id: ++this.#lastId,
      key: '',
      url: urlOf(input) ?? '',
      request: this.log.isHeard && isValid ? requestOf(input, init) : undefined,
      bytes: 0,
    };
    if (write) this.#fence(write);
    this.log.note('bypass', record, { role: 'bypass', reason });
    const end = (outcome: Outcome, url?: string) => {
      if (write) this.#fence(write);
      if (write && url && url !== write.url) this.#fence(writeTo(url, write.method));
      this.log.note('settle', record, { role: 'bypass', outcome });
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

  /** Answers a call on the flight of all who ask for the same at this time. */
  share(call: Call, key: string = this.#keyOf(call)): Promise<Response> {
    const { signal } = call;
    if (signal?.aborted) throw signal.reason;
    const subscriber = this.#flights.join(key, (_, flight) => this.#launch(flight, call), { signal });
    const { work } = subscriber.flight;
    const { role } = subscriber;
    if (work) this.log.note(role === 'leader' ? 'launch' : 'join', work.record, { role });
    const caller = new Caller(subscriber);
    if (subscriber.left) return Promise.reject(signal?.reason);
    return caller.until(this.#answer(caller, call, key));
  }

  async #answer(caller: Caller, call: Call, key: string): Promise<Response> {
    const { flight, role } = caller.subscriber;
    const { work } = flight;
    const body = work?.body;
    // Taken now: the next chunk to arrive may close the flight, and then nobody else holds its start.
    const start = body?.start;
    // A body that nobody has begun to read may have arrived long ago: then it is stale.
    const isUnread = !!body && !body.asked;
    if (work) work.waiting++;
    try {
      const isFollower = role === 'follower';
      const timeout = this.#options.leaderTimeout || work?.selfWaitTimeout;
      const download = await caller.wait(flight.result, isFollower ? timeout : 0);
      if (!download) this.#giveUp(work as Download);
      else if (isFollower && !serves(download, call)) {
        caller.leave();
        const { input, init } = call;
        return await this.bypass(undefined, [input, init], { reason: 'vary', init });
      }
      if (isUnread) await caller.wait(body.flow(), wholeDelay);
      if (download && (flight.joinable || !isUnread)) return share(download, caller, start);
    } catch (error) {
      caller.release();
      caller.subscriber.leave(error);
      throw error;
    } finally {
      work?.handedOut();
    }
    caller.leave();
    return this.share(call, key);
  }

  /** Closes a flight whose headers do not come. One that was launched because of that waits for itself. */
  #giveUp(download: Download): void {
    download.close();
    if (this.#options.leaderTimeout) return;
    if (download.record.key === this.#selfWait) throw new TypeError(waitsForItself);
    this.#selfWait = download.record.key;
  }

  #launch(flight: Flight<string, Download, Download>, call: Call): Download {
    const { request, source, input, init } = call;
    const record = { id: ++this.#lastId, key: flight.key, url: call.url, request, bytes: 0 };
    const controller = new AbortController();
    // Few calls deep: Chromium looks through all that lead here, and that is a part of what a lone call costs.
    const answer = this.#network.launch([input, { ...init, signal: controller.signal }], source);
    return new Download(flight, answer, {
      record,
      controller,
      options: this.#options,
      log: this.log,
      linger: this.#linger,
      selfWaitTimeout: this.#network.selfWaitTimeout,
    });
  }

  #keyOf(call: Call): string {
    const { request } = call;
    const own = call.isPlain ? keyOfPlain(call) : keyOf(call, this.#ignoredHeaders);
    const { key } = this.#options;
    if (!key) return own;
    const made: unknown = key(request, own);
    if (typeof made !== 'string')
      throw new TypeError(`Expected \`key\` to return a string, got \`${show(made)}\`.`);
    return `${request.method} ${made}`;
  }

  /** Calls made after this do not join a read from before. */
  #fence(write: Request): void {
    this.forget((read) => this.#fences(write, read));
  }
}

const waitsForItself =
  'This fetch waits for itself: a wrapper on top of it drops the init. Pass it on, or give `createFetch` the option `fetch`.';

/** True when the answer to another request may answer this call. */
const serves = ({ response, record }: Download, { request }: Call): boolean =>
  !varies(response?.headers?.get?.('vary'), record.request, request);

/** One caller's own response. A caller that came mid-body has taken the `start` then. */
function share(
  { response, source, body }: Download,
  caller: Caller,
  start: Chunk | undefined = body?.start,
): Response {
  if (body && source && start) return sharedResponse(source, Reader.at(body, start, caller));
  const own = response as Response;
  // It leads to the response, which the collector would never find then.
  caller.fail = undefined;
  // All clone in the turn that brings the headers, before the leader's caller can touch the original.
  const isUsed = own.bodyUsed || own.body?.locked;
  const mine = caller.subscriber.role === 'leader' || isUsed ? own : (own.clone?.() ?? own);
  if (own.type === 'opaque') collected.register(mine, caller);
  else caller.release();
  return mine;
}
