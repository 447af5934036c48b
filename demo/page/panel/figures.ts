// The numbers of a panel: what its maps asked for, and what the server counted.

import type { Report } from '../../server/link.ts';
import type { Mode } from '../../server/site.ts';
import type { Trace } from './trace.ts';

export interface Row {
  readonly title: string;
  readonly asked: number;
  readonly joined: number;
  /** Undefined where it is a worker that sends, to another's server. */
  readonly sent: number | undefined;
  /** Requests that arrived; undefined where another's server was asked. */
  readonly server: number | undefined;
  readonly aborted: number;
  readonly bytes: number;
}

export interface Figures {
  readonly rows: readonly Row[];
  /** Milliseconds from the last change of view until everything was there. */
  readonly view: number | undefined;
  /** Milliseconds from the last click until the picture was shown. */
  readonly shown: number | undefined;
  /** Milliseconds that the race took. */
  readonly race: number | undefined;
  readonly busy: boolean;
  /** Milliseconds from the first flight to the end of the last. */
  readonly span: number;
}

const titles = { tiles: 'Tiles', json: 'JSON', gallery: 'Pictures' } as const;

/** `foreign` is the panel's mode where its tiles are another server's. */
export function rowsOf({ sums }: Trace, report: Report | undefined, foreign: Mode | undefined): Row[] {
  return (['tiles', 'json', 'gallery'] as const).map((kind) => {
    const { asked, joined, sent, aborted } = sums[kind];
    const counted = report?.sums[kind];
    return {
      title: titles[kind],
      asked: Math.max(asked, sent),
      joined,
      sent: foreign === 'worker' && kind === 'tiles' ? undefined : sent,
      server: foreign && kind === 'tiles' ? undefined : (counted?.requests ?? 0),
      aborted: Math.max(aborted, counted?.abandoned ?? 0),
      bytes: counted?.bytes ?? 0,
    };
  });
}
