import type { Seat } from '../core/flight.ts';
import type { Download } from './download.ts';

/** One caller's way aboard. */
export interface Boarding {
  readonly seat: Seat<Download, Download>;
  /** Makes the caller's own response. Runs as soon as the headers are here, before any caller sees them. */
  readonly answer: (download: Download) => Response | Promise<Response>;
  /** The same call once more, on another flight. */
  readonly again: () => Promise<Response>;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds that a follower waits for headers; 0 for as long as it takes. */
  readonly leaderTimeout: number;
}

/** Whom to tell of the headers. Emptied when the caller leaves: others may have to wait for them much longer. */
interface Waiting {
  arrive?: ((download: Download) => void) | undefined;
  fail?: ((error: unknown) => void) | undefined;
}

/** Waits for the headers: not longer than the caller's signal wants, nor than `leaderTimeout`. */
export function board({ seat, answer, again, signal, leaderTimeout }: Boarding): Promise<Response> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      waiting.arrive = waiting.fail = undefined;
    };
    const leave = (reason?: unknown) => {
      stop();
      seat.flight.work?.release(seat, reason);
    };
    const abort = () => {
      reject(signal?.reason);
      leave(signal?.reason);
    };
    const startAnew = () => {
      seat.flight.close();
      resolve(again());
      leave();
    };
    const fail = (error: unknown) => {
      reject(error);
      stop();
      seat.leave(error);
    };
    const arrive = async (download: Download) => {
      clearTimeout(timer);
      try {
        resolve(await answer(download));
        stop();
      } catch (error) {
        fail(error);
      }
    };
    const waiting: Waiting = { arrive, fail };
    signal?.addEventListener('abort', abort);
    if (leaderTimeout && seat.role === 'follower') timer = setTimeout(startAnew, leaderTimeout);
    wait(seat.result, waiting);
  });
}

/** Apart, so that what the promise holds on to is `waiting` alone. */
function wait(result: Promise<Download>, waiting: Waiting): void {
  result.then(
    (download) => waiting.arrive?.(download),
    (error) => waiting.fail?.(error),
  );
}
