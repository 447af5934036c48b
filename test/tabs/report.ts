import { commitOfSource, keep, keptAs } from '../../scripts/reliability.ts';

/** What came of the programs in one place. */
export interface Figures {
  /** The browser and its version. */
  readonly browser: string;
  /** Who shares. */
  readonly sharing: string;
  readonly programs: number;
  readonly calls: number;
  /** Reads that reached the server. */
  readonly requests: number;
  /** What no call should have got. */
  readonly wrong: readonly string[];
}

const by: Readonly<Record<string, string>> = {
  fetch: 'the wrapped fetch of each tab',
  worker: 'the worker',
  both: 'both',
};

const count = (number: number): string => number.toLocaleString('en');
/** The columns that name a row. */
const nameOf = (row: readonly string[]): string => `${row[0]?.split(' ')[0]} ${row[1]}`;

function rowOf({ browser, sharing, programs, calls, requests, wrong }: Figures): string[] {
  const figures = [programs, calls, requests, wrong.length].map(count);
  return [browser, by[sharing] ?? sharing, commitOfSource(), ...figures];
}

/** Writes the results instead of those of the same places before. Returns the exit code. */
export function report(all: readonly Figures[]): number {
  const rows = all.filter(({ sharing }) => by[sharing]).map(rowOf);
  const before = keptAs('tabs')?.rows ?? [];
  const others = before.filter((row) => !rows.some((its) => nameOf(its) === nameOf(row)));
  const merged = [...others, ...rows].toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
  const sum = (column: number) =>
    merged.reduce((sum, row) => sum + Number(row[column]?.replaceAll(',', '')), 0);
  const [programs, calls, requests, wrong] = [3, 4, 5, 6].map(sum) as [number, number, number, number];
  const summary = [
    `${count(programs)} random programs made ${count(calls)} calls in three tabs, which took ${count(requests)} requests.`,
    `${wrong ? count(wrong) : 'No'} calls got what they should not, and ${wrong ? 'something' : 'nothing'} was left in flight.`,
  ].join(' ');
  console.log(summary);
  if (rows.length)
    keep('tabs', {
      order: 12,
      title: 'Random programs of tabs',
      command: 'npm run test:tabs',
      with: [...new Set(merged.map(([browser]) => browser ?? ''))].join(', '),
      summary,
      head: ['Browser', 'Shared by', 'Commit', 'Programs', 'Calls', 'Requests', 'Wrong'],
      rows: merged,
      notes: [
        'Calls by `fetch` and XHR, of several users, with and without cookies, in bursts. They read whole, as streams, slowly, cloned; they cancel and abort. Images are shown by elements, and loaded and preloaded by a preloader, as elements and as blobs. Writes and log-ins change the answers. The server redirects, varies, fails, and resets connections. Answers linger in one tab. Tabs are closed and load their page again in the middle. In Chromium, a tab goes to another page and comes back, a tab is frozen for a while, and the worker is stopped.',
        'Each answer names its item, user, language, cookie and request, and a write says which requests came before its end. So a call knows whether its answer is of another user, short, or of a request from before a write that had ended.',
        'In WebKitGTK, all calls are of `fetch`: an XHR in flight answers later calls of its page, also after a write, and natively, too.',
        'Of an image, an element tells the item, and whether a cookie was sent. Browsers show images from memory, so it may be older than a write.',
        'After each program, no flight and no answer of the server is left within a minute.',
      ],
    });
  return wrong ? 1 : 0;
}
