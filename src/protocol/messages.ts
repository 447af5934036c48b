// The messages between pages and the service worker. Both sides import this file.
//
// A question comes with a MessagePort, which gets the answer. Statistics are posted only to a page that asks. No
// message goes through a BroadcastChannel: an open one evicts pages from the back/forward cache.

/** The version of the library, and of the worker file that was built with it. */
export const version = '0.1.0';

/** The members of a request that tell it from others. The page does not know members that are missing. */
export interface RequestMembers {
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

/** The members that are the same on both sides. A policy may change what the worker sees of the referrer. */
export const memberNames: readonly (keyof RequestMembers)[] = [
  'url',
  'destination',
  'method',
  'mode',
  'credentials',
  'cache',
  'redirect',
  'integrity',
];

/** A request as its page names it. */
export interface RequestName extends RequestMembers {
  /** All headers except those that the browser adds. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
}

/** A request that its page has aborted. */
export interface Abort {
  readonly request: RequestName;
  /** True when the page has other requests under way that look the same: then the message is about the known one alone. */
  readonly onlyKnown?: boolean | undefined;
  /** True for the first of two messages about it. The page sends the second one when it is not busy. */
  readonly first?: boolean | undefined;
  /** When it was sent, in milliseconds since 1970. Undefined when the page does not know. */
  readonly sent?: number | undefined;
  /** When it was aborted, in milliseconds since 1970. It tells an abort of the page from others. */
  readonly time: number;
}

/** A message from a page to the worker. */
export type PageMessage =
  /** Asks for `WorkerStats`. A page that was opened before the worker was activated is claimed first, if need be. */
  | { readonly type: 'coflight:stats'; readonly openedAt?: number }
  /** Closes current flights to later callers: those of this URL, or all. The answer says that it is done. */
  | { readonly type: 'coflight:forget'; readonly url?: string | undefined }
  /** The page is closed, with all its requests. */
  | { readonly type: 'coflight:leave' }
  /** The page has aborted this request. It may send this twice. */
  | ({ readonly type: 'coflight:abort' } & Abort)
  /** The page has been idle since its second `coflight:abort`: its browser has repeated each request that still waits. */
  | { readonly type: 'coflight:idle'; readonly time: number }
  /** A write of the page has got its answer. */
  | ({ readonly type: 'coflight:answered' } & Write)
  /** The page promises to report the end of this write, because a wrapped fetch has sent it. */
  | ({ readonly type: 'coflight:watched' } & Write)
  /** Makes the new version take over. The name is the convention of all libraries. */
  | { readonly type: 'SKIP_WAITING' };

/** A request that may change something. */
export interface Write {
  readonly url: string;
  readonly method: string;
  /** The time at which it came to the worker, in milliseconds since 1970. It tells a write from equal ones. */
  readonly time: number;
}

/** A message from the worker to a page. */
export type WorkerMessage =
  /** Asks the page that has sent a write when it is over. */
  | (Write & { readonly type: 'coflight:write' })
  /** Requests of the page that are in flight can no longer be joined: another client has written, or said `forget`. */
  | { readonly type: 'coflight:closed'; readonly urls: readonly string[] };

/** Counters since the worker was started. */
export interface Counters {
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

/** The counters of a client from which nothing has come. */
export const noCounts: Counters = { calls: 0, launched: 0, joined: 0, bypassed: 0, left: 0, failed: 0 };

/** The worker's statistics. */
export interface WorkerStats {
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
