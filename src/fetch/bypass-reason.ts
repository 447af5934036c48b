/** The reason why a call goes straight to the network. */
export type BypassReason =
  /** Another method than GET and HEAD. */
  | 'method'
  /** A GET or HEAD with a body, which `fetch` rejects. */
  | 'body'
  | 'keepalive'
  | 'only-if-cached'
  /** `coalesce: false` */
  | 'opt-out'
  /** The option `eligible` refused it. */
  | 'ineligible'
  /** A member of its init could change the answer unseen. */
  | `init: ${string}`
  /** The call joined a flight whose answer varies (`Vary`) by something in which the two requests differ. */
  | 'vary'
  /** The request is a navigation that a service worker passes on. */
  | 'navigate'
  /** The request is a `no-cors` request for a range, which scripts cannot copy. */
  | 'range'
  /** It has an `Upgrade` header, as for a WebSocket. Browsers let no script set it. */
  | 'upgrade'
  /** The URL is neither http nor https. */
  | 'scheme'
  /** The input is neither a string, nor a URL, nor a `Request`. */
  | 'foreign'
  /** The global fetch was called as a method of another object. */
  | 'receiver'
  /** The call is invalid, and the network rejects it. */
  | 'invalid';
