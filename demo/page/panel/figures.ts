// The numbers of a panel: how many requests were asked for, and how each ended.

import type { Report } from '../../server/link.ts';
import type { Mode } from '../../server/site.ts';
import type { Flight, Outcome } from './flight.ts';
import type { Snapshot, Sums } from './ledger.ts';
import type { Stage } from './stage.ts';
import type { StepState } from './step.ts';
import type { Trace } from './trace.ts';

export interface Row extends Omit<Sums, 'sent' | 'shared'> {
  readonly title: string;
  /** Undefined where a worker sends to another server: the page cannot count those requests. */
  readonly sent: number | undefined;
  readonly shared: number | undefined;
  /** Bytes that the server has sent; undefined where it is another's. */
  readonly bytes: number | undefined;
}

/** All times are milliseconds; undefined until there is one. */
export interface Figures {
  readonly rows: readonly Row[];
  /** From the last change of view until everything was there. */
  readonly view: number | undefined;
  /** From the last click until the picture was shown. */
  readonly shown: number | undefined;
  /** From the start of the race until its last view was shown. */
  readonly maps: number | undefined;
  readonly stage: Stage;
  readonly step: StepState;
  readonly busy: boolean;
  /** The server cannot be reached. */
  readonly lost: boolean;
  /** Why tiles do not come; empty where they do. */
  readonly trouble: string;
  /** From the first flight to the end of the last. */
  readonly span: number;
}

const titles = { tiles: 'Tiles', json: 'JSON', gallery: 'Pictures' } as const;

interface Known {
  readonly report: Report | undefined;
  /** What other tabs have asked for. */
  readonly others: readonly Snapshot[];
  /** The panel's mode where its tiles are another server's. */
  readonly foreign: Mode | undefined;
}

export function rowsOf({ ledger, flights }: Trace, { report, others, foreign }: Known): Row[] {
  return (['tiles', 'json', 'gallery'] as const).map((kind) => {
    const sums = ledger.sums({ kind }, others);
    const title = titles[kind];
    if (!foreign || kind !== 'tiles') return { title, ...sums, bytes: report?.sums[kind].bytes ?? 0 };
    if (foreign === 'worker') return { title, ...sums, sent: undefined, shared: undefined, bytes: undefined };
    return { title, ...foreignSums(sums, flights.filter(isTile), ledger.horizon), bytes: undefined };
  });
}

const isTile = ({ kind }: Flight) => kind === 'tiles';

/** The row for tiles of another server, whose counts the page does not know: each flight counts as one request. */
function foreignSums(sums: Sums, flights: readonly Flight[], horizon: number): Sums {
  const those = (which: Outcome | undefined) =>
    flights.filter(({ outcome, ended = 0 }) => (ended > horizon ? undefined : outcome) === which).length;
  const [done, failed, open] = [those('done'), those('failed'), those(undefined)];
  return {
    ...sums,
    sent: done + failed + open,
    shared: sums.shared - done,
    failed: sums.failed - failed,
    waiting: sums.waiting - open,
  };
}
