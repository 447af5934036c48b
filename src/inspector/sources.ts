// The sources that can be inspected: a wrapped fetch, a preloader, a registered worker. They are taken by their shapes.

import { checkOptions, checkValue, type OptionKinds } from '../options/check.ts';
import { isFunction, withMethod } from '../options/kinds.ts';

/** The detail of an event of a wrapped fetch. */
export interface FlightFacts {
  readonly id: number;
  readonly url: string;
  readonly request?: { readonly method: string } | undefined;
  readonly role: string;
  readonly time: number;
  readonly bytes: number;
  readonly outcome?: string | undefined;
  readonly reason?: string | undefined;
  readonly differs?: readonly string[] | undefined;
}

/** A flight that is in flight. */
export interface FlightNow {
  readonly id: number;
  readonly url: string;
  readonly request?: { readonly method: string } | undefined;
  readonly bytes: number;
  readonly age: number;
  readonly subscribers: number;
  readonly closedBy?: string | undefined;
}

type FlightEvent = 'launch' | 'join' | 'leave' | 'settle' | 'bypass';
type ImageEvent = 'launch' | 'leave' | 'settle';

/** A wrapped fetch, as `createFetch` returns it. */
export interface InspectedFetch {
  flights(): readonly FlightNow[];
  addEventListener(type: FlightEvent, listener: (event: CustomEvent<FlightFacts>) => void): void;
  removeEventListener(type: FlightEvent, listener: (event: CustomEvent<FlightFacts>) => void): void;
}

/** The detail of an event of a preloader. */
export interface ImageFacts {
  readonly id: number | undefined;
  readonly url: string;
  readonly urgent?: boolean | undefined;
  readonly outcome?: string | undefined;
}

/** Counts of a preloader. */
export interface QueueStats {
  readonly inFlight: number;
  readonly waiting: number;
  readonly held: number;
  readonly heldBytes: number;
}

/** A preloader, as `createPreloader` returns it. */
export interface InspectedImages {
  stats(): QueueStats;
  addEventListener(type: ImageEvent, listener: (event: CustomEvent<ImageFacts>) => void): void;
  removeEventListener(type: ImageEvent, listener: (event: CustomEvent<ImageFacts>) => void): void;
}

/** Counters of the worker: of all tabs, or of this page. */
export interface WorkerCounters {
  readonly calls: number;
  readonly launched: number;
  readonly joined: number;
  readonly bypassed: number;
  readonly left: number;
  readonly failed: number;
}

/** The statistics of the worker. */
export interface WorkerNow {
  readonly version: string;
  readonly inFlight: number;
  readonly all: WorkerCounters;
  readonly page: WorkerCounters;
}

/** The `worker` in the result of `register`. */
export interface InspectedWorker {
  watch(listener: (stats: WorkerNow) => void, intervalMs?: number): () => void;
}

/** The sources that are inspected. */
export interface Sources {
  readonly fetch?: InspectedFetch | undefined;
  readonly images?: InspectedImages | undefined;
  readonly worker?: InspectedWorker | undefined;
}

/** Each source is known by a method. A wrapped fetch, which is a function, and a worker have `stats`, too. */
const kinds: OptionKinds<Sources> = {
  fetch: withMethod('flights', 'what `createFetch()` returns'),
  images: {
    expected: 'what `createPreloader()` returns',
    accepts: (value) => isFunction(Object(value).stats) && !(Object(value).watch || isFunction(value)),
  },
  worker: withMethod('watch', 'the `worker` that `register()` returns'),
};

/** Throws a TypeError for something else than sources by their names. */
export const checkSources = (sources: Sources): Sources => checkOptions(sources, kinds);

/** Throws a TypeError for something else than this source, such as the platform's own `fetch`. */
export const checkSource = (name: keyof Sources, source: unknown): void =>
  checkValue(name, source, kinds[name]);

/** Listens to each type of event of a source. Returns a function that stops this. */
export function listenTo<Type extends string, Detail>(
  source: Listened<Type, Detail>,
  listeners: { readonly [Name in Type]?: (detail: Detail) => unknown },
): () => void {
  const entries = Object.entries(listeners) as [Type, (detail: Detail) => unknown][];
  const stops = entries.map(([type, listen]) => {
    const listener = ({ detail }: CustomEvent<Detail>) => listen(detail);
    source.addEventListener(type, listener);
    return () => source.removeEventListener(type, listener);
  });
  return () => {
    for (const stop of stops) stop();
  };
}

interface Listened<Type, Detail> {
  addEventListener(type: Type, listener: (event: CustomEvent<Detail>) => void): void;
  removeEventListener(type: Type, listener: (event: CustomEvent<Detail>) => void): void;
}
