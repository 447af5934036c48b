// Decides how long callers may join after the headers: while a caller reads the body, and for at most 20 s.

import { elapsed, lateness } from '../http/elapsed.ts';
import { joinTimeout } from '../http/limits.ts';
import type { SharedBody } from '../response/shared-body.ts';
import { later } from './timers.ts';

/** Milliseconds after the headers in which a reader may begin. After that, the body arrives even without one. */
const firstReadDelay = 10;
/** Milliseconds without a reader after which callers can no longer join, because the body gets stale. */
const unreadTimeout = 1000;

/** The download, which closes its flight when these are called. */
export interface ReadersListener {
  /** Set to the time when the next look at the readers is late. */
  lateAt: number;
  /** Called when the headers have arrived too long ago. */
  close(by: 'age'): void;
  /** Called when no one reads the body. Then it is no longer watched. */
  onUnread(): void;
}

/** Watches the readers of a body whose headers have just arrived. Returns a function that stops this. */
export function watchReaders(body: SharedBody, listener: ReadersListener): () => void {
  const joinableUntil = elapsed() + joinTimeout;
  let timer: ReturnType<typeof setTimeout>;
  const watch = (delay: number, askedBefore: number): void => {
    listener.lateAt = Date.now() + delay + lateness;
    timer = later(() => {
      body.flow();
      const left = joinableUntil - elapsed();
      if (left <= 0) listener.close('age');
      const next = left > 0 ? Math.min(left, unreadTimeout) : unreadTimeout;
      if (body.isAwaited || body.asked > askedBefore) watch(next, body.asked);
      else listener.onUnread();
    }, delay);
  };
  watch(firstReadDelay, -1);
  return () => clearTimeout(timer);
}
