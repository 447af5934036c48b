/** The members of a request that tell it from others. The page does not know members that are missing. */
interface RequestMembers {
    readonly url: string;
    readonly destination: string;
    readonly method?: string | undefined;
    readonly mode?: string | undefined;
    readonly credentials?: string | undefined;
    readonly cache?: string | undefined;
    readonly redirect?: string | undefined;
    readonly integrity?: string | undefined;
    /** A full URL. Empty for none. */
    readonly referrer?: string | undefined;
    /** Empty for the policy of the document. */
    readonly referrerPolicy?: string | undefined;
}
/** Counters since the worker was started. */
interface Counters {
    /** Requests that came to the worker. */
    readonly calls: number;
    /** Flights launched: requests that the worker sent. */
    readonly launched: number;
    /** Requests that joined a flight. */
    readonly joined: number;
    /** Requests that the worker left to the browser. */
    readonly bypassed: number;
    /** Callers that left before they had the whole answer. */
    readonly left: number;
    /** Callers that got a failure. */
    readonly failed: number;
}
/** The worker's statistics. */
interface WorkerStats {
    /** The version of coflight that the worker was built with. */
    readonly version: string;
    /** True when the worker controls the page that asks. */
    readonly controlled: boolean;
    /** A new id after each start of the worker. The counters start again then. */
    readonly bootId: string;
    /** The number of flights that are in flight now. */
    readonly inFlight: number;
    /** Counters of all clients: tabs, frames and workers. */
    readonly all: Counters;
    /** Counters of the page that asks. */
    readonly page: Counters;
}

declare const types: readonly ["launch", "bypass", "settle", "leave"];
/** The events of a source. */
type SourceEvent = (typeof types)[number];
/** A wrapped fetch or a preloader. */
interface RequestSource {
    /** Closes to later calls what is in flight and matches. Called when another tab has written. */
    forget(matches: (read: {
        readonly url: string;
    }) => boolean): void;
    addEventListener(type: SourceEvent, listener: (event: CustomEvent<RequestDetail>) => void): void;
    removeEventListener(type: SourceEvent, listener: (event: CustomEvent<RequestDetail>) => void): void;
}
/** A request as a source knows it. A `Request` has all members. Its referrer may be `about:client`: the page. */
interface RequestFacts extends RequestMembers {
    /** `Headers` is named because it is no `Iterable` in programs without the types of `dom.iterable`. */
    readonly headers: Headers | Iterable<readonly [name: string, value: string]>;
}
/** The detail of an event. */
interface RequestDetail {
    /** The number of the request, unique within its source. */
    readonly id?: number | undefined;
    readonly url: string;
    readonly request?: RequestFacts | undefined;
    /** For an image: the candidates among which its browser chooses, instead of the URL. */
    readonly srcset?: string | undefined;
    /** When it is set, `leave` is about one caller, not about the request. */
    readonly role?: string | undefined;
    readonly outcome?: string | undefined;
    /** The URL of the answer, after redirects. */
    readonly finalUrl?: string | undefined;
}

/** Options of `register`. */
interface RegisterOptions {
    /** The part of the site that the worker serves. Default: the folder of the worker's file. */
    readonly scope?: string | undefined;
    /** `'module'` for a worker of your own that is a module. Default `'classic'`. */
    readonly type?: WorkerType | undefined;
    /**
     * The page's wrapped fetches and preloaders, one or a list. The worker is told which of their requests are aborted,
     * and when their writes are over. It tells the wrapped fetches which of their reads a write of another tab fences.
     */
    readonly listenTo?: RequestSource | readonly RequestSource[] | undefined;
    /** Milliseconds until the worker must serve the page. Default 10,000. */
    readonly timeout?: number | undefined;
    /**
     * The URLs that go through the ready-made worker, such as `/tiles/*`. Default: all requests that may be shared.
     */
    readonly match?: string | readonly string[] | undefined;
    /** Names of request headers that the ready-made worker ignores when it compares requests. */
    readonly ignoreHeaders?: readonly string[] | undefined;
    /**
     * Bytes up to which the ready-made worker reads a body whole, so that it can be joined until its end. Default 4
     * MiB.
     */
    readonly maxReplay?: number | undefined;
}

/** Why this page got no worker. */
type FailureReason = 
/**
 * There is no page (a server), or the browser has no service workers for it: a page at `file:`, some private windows,
 * in Chromium a frame at `about:blank` or at a `blob:` URL.
 */
'unsupported'
/** Service workers exist on HTTPS and on localhost only. */
 | 'insecure'
/** A policy forbids the worker: `worker-src`, a sandbox, the settings of the user. */
 | 'blocked'
/** The file is of another origin. */
 | 'cross-origin'
/**
 * The scope has a worker already: another file, or the same one that this page has registered with other options.
 * Nothing was changed.
 */
 | 'occupied'
/** The server does not send the file. */
 | 'not-found'
/** The file is served by a redirect, which browsers refuse for a worker. */
 | 'redirected'
/** The file is not served as JavaScript. Some servers answer each unknown path with their start page. */
 | 'not-javascript'
/** The folder of the file is deeper than the scope. */
 | 'scope'
/** The worker threw, or was replaced, before it was installed. */
 | 'broken'
/** The worker did not serve the page in time. */
 | 'timeout';
/** This page got no worker, and works without one. */
interface Failure {
    readonly status: 'failed';
    /** Always undefined, so that `const { worker } = await register()` compiles without a check of `status`. */
    readonly worker?: undefined;
    readonly reason: FailureReason;
    /** What is wrong and what to do about it. */
    readonly message: string;
    /** The browser's own error, if there was one. */
    readonly cause?: unknown;
}

/** The worker that was registered. */
interface RegisteredWorker {
    /** True when the copied file is older than this library. */
    readonly stale: boolean;
    /** The browser's own object. */
    readonly registration: ServiceWorkerRegistration;
    /** Returns the worker's counters. Rejects when the worker does not answer within a second. */
    stats(): Promise<WorkerStats>;
    /**
     * Calls the listener with the worker's statistics now and every `intervalMs` milliseconds (default 1,000), while
     * the page is visible and the worker answers. Returns a function that ends this. After the browser has stopped the
     * worker, the next answer has another `bootId`.
     */
    watch(listener: (stats: WorkerStats) => void, intervalMs?: number): () => void;
    /**
     * Closes the worker's flights, which all tabs share, to later callers: those of one URL, or all. Call it after a
     * log-out, and `forget` of the page's wrapped fetch, which has flights too. Those of other tabs are closed as soon as
     * the worker has told them. Resolves when that holds for every later request that comes to the worker. Rejects when
     * the worker does not answer within a second, and with a TypeError for any other value.
     */
    forget(target?: string | URL | Request): Promise<void>;
    /**
     * Tells the worker that this page no longer waits for a request, or for the image at a URL, for example after
     * `image.src = ''`. The worker aborts the request when no caller waits for it. Throws a TypeError for any other value.
     */
    leave(request: Request | URL | string): void;
    /** True while a new version waits. */
    readonly updateReady: boolean;
    /** Lets the new version take over as soon as no request is in flight. No page is reloaded. */
    applyUpdate(): void;
    /**
     * Removes the worker. Open pages keep it until they are reloaded. Resolves as the browser's `unregister` does: with
     * false when the worker was removed before.
     */
    unregister(): Promise<boolean>;
    /**
     * `update` is fired once for each new version that waits until all tabs are closed or `applyUpdate()` is called.
     * For a version that already waits, it is fired after the first listener is added.
     */
    addEventListener(type: 'update', listener: (event: Event) => void, options?: AddEventListenerOptions | boolean): void;
    removeEventListener(type: 'update', listener: (event: Event) => void, options?: EventListenerOptions | boolean): void;
}

/**
 * The result of `register`. The page works in any case.
 *
 * - `'controlled'`: the worker serves this page.
 * - `'waiting'`: an older version serves this page, with other options or without coflight. The new version waits
 *   until all tabs are closed or `applyUpdate()` is called.
 * - `'bypassed'`: the worker is active and does not serve this page. The user has asked for a hard reload, the page
 *   is not in its scope, or a worker of your own has not claimed its pages.
 * - `'failed'`: this page got no worker. One from before may still serve it.
 */
type RegisterResult = {
    readonly status: 'controlled' | 'waiting' | 'bypassed';
    readonly worker: RegisteredWorker;
} | Failure;
/**
 * Registers the worker at a URL, by default `/coflight-sw.js`. Resolves once it serves this page, also on a first visit,
 * and never reloads the page. Failures are results, not rejections. On a server the result is a failure and nothing
 * happens. A page that is rendered in advance waits until it is shown.
 *
 * Rejects only for a wrong argument, with a TypeError or RangeError.
 *
 * @example
 * const result = await register('/coflight-sw.js', { match: '/tiles/*', listenTo: fetch });
 * if (result.status === 'failed') report(result.message);
 */
declare function register(url?: string, options?: RegisterOptions): Promise<RegisterResult>;

export { register };
export type { Counters, Failure, FailureReason, RegisterOptions, RegisterResult, RegisteredWorker, RequestDetail, RequestFacts, RequestMembers, RequestSource, SourceEvent, WorkerStats };
