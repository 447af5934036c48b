// A bounded recording since the inspector was opened. The oldest rows are dropped first.

import { addCaller, type Entry, entryOf, type Facts, isNearMiss, type Kind, savedBytes } from './entry.ts';
import {
  type FlightFacts,
  type FlightNow,
  type ImageFacts,
  type InspectedFetch,
  type InspectedImages,
  listenTo,
} from './sources.ts';

/** How many rows are kept. */
export const mostEntries = 5_000;

/** Counters, also of rows that are no longer kept. */
export interface Counts {
  calls: number;
  requests: number;
  joined: number;
  bypassed: number;
  nearMisses: number;
  failed: number;
  images: number;
  steppedAside: number;
}

const none = (): Counts => ({
  calls: 0,
  requests: 0,
  joined: 0,
  bypassed: 0,
  nearMisses: 0,
  failed: 0,
  images: 0,
  steppedAside: 0,
});

export class Recording {
  /** In the order of their start. At most `mostEntries` and a tenth. */
  readonly entries: Entry[] = [];
  counts: Counts = none();
  readonly #changed: () => void;
  /** Exactly the entries, by kind and number. */
  readonly #byId = new Map<string, Entry>();
  /** Saved by rows that are no longer kept. */
  #savedBefore = 0;
  #fetch: InspectedFetch | undefined;
  #stops: (() => void)[] = [];

  /** `changed` is called after each event: many times a frame. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Bytes that did not come over the network a second time. */
  get savedBytes(): number {
    return this.entries.reduce((sum, entry) => sum + savedBytes(entry), this.#savedBefore);
  }

  /** Starts recording, and begins with the current flights. */
  start(fetch: InspectedFetch | undefined, images: InspectedImages | undefined): void {
    this.stop();
    this.#fetch = fetch;
    if (fetch) {
      for (const flight of fetch.flights()) this.#adopt(flight);
      this.#stops.push(this.#hearFetch(fetch));
    }
    if (images) this.#stops.push(this.#hearImages(images));
    this.#changed();
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#fetch = undefined;
    // The recording does not learn how they end.
    for (const entry of this.entries) if (entry.end === undefined) this.#end(entry, 'not recorded');
  }

  clear(): void {
    const kept = this.entries.filter(({ end }) => end === undefined);
    this.entries.length = 0;
    this.#byId.clear();
    for (const entry of kept) this.#keep(entry);
    this.counts = none();
    this.#savedBefore = 0;
    this.#changed();
  }

  /** Asks the wrapped fetch how far its flights are. */
  refresh(): void {
    for (const { id, bytes, closedBy } of this.#fetch?.flights() ?? [])
      Object.assign(this.#find('flight', id) ?? {}, { bytes, closedBy });
  }

  #hearFetch(fetch: InspectedFetch): () => void {
    return listenTo(fetch, {
      launch: (facts: FlightFacts) => {
        this.#launch({ kind: 'flight', ...factsOf(facts), differs: facts.differs });
      },
      bypass: (facts: FlightFacts) => {
        this.counts.bypassed++;
        this.#launch({ kind: 'bypass', ...factsOf(facts), reason: facts.reason });
      },
      join: ({ id, time }: FlightFacts) => {
        this.counts.calls++;
        this.counts.joined++;
        const entry = this.#find('flight', id);
        if (entry) addCaller(entry, time);
        this.#changed();
      },
      leave: ({ id }: FlightFacts) => {
        const entry = this.#find('flight', id);
        if (entry && entry.end === undefined) entry.leftCount++;
        this.#changed();
      },
      settle: ({ id, role, time, bytes, outcome }: FlightFacts) => {
        const entry = this.#find(role === 'bypass' ? 'bypass' : 'flight', id);
        if (!entry) return;
        entry.bytes = bytes;
        this.#end(entry, outcome, time);
      },
    });
  }

  #hearImages(images: InspectedImages): () => void {
    return listenTo(images, {
      launch: ({ id = 0, url, urgent }: ImageFacts) => {
        this.counts.images++;
        this.#keep(
          entryOf({ kind: 'image', id, url, method: 'GET', start: performance.now(), isUrgent: urgent }),
        );
        this.#changed();
      },
      // The image waits again, or it settles as aborted at once.
      leave: ({ id = 0 }: ImageFacts) => {
        this.counts.steppedAside++;
        this.#end(this.#find('image', id), 'stepped aside');
      },
      settle: ({ id = 0, outcome }: ImageFacts) => {
        const entry = this.#find('image', id);
        if (entry?.outcome === 'stepped aside') this.counts.steppedAside--;
        this.#end(entry, outcome);
      },
    });
  }

  #launch(facts: Facts): void {
    const entry = entryOf(facts);
    this.counts.calls++;
    this.counts.requests++;
    if (isNearMiss(entry)) this.counts.nearMisses++;
    this.#keep(entry);
    this.#changed();
  }

  /** Adds a flight that was launched before, unless it is already recorded. */
  #adopt({ id, url, request, age, subscribers, bytes }: FlightNow): void {
    const known = this.#find('flight', id);
    const state = { callerCount: subscribers, bytes, end: undefined, outcome: undefined };
    if (known) Object.assign(known, state);
    else
      this.#keep(
        entryOf({
          kind: 'flight',
          id,
          url,
          method: request?.method ?? 'GET',
          start: performance.now() - age,
          ...state,
        }),
      );
  }

  #find(kind: Kind, id: number): Entry | undefined {
    return this.#byId.get(`${kind} ${id}`);
  }

  #keep(entry: Entry): void {
    this.entries.push(entry);
    this.#byId.set(`${entry.kind} ${entry.id}`, entry);
    if (this.entries.length <= mostEntries * 1.1) return;
    for (const oldest of this.entries.splice(0, mostEntries / 10)) {
      this.#byId.delete(`${oldest.kind} ${oldest.id}`);
      this.#savedBefore += savedBytes(oldest);
    }
  }

  #end(entry: Entry | undefined, outcome: string | undefined, time: number = performance.now()): void {
    if (!entry) return;
    if (outcome === 'failed') this.counts.failed++;
    entry.end ??= time;
    entry.outcome = outcome;
    this.#changed();
  }
}

const factsOf = ({ id, url, request, time }: FlightFacts) => ({
  id,
  url,
  method: request?.method ?? 'GET',
  start: time,
});
