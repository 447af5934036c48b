// What pages and the service worker say to each other: one file that both sides import.
//
// A question comes with a MessagePort and is answered there. Nothing is posted that nobody asked for, and never
// through a BroadcastChannel: an open one evicts pages from the back/forward cache.

/** The version of the library, and of the worker file that was built with it. */
export const version = '0.1.0';

/** A request as its page can name it. What is left out the page does not know. */
export interface RequestName {
  readonly url: string;
  readonly destination: string;
  readonly method?: string | undefined;
  readonly mode?: string | undefined;
  readonly credentials?: string | undefined;
  readonly cache?: string | undefined;
  readonly redirect?: string | undefined;
  readonly integrity?: string | undefined;
  /** In full. Empty for none. */
  readonly referrer?: string | undefined;
  /** Empty for that of the document. */
  readonly referrerPolicy?: string | undefined;
  /** All but those that the browser adds by itself. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
}

/** From a page to the worker. */
export type PageMessage =
  /** Is answered with `WorkerStats`. */
  | { readonly type: 'coflight:stats' }
  /** Nobody may join any more what is in flight: of this URL, or all of it. Is answered when that holds. */
  | { readonly type: 'coflight:forget'; readonly url?: string }
  /** The page has given this request up; without one, the page is gone, and all its requests with it. */
  | { readonly type: 'coflight:leave'; readonly request?: RequestName }
  /** A write of the page has been answered. */
  | { readonly type: 'coflight:answered'; readonly url: string; readonly method: string }
  /** Take over from the version before. The name is the convention of all libraries. */
  | { readonly type: 'SKIP_WAITING' };

/** A request that may change something. */
export interface Write {
  readonly url: string;
  readonly method: string;
  /** When it came to the worker, in milliseconds since 1970. */
  readonly time: number;
}

/** From the worker to the page that has sent a write: it wants to know when the write is over. */
export type WorkerMessage = Write & { readonly type: 'coflight:write' };

/** What came through the worker since it was started. */
export interface Counters {
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
export interface WorkerStats {
  /** The version of coflight that it was built with. */
  readonly version: string;
  /** It controls the page that asks. */
  readonly controlled: boolean;
  /** Another one after each start of the worker: what was counted before is gone. */
  readonly bootId: string;
  /** How many flights are under way now. */
  readonly inFlight: number;
  /** Of all clients: tabs, frames and workers. */
  readonly all: Counters;
  /** Of the page that asks. */
  readonly page: Counters;
}
