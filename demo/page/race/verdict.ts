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

/** Each sentence compares the panels in one measure, and names them. */
export function verdictOf(results: readonly [off: Result, page: Result, worker: Result]): string {
  const compare = (what: string, show: (result: Result) => string | number) => {
    const [off, page, worker] = results.map(show);
    return `${what}: ${off} off, ${page} in the page, ${worker} with the worker.`;
  };
  const sums = sharesByItself(results[0])
    ? 'Here the browser shares by itself, and no tile request is saved.'
    : compare('Tile requests', ({ sent }) => sent ?? '–');
  const views = compare('Five views', ({ maps }) => seconds(maps));
  const click = compare('The clicked picture', ({ click }) => seconds(click));
  return [sums, views, click, ...reasonsOf(results)].join(' ');
}

/** What a visitor would not expect, and the reason. */
function reasonsOf([off, page, worker]: readonly [Result, Result, Result]): string[] {
  const sent = ({ sent = 0 }: Result) => sent;
  const byItself = sharesByItself(off);
  const later = ({ maps = 0 }: Result) => maps > (off.maps ?? Number.POSITIVE_INFINITY);
  const reasons = {
    'The map had already sent more requests for the previous view, because no pictures delayed them.':
      byItself && Math.max(sent(page), sent(worker)) > sent(off),
    'A map that asks after the answer has come sends another request with the worker. In the page, createFetch keeps answers for half a second (linger).':
      !byItself && sent(worker) > sent(page) + 4,
    'The views came sooner without the library: each panel flies alone, and whatever else runs on this machine slows it down.':
      later(page) || later(worker),
  };
  return Object.entries(reasons).flatMap(([reason, is]) => (is ? [reason] : []));
}
