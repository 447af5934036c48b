import { checkOptions } from '../options/check.ts';
import { answerFetchEvents } from './fetch-events.ts';
import { type EventOptions, eventKinds } from './options.ts';

/**
 * Answers requests of all tabs, frames and workers of the origin from shared flights. Call it once, while the worker's
 * script runs, and before other listeners for `fetch` are added. Only the first listener that responds to a request
 * counts.
 *
 * Throws a TypeError or RangeError for a wrong option.
 *
 * @example
 * coalesceFetchEvents({ match: ['/tiles/*', 'https://tiles.example/{z}/{x}/{y}.png'] });
 */
export function coalesceFetchEvents(options: EventOptions = {}): void {
  answerFetchEvents(checkOptions(options, eventKinds));
}
