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

/** Without the library, in the page, under the worker: the same order in each sentence. */
export function verdictOf(results: readonly [off: Result, page: Result, worker: Result]): string {
  const [off, page, worker] = results;
  const times = (of: 'maps' | 'click') => results.map((result) => seconds(result[of])).join(', ');
  const shown = `Five views: ${times('maps')}. The clicked picture: ${times('click')}.`;
  const count = ({ sent }: Result) => sent ?? '–';
  if (!sharesByItself(off))
    return `Tile requests: ${count(off)} off, ${count(page)} in the page, ${count(worker)} with the worker. ${shown}`;
  const more = Math.max(page.sent ?? 0, worker.sent ?? 0) > (off.sent ?? 0);
  const why = more
    ? ' More requests for the view that was left had been sent, because no pictures were in their way.'
    : '';
  return `Here the browser shares by itself, and no tile request is saved. ${shown}${why}`;
}
