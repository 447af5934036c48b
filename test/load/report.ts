import { cpus } from 'node:os';
import { commitRow, keep } from '../../scripts/reliability.ts';
import type { Figures } from './measure.ts';
import type { Crowded } from './place.ts';

/**
 * The most that the heap may grow, as a share, and the most memory that a long body may take, in bytes: of the heap after
 * a collection, and of the process, with its garbage. Of many calls at once, at least `luck` must be answered of those
 * that are answered natively.
 */
const most = { growth: 0.05, heap: 64 * 2 ** 20, process: 256 * 2 ** 20, luck: 0.9 };

const growthOf = ({ heap }: Figures): number => heap.last / heap.first - 1;
const mega = (bytes: number | undefined): string =>
  bytes === undefined ? '–' : `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** Says which errors there were, and how many of each. */
const listOf = (errors: Readonly<Record<string, number>> = {}): string =>
  Object.entries(errors)
    .map(([error, count]) => `${error} (${count.toLocaleString('en')})`)
    .join(', ');

/** Says how callers failed when many flights were in flight at once, beside as many native calls. */
function crowdNote({ place, crowd }: Figures): string[] {
  const { native } = crowd;
  if (!listOf(crowd.errors) && !listOf(native.errors)) return [];
  const said = ({ errors, network }: Crowded) =>
    [listOf(errors) || 'none', network && `in the network: ${listOf(network) || 'none'}`]
      .filter(Boolean)
      .join('; ');
  return [`${place}, many flights at once: errors ${said(crowd)}. Natively: ${said(native)}.`];
}

/** Returns the promises that these figures break. */
export function broken(figures: Figures): string[] {
  const { place, wrong, crowd, shared } = figures;
  const said = [...wrong];
  if (growthOf(figures) > most.growth)
    said.push(`the heap has grown by ${(100 * growthOf(figures)).toFixed(1)} %`);
  // A browser refuses most of so many requests, shared or not, and how many is a matter of luck.
  if (crowd.right < 2 * crowd.native.right * most.luck)
    said.push(`${crowd.right} of many callers at once were answered, and ${crowd.native.right} natively`);
  if (shared.heap > most.heap) said.push(`a long body takes ${mega(shared.heap)}`);
  if ((shared.resident ?? 0) > most.process)
    said.push(`a long body makes the process larger by ${mega(shared.resident)}`);
  return said.map((what) => `${place}: ${what}`);
}

const notes = [
  'A round of calls lasts 10 s. Then all end, and garbage is collected before the heap is measured: the median of the rounds of each third. In a browser that is the heap of scripts, the objects of the browser that they hold, and buffers, in all tabs and the worker.',
  'Callers read whole, as streams, slowly, or never; clone, cancel, abort, drop in mid-body; some answers break off, some calls write.',
  'The growth of the heap by a long body is measured after collections. That of the process includes what is not collected yet. Where the process has shrunk instead, after the many flights before, there is no figure.',
  'A body longer than 32 MiB is not shared in the worker, so each tab sends its own request there.',
  'Flights at once: 10,000 URLs with two callers each in one tab. The next row has as many native calls, one for each URL. A browser refuses most of so many requests (`net::ERR_INSUFFICIENT_RESOURCES`), shared or not.',
];

const count = (number: number): string => number.toLocaleString('en');

/** The rows of the table: each says one figure of every place. */
const rows: Readonly<Record<string, (figures: Figures) => string>> = {
  [commitRow]: ({ at }) => at,
  minutes: ({ seconds }) => (seconds / 60).toFixed(1),
  'mixed calls': ({ calls }) => count(calls),
  'requests for them': ({ requests }) => count(requests),
  'calls that got what they should not': ({ wrong }) => count(wrong.length),
  'heap in the first third': ({ heap }) => mega(heap.first),
  'heap in the last third': ({ heap }) => mega(heap.last),
  growth: (figures) => `${(100 * growthOf(figures)).toFixed(1)} %`,
  'flights at once': ({ crowd }) => count(crowd.most),
  'of their callers answered': ({ crowd }) => `${count(crowd.right)} of ${count(2 * crowd.flights)}`,
  'as many native calls answered': ({ crowd }) => `${count(crowd.native.right)} of ${count(crowd.flights)}`,
  'requests for a body of 1 GiB with three readers': ({ shared }) => count(shared.requests),
  'growth of the heap meanwhile, at most': ({ shared }) => mega(shared.heap),
  'growth of the process meanwhile, at most': ({ shared }) => mega(shared.resident),
};

/** Writes the results when all places have been measured for that long. Returns the exit code. */
export function report(all: readonly Figures[], isComplete: boolean): number {
  const said = all.flatMap(broken);
  for (const what of said) console.log(what);
  const calls = all.reduce((sum, { calls }) => sum + calls, 0);
  const minutes = all.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  const summary = `${count(calls)} mixed calls in ${minutes.toFixed(0)} minutes: ${said.length ? `${said.length} promises were broken` : 'every call got what it should have got, nothing was left in flight, and the heap did not grow by more than 5 %'}.`;
  console.log(summary);
  if (isComplete)
    keep('load', {
      order: 20,
      title: 'Load and memory',
      command: 'npm run test:load',
      with: [...new Set(all.map(({ version }) => version)), `${cpus().length} cores`].join(', '),
      summary,
      head: ['', ...all.map(({ place }) => place)],
      rows: Object.entries(rows).map(([name, of]) => [name, ...all.map(of)]),
      notes: [...said, ...all.flatMap(crowdNote), ...notes],
    });
  return said.length ? 1 : 0;
}
