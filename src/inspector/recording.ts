// A bounded recording since the inspector was opened. The oldest rows are dropped first.

import { type Counts, none } from './counts.ts';
import { Entries } from './entries.ts';
import { addCaller, callEntry, type Entry, flightEntry, imageEntry, isNearMiss, kindOf } from './entry.ts';
import {
  type FlightFacts,
  type FlightNow,
  type ImageFacts,
  type InspectedFetch,
  type InspectedImages,
  listenTo,
} from './sources.ts';

export class Recording {
  counts: Counts = none();
  readonly #changed: () => void;
  readonly #entries = new Entries();
  /** The wrapped fetch that is recorded, or was until the recording stopped. */
  #fetch: InspectedFetch | undefined;
  #stops: (() => void)[] = [];

  /** `changed` is called after each event: many times a frame. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** In the order of their start. */
  get entries(): readonly Entry[] {
    return this.#entries.entries;
  }

  get savedBytes(): number {
    return this.#entries.savedBytes;
  }

  /** Starts recording, and begins with the current flights. */
  start(fetch: InspectedFetch | undefined, images: InspectedImages | undefined): void {
    this.stop();
    if (fetch !== this.#fetch) this.#entries.forgetCalls();
    this.#fetch = fetch;
    if (fetch) {
      for (const flight of fetch.flights()) this.#adopt(flight);
      this.#stops.push(this.#hearFetch(fetch));
    }
    if (images) this.#stops.push(this.#hearImages(images));
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    // The recording does not learn how they end.
    for (const entry of this.entries) if (entry.end === undefined) this.#end(entry, 'not recorded');
  }

  clear(): void {
    this.#entries.clear(({ end }) => end === undefined);
    this.counts = none();
  }

  /** Asks the wrapped fetch how far its flights are. */
  refresh(): void {
    if (!this.#stops.length) return;
    for (const { id, bytes, closedBy } of this.#fetch?.flights() ?? []) {
      const row = this.#entries.find('flight', id);
      // The row of a flight that lasts long may have been dropped.
      if (row) Object.assign(row, { bytes, closedBy });
    }
  }

  #hearFetch(fetch: InspectedFetch): () => void {
    return listenTo(fetch, {
      launch: (facts: FlightFacts) => this.#launch(callEntry(facts)),
      bypass: (facts: FlightFacts) => {
        this.counts.bypassed++;
        this.#launch(callEntry(facts));
      },
      join: ({ id, time }: FlightFacts) => {
        this.counts.calls++;
        this.counts.joined++;
        const entry = this.#entries.find('flight', id);
        if (entry) addCaller(entry, time);
        this.#changed();
      },
      leave: ({ id }: FlightFacts) => {
        const entry = this.#entries.find('flight', id);
        if (entry && entry.end === undefined) entry.leftCount++;
        this.#changed();
      },
      settle: (facts: FlightFacts) => {
        const { id, time, bytes, outcome } = facts;
        const entry = this.#entries.find(kindOf(facts), id);
        if (!entry) return;
        entry.bytes = bytes;
        this.#end(entry, outcome, time);
      },
    });
  }

  #hearImages(images: InspectedImages): () => void {
    return listenTo(images, {
      launch: (facts: ImageFacts) => {
        this.counts.images++;
        this.#entries.add(imageEntry(facts));
        this.#changed();
      },
      // The image waits again, or it settles as aborted at once. While it waits, it may settle with this number, too.
      leave: ({ id = 0 }: ImageFacts) => {
        this.counts.steppedAside++;
        this.#end(this.#entries.find('image', id), 'stepped aside');
        setTimeout(() => this.#entries.forget('image', id));
      },
      settle: ({ id = 0, outcome }: ImageFacts) => {
        const entry = this.#entries.find('image', id);
        if (entry?.outcome === 'stepped aside') this.counts.steppedAside--;
        this.#end(entry, outcome);
      },
    });
  }

  #launch(entry: Entry): void {
    this.counts.calls += entry.callerCount;
    this.counts.joined += entry.callerCount - 1;
    this.counts.requests++;
    if (isNearMiss(entry)) this.counts.nearMisses++;
    this.#entries.add(entry);
    this.#changed();
  }

  /** Adds a flight that was launched before, unless it is already recorded. */
  #adopt(flight: FlightNow): void {
    const { id, subscribers, bytes } = flight;
    const known = this.#entries.find('flight', id);
    if (known) {
      const callerCount = subscribers + known.leftCount;
      Object.assign(known, { callerCount, bytes, end: undefined, outcome: undefined });
    } else this.#launch(flightEntry(flight));
  }

  #end(entry: Entry | undefined, outcome: string | undefined, time: number = performance.now()): void {
    if (!entry) return;
    if (outcome === 'failed') this.counts.failed++;
    // Its request has ended when it stepped aside.
    if (entry.outcome !== 'stepped aside') entry.end = time;
    entry.outcome = outcome;
    this.#changed();
  }
}
