// A call may wait for itself: it comes back without any mark, and joins the flight that it is the request of.
//
// Such a call looks like one that waits for a slow server. So after a while it launches its own flight, whose
// request has a mark in its URL. The error is for wrappers that remove that, too.

/** Milliseconds after which a follower may be the very call that its flight has sent. */
export const firstTimeout = 5000;
/** The most flights in a row whose headers did not come in time. With one more, callers have waited for 75 seconds. */
const mostWaitedFor = 3;

/**
 * Called when the headers of a flight did not come in time, nor those of `waitedFor` flights before it. Returns how many
 * such flights there were, or throws a `TypeError`.
 */
export function waitedForOneMore(waitedFor: number): number {
  if (waitedFor === mostWaitedFor) throw new TypeError(callsItself);
  return waitedFor + 1;
}

/** The message for a loop. */
export const callsItself =
  'The function that this fetch calls for the network calls this fetch again. Give `createFetch` a `fetch` that does not.';
