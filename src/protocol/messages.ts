// What pages and the service worker say to each other: one file that both sides import.
//
// A question carries a MessagePort and is answered there. Nothing is posted that nobody asked for.

/** The version of the library, and of the worker file that was built with it. */
export const version = '0.1.0';

/** A request as a page can name it: what the browser adds to it, only the worker sees. */
export interface RequestName {
  readonly url: string;
  readonly destination: string;
  readonly mode?: string;
  readonly credentials?: string;
  /** The headers that the page set itself. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

/** From a page to the worker. */
export type PageMessage =
  /** Is answered with a `Greeting`. */
  | { readonly type: 'coflight:hello' }
  /** Takes over from the previous version; the name is everybody's convention. */
  | { readonly type: 'SKIP_WAITING' };

/** What a worker says of itself. */
export interface Greeting {
  readonly version: string;
  /** Another one after each start of the worker: what it counted before is gone. */
  readonly bootId: string;
  /** The page that asks is under this worker's control. */
  readonly controlled: boolean;
}
