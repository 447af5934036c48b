import type { Download } from './download.ts';
import type { Passenger } from './passenger.ts';

/** One caller's way aboard. */
export interface Boarding {
  readonly passenger: Passenger;
  /** Makes the caller's own response. Runs as soon as the headers are here, before any caller sees them. */
  readonly answer: (download: Download) => Response | Promise<Response>;
  /** The same call once more, on another flight. */
  readonly again: () => Promise<Response>;
  /** Milliseconds that a follower waits for headers; 0 for as long as it takes. */
  readonly leaderTimeout: number;
}

/** Whom to tell of the headers. Emptied when the caller leaves: others may have to wait for them much longer. */
interface Waiting {
  arrive?: ((download: Download) => void) | undefined;
  fail?: ((error: unknown) => void) | undefined;
}

/** Waits for the headers: not longer than the caller's signal wants, nor than `leaderTimeout`. */
export function board({ passenger, answer, again, leaderTimeout }: Boarding): Promise<Response> {
  const { seat } = passenger;
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = (reason?: unknown) => {
      clearTimeout(timer);
      waiting.arrive = waiting.fail = undefined;
      passenger.leave(reason);
    };
    const fail = (error: unknown) => {
      clearTimeout(timer);
      reject(error);
      passenger.arrive();
      seat.leave(error);
    };
    const arrive = async (download: Download) => {
      clearTimeout(timer);
      try {
        resolve(await answer(download));
      } catch (error) {
        fail(error);
      }
    };
    const startAnew = () => {
      seat.flight.close();
      resolve(again());
      leave();
    };
    passenger.onAbort = (reason) => {
      reject(reason);
      leave(reason);
    };
    const waiting: Waiting = { arrive, fail };
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
