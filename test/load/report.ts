import { cpus } from 'node:os';
import { keep } from '../../scripts/reliability.ts';
import type { Figures } from './measure.ts';

/** The most that the heap may grow, as a share, and the most memory that a long body may take, in bytes. */
const most = { growth: 0.05, memory: 64 * 2 ** 20 };

const growthOf = ({ heap }: Figures): number => heap.last / heap.first - 1;
const mega = (bytes: number | undefined): string =>
  bytes === undefined ? '–' : `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** Returns the promises that these figures break. */
export function broken(figures: Figures): string[] {
  const { place, wrong, crowd, shared } = figures;
  const said = [...wrong];
  if (growthOf(figures) > most.growth)
    said.push(`the heap has grown by ${(100 * growthOf(figures)).toFixed(1)} %`);
  if (crowd.right < 2 * crowd.native.right)
    said.push(`${crowd.right} of many callers at once were answered, and ${crowd.native.right} natively`);
  if (shared.heap > most.memory) said.push(`a long body takes ${mega(shared.heap)}`);
  return said.map((what) => `${place}: ${what}`);
}

/** Writes the results when they are complete. Returns the exit code. */
export function report(all: readonly Figures[], isComplete: boolean): number {
  const said = all.flatMap(broken);
  for (const what of said) console.log(what);
  const calls = all.reduce((sum, { calls }) => sum + calls, 0);
  const minutes = all.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  const summary = `${calls.toLocaleString('en')} mixed calls in ${minutes.toFixed(0)} minutes: ${said.length ? `${said.length} promises were broken` : 'every call got what it should have got, nothing was left in flight, and the heap did not grow by more than 5 %'}.`;
  console.log(summary);
  if (isComplete)
    keep('load', {
      order: 20,
      title: 'Load and memory',
      command: 'npm run test:load',
      with: [...new Set(all.map(({ version }) => version)), `${cpus().length} cores`].join(', '),
      summary,
      head: [
        ...['', 'minutes', 'calls', 'requests', 'wrong', 'heap, first third', 'heap, last third', 'growth'],
        ...[
          'flights at once',
          'of their callers answered',
          '1 GiB for three readers: requests',
          'heap more',
          'process more',
        ],
      ],
      rows: all.map((figures) => [
        figures.place,
        (figures.seconds / 60).toFixed(1),
        figures.calls.toLocaleString('en'),
        figures.requests.toLocaleString('en'),
        String(figures.wrong.length),
        mega(figures.heap.first),
        mega(figures.heap.last),
        `${(100 * growthOf(figures)).toFixed(1)} %`,
        figures.crowd.most.toLocaleString('en'),
        `${figures.crowd.right.toLocaleString('en')} of ${(2 * figures.crowd.flights).toLocaleString('en')}`,
        figures.crowd.native.right.toLocaleString('en'),
        String(figures.shared.requests),
        mega(figures.shared.heap),
        mega(figures.shared.resident),
      ]),
      notes: said,
    });
  return said.length ? 1 : 0;
}
