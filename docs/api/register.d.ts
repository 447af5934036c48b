/** What came through the worker since it was started. */
interface Counters {
    /** Requests that it saw. */
    readonly calls: number;
    /** Flights launched: requests that it sent. */
    readonly launched: number;
    /** Requests answered by a flight that another had launched. */
    readonly joined: number;
    /** Requests that it left to the browser. */
    readonly bypassed: number;
    /** Subscribers who gave up before there was an answer. */
    readonly left: number;
    /** Subscribers to whom a failure was handed. */
    readonly failed: number;
}
/** The worker's statistics. */
interface WorkerStats {
    /** The version of coflight that it was built with. */
    readonly version: string;
    /** It controls the page that asks. */
    readonly controlled: boolean;
    /** Another one after each start of the worker: what was counted before is gone. */
    readonly bootId: string;
    /** How many flights may be joined now. */
    readonly inFlight: number;
    /** Of all clients: tabs, frames and workers. */
    readonly all: Counters;
    /** Of the page that asks. */
    readonly page: Counters;
}

/** Why the page works on without a worker. */
type FailureReason = 
/** The browser has no service workers, or none for pages like this one (`file:`, some private windows). */
'unsupported'
/** They exist on HTTPS and on localhost alone. */
 | 'insecure'
/** A policy forbids it: `worker-src`, a sandbox, the user's settings. */
 | 'blocked'
/** There is no such file. */
 | 'not-found'
/** There is a file, but it is not served as JavaScript; often it is the page for everything unknown. */
 | 'not-javascript'
/** The file lies too deep for the scope that was asked for. */
 | 'scope'
/** The worker threw, or was replaced, before it was installed. */
 | 'broken'
/** It did not take over in time. */
 | 'timeout';
/** There is no worker; the page works on without. */
interface Failure {
    readonly status: 'failed';
    readonly reason: FailureReason;
    /** What is wrong and what to do about it. */
    readonly message: string;
    /** What was thrown. */
    readonly cause?: unknown;
}

/** Where the wrapped `fetch` of a page tells what becomes of its requests. */
interface FlightSource {
    addEventListener(type: 'settle', listener: (event: CustomEvent<Settled>) => void): void;
    removeEventListener(type: 'settle', listener: (event: CustomEvent<Settled>) => void): void;
}
/** What it tells of a request that is over. */
interface Settled {
    readonly url: string;
    readonly request?: Request | undefined;
    readonly role: string;
    readonly outcome?: string | undefined;
}
/** Options of `register`; each may be left out. */
interface RegisterOptions {
    /** The part of the site that the worker serves. Default: the folder it lies in. */
    readonly scope?: string | undefined;
    /** For a worker of your own that is a module. Default `'classic'`. */
    readonly type?: WorkerType | undefined;
    /** The page's wrapped fetch: requests that it calls off are called off in the worker, for this page. */
    readonly fetch?: FlightSource | undefined;
    /** Milliseconds to wait for the worker to take the page over. Default 10,000. */
    readonly timeout?: number | undefined;
    /** For the ready-made worker: which URLs go through it, such as `/tiles/*`. Default: all that may be shared. */
    readonly match?: string | readonly string[] | undefined;
    /** For the ready-made worker: names of request headers that make no difference to the answer. */
    readonly ignoreHeaders?: readonly string[] | undefined;
    /** For the ready-made worker: bodies up to this many bytes are read whole. Default 4 MiB. */
    readonly maxReplay?: number | undefined;
}

/**
 * The worker that was registered. Fires `update` when a new version of it is ready and waits for the tabs to be
 * closed, or for `applyUpdate()`.
 */
declare class RegisteredWorker extends EventTarget {
    #private;
    /** The copied file is older than this library. */
    readonly stale: boolean;
    readonly registration: ServiceWorkerRegistration;
    constructor(registration: ServiceWorkerRegistration, stale: boolean, fetch: FlightSource | undefined);
    /** What came through the worker. Rejects when it does not answer within a second. */
    stats(): Promise<WorkerStats>;
    /**
     * Calls the listener with the worker's statistics now and every so many milliseconds, while the page is
     * visible and the worker answers. Returns what ends that. The worker is asked each time: it posts nothing on
     * its own, and when the browser has stopped it, the next answer shows another `bootId`.
     */
    watch(listener: (stats: WorkerStats) => void, every?: number): () => void;
    /**
     * Lets no tab join any more what is in flight: of that URL, or all of it; after a log-out, say. Resolves when
     * that holds for every request made from then on.
     */
    forget(url?: string): Promise<void>;
    /**
     * Tells the worker that this page waits no longer for a request, or for the image at a URL: after
     * `image.removeAttribute('src')`, say. When nobody waits, the request ends.
     */
    leave(request: Request | string): void;
    /** A new version is ready, and waits. */
    get updateReady(): boolean;
    /** Lets the new version take over, when what is in flight has landed. No page is reloaded. */
    applyUpdate(): void;
    /** Takes everything back. Pages that are open keep the worker until they are reloaded. */
    unregister(): Promise<boolean>;
}

/**
 * What came of it: the page is controlled; or it is not although the worker is there, because the user asked for a
 * hard reload (or the worker serves another scope); or there is no worker. In any case the page works.
 */
type RegisterResult = {
    readonly status: 'controlled' | 'bypassed';
    readonly worker: RegisteredWorker;
} | Failure;
/**
 * Registers the worker at that URL; resolves once it serves this page, on a first visit too, without a reload.
 * What keeps it from doing so is a result, not a rejection.
 *
 * Rejects with a TypeError or RangeError for a wrong argument alone.
 *
 * @example
 * const result = await register('/coflight-sw.js', { match: '/tiles/*', fetch });
 * if (result.status === 'failed') report(result.message);
 */
declare function register(url?: string, options?: RegisterOptions): Promise<RegisterResult>;

export { register };
export type { RegisteredWorker };
export type { Counters, Failure, FailureReason, FlightSource, RegisterOptions, RegisterResult, Settled, WorkerStats };
