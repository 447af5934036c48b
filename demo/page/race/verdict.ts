// The result of the race in a few sentences that name what was measured.

import { seconds } from '../shared/numbers.ts';
import { sharesByItself } from '../shared/saving.ts';

/** The result of one panel. Times are milliseconds. */
export interface Result {
  readonly sent: number | undefined;
  readonly shared: number | undefined;
  readonly maps: number | undefined;
  readonly click: number | undefined;
}

/** Without the library, in the page, under the worker. */
export function verdictOf([off, page, worker]: readonly [Result, Result, Result]): string {
  const against = (number: keyof Result, say: (value: number | undefined) => string) =>
    `${say(page[number])} and ${say(worker[number])} instead of ${say(off[number])}`;
  const count = (value: number | undefined) => `${value ?? '–'}`;
  const times = `five views in ${against('maps', seconds)}, the clicked picture in ${against('click', seconds)}`;
  const here = 'In the page and with the worker: ';
  if (!sharesByItself(off)) return `${here}${against('sent', count)} tile requests, ${times}.`;
  const more = Math.max(page.sent ?? 0, worker.sent ?? 0) > (off.sent ?? 0);
  const why = more
    ? ' More requests for the view that was left had been sent, because no pictures were in their way.'
    : '';
  return `Here the browser shares by itself, and no tile request is saved. ${here}${times}.${why}`;
}
