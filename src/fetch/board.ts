import type { Seat } from '../core/flights.ts';
import type { Download } from './download.ts';

/** One caller's way aboard. */
export interface Boarding {
  /** Launches or joins. */
  readonly join: () => Seat<Download, Download>;
  /** Makes the caller's own response. Runs as soon as the headers are here, before any caller sees them. */
  readonly answer: (download: Download, seat: Seat<Download, Download>) => Response | Promise<Response>;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds that a follower waits for headers; 0 for as long as it takes. */
  readonly leaderTimeout: number;
}

/** Takes a seat and waits for the headers: not longer than the caller's signal wants, nor than `leaderTimeout`. */
export function board(boarding: Boarding): Promise<Response> {
  const { join, answer, signal, leaderTimeout } = boarding;
  const seat = join();
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
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
      resolve(board(boarding));
      leave();
    };

    signal?.addEventListener('abort', abort);
    if (leaderTimeout && seat.role === 'follower') timer = setTimeout(startAnew, leaderTimeout);
    seat.result
      .then((download) => {
        stop();
        // Whoever has left was told already, and needs no response.
        return seat.aboard ? answer(download, seat) : (undefined as never);
      })
      .then(resolve, (error) => {
        stop();
        seat.leave(error);
        reject(error);
      });
  });
}
