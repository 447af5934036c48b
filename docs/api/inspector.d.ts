/** The detail of an event of a wrapped fetch. */
interface FlightFacts {
    readonly id: number;
    readonly url: string;
    readonly request?: {
        readonly method: string;
    } | undefined;
    readonly role: string;
    readonly time: number;
    readonly bytes: number;
    readonly outcome?: string | undefined;
    readonly reason?: string | undefined;
    readonly differs?: readonly string[] | undefined;
}
/** A flight that is in flight. */
interface FlightNow {
    readonly id: number;
    readonly url: string;
    readonly request?: {
        readonly method: string;
    } | undefined;
    readonly bytes: number;
    readonly age: number;
    readonly subscribers: number;
    readonly closedBy?: string | undefined;
}
type FlightEvent = 'launch' | 'join' | 'leave' | 'settle' | 'bypass';
type ImageEvent = 'launch' | 'leave' | 'settle';
/** A wrapped fetch, as `createFetch` returns it. */
interface InspectedFetch {
    flights(): readonly FlightNow[];
    addEventListener(type: FlightEvent, listener: (event: CustomEvent<FlightFacts>) => void): void;
    removeEventListener(type: FlightEvent, listener: (event: CustomEvent<FlightFacts>) => void): void;
}
/** The detail of an event of a preloader. */
interface ImageFacts {
    readonly id: number | undefined;
    readonly url: string;
    readonly urgent?: boolean | undefined;
    readonly outcome?: string | undefined;
}
/** Counts of a preloader. */
interface QueueStats {
    readonly inFlight: number;
    readonly waiting: number;
    readonly held: number;
    readonly heldBytes: number;
}
/** A preloader, as `createPreloader` returns it. */
interface InspectedImages {
    stats(): QueueStats;
    addEventListener(type: ImageEvent, listener: (event: CustomEvent<ImageFacts>) => void): void;
    removeEventListener(type: ImageEvent, listener: (event: CustomEvent<ImageFacts>) => void): void;
}
/** Counters of the worker: of all tabs, or of this page. */
interface WorkerCounters {
    readonly calls: number;
    readonly launched: number;
    readonly joined: number;
    readonly bypassed: number;
    readonly left: number;
    readonly failed: number;
}
/** The statistics of the worker. */
interface WorkerNow {
    readonly version: string;
    readonly inFlight: number;
    readonly all: WorkerCounters;
    readonly page: WorkerCounters;
}
/** The `worker` in the result of `register`. */
interface InspectedWorker {
    watch(listener: (stats: WorkerNow) => void, intervalMs?: number): () => void;
}
/** The sources that are inspected. */
interface Sources {
    readonly fetch?: InspectedFetch | undefined;
    readonly images?: InspectedImages | undefined;
    readonly worker?: InspectedWorker | undefined;
}

/** Writes a hint. */
type Write = (message: string) => void;
/**
 * Writes a hint once for each surprise. One surprise is a call that bypasses because of a member of its init that could
 * change the answer unseen. The other is a URL that is requested 10 times within a second although no call joins
 * another. By default it uses `console.info`, and does nothing where `process.env.NODE_ENV` is `production` or `test`.
 * Returns a function that stops it. Throws a TypeError for a wrong argument.
 */
declare function hints(fetch: InspectedFetch, write?: Write | undefined): () => void;

/** The result of `explain` of `coflight`. */
interface Explained {
    readonly shared: boolean;
    readonly bypass: readonly [string | undefined, string | undefined];
    readonly differs: readonly string[];
}
/**
 * Returns the result of `explain` in sentences: first whether the calls share, then why not. Text between backticks is
 * code. Throws a `TypeError` for something else.
 *
 * @example
 * const found = explain(fetch, '/places', ['/places', { method: 'POST' }]);
 * assert(found.shared, inWords(found).join(' '));
 */
declare function inWords(found: Explained): string[];

/**
 * The element `<coflight-inspector>`. It is docked at the bottom of the window, or stands where it is with the
 * attribute `inline`. `open` shows the panel; `theme` is `light` or `dark`, by default what the user prefers.
 */
interface InspectorElement extends HTMLElement {
    /** True while the panel is open. It listens to nothing while it is closed. Mirrors the attribute. */
    open: boolean;
    /** Sets the sources that are inspected. Throws a TypeError for something else. */
    inspect(sources: Sources): void;
    /** Returns the recording, and the rows that are shown. */
    toJSON(): object;
}
declare global {
    interface HTMLElementTagNameMap {
        'coflight-inspector': InspectorElement;
    }
}
/**
 * Defines the element, once. Does nothing where there is no document, or one without style sheets of scripts (older
 * jsdom).
 */
declare function defineInspector(): void;

/**
 * Shows what a wrapped fetch, a preloader and a service worker do. Uses the first `<coflight-inspector>` of the document,
 * or appends one that is docked at the bottom of the window. Returns the element; undefined where there is no document, or
 * one that cannot show it (an SVG, older jsdom). Throws a TypeError for something else, such as the platform's own `fetch`.
 *
 * @example
 * if (import.meta.env.DEV) inspect(fetch, images, worker);
 */
declare function inspect(fetch: InspectedFetch | undefined, images?: InspectedImages | undefined, worker?: InspectedWorker | undefined): InspectorElement | undefined;

/**
 * Draws flights, their followers, bypassed calls and images as tracks of the group *coflight* in the Performance panel
 * of Chromium's DevTools. Other browsers show the measures as plain ones. Returns a function that stops this.
 * Throws a TypeError for something else, such as the platform's own `fetch`.
 */
declare function track(fetch: InspectedFetch | undefined, images?: InspectedImages | undefined): () => void;

export { defineInspector, hints, inWords, inspect, track };
export type { Explained, FlightFacts, FlightNow, ImageFacts, InspectedFetch, InspectedImages, InspectedWorker, InspectorElement, QueueStats, Sources, WorkerCounters, WorkerNow, Write };
