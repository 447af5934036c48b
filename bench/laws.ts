// Which laws each contender keeps: a fast answer must also be right.

import { startServer } from '../test/support/server.ts';
import type { Contender } from './contenders/contender.ts';
import { bodies } from './laws/bodies.ts';
import { judge, type Law, settle, type Verdict } from './laws/law.ts';
import { failing, leaving } from './laws/leaving.ts';
import { keys, sharing } from './laws/sharing.ts';
import type { Context, Row } from './support/benchmark.ts';

/** In the order of docs/laws.md. */
export const laws: readonly Law[] = [...sharing, ...keys, ...bodies, ...leaving, ...failing].sort(
  (one, other) => Number.parseInt(one.id, 10) - Number.parseInt(other.id, 10) || (one.id < other.id ? -1 : 1),
);

export const name = 'laws';
export const title = 'Which laws each contender keeps';
export const about = `A fast answer must also be right. So each contender runs the same small programs ([bench/laws](../../bench/laws)), in Node,
against a server that counts. **yes**: it keeps the law. **no**: it gave another result, or none within two seconds. **—**: the
law does not apply, because the contender takes no headers, methods or signals, or gives no \`Response\`. Packages that keep
answers are set to keep none. axios-cache-interceptor shares nothing then, so it keeps answers for a millisecond.

The number is that of [the law](../laws.md) which the program belongs to.

${laws.map(({ id, says }) => `- **${id}** ${says}`).join('\n')}`;
export const unit = '';
export const peers = true;

async function verdictsOn(
  make: () => Contender,
  origin: string,
  because: (id: string, reason: unknown) => void,
): Promise<Record<string, string>> {
  const verdicts: Record<string, Verdict> = {};
  for (const law of laws)
    verdicts[law.id] = await judge(law, make(), { origin, because: (reason) => because(law.id, reason) });
  const count = (wanted: Verdict) => Object.values(verdicts).filter((verdict) => verdict === wanted).length;
  return { ...verdicts, kept: `${count('yes')} of ${count('yes') + count('no')}` };
}

export async function run({ progress }: Context): Promise<readonly Row[]> {
  const { fetching, fetchingByKey } = await import('./contenders/fetching.ts');
  const { undici } = await import('./contenders/undici.ts');
  const contenders = { ...fetching, undici, ...fetchingByKey() };
  const server = await startServer();
  const rows: Row[] = [];
  // Rejections that a contender leaves unhandled must not end the run: law 4b asks about them.
  const ignore = () => {};
  process.on('unhandledRejection', ignore);
  try {
    for (const [contender, make] of Object.entries(contenders)) {
      const because = (id: string, reason: unknown) =>
        progress(`${contender}, ${id}: ${`${reason}`.split('\n', 1)[0]}`);
      rows.push({ contender, notes: await verdictsOn(make, server.origin, because) });
    }
  } finally {
    await server.close();
    await settle();
    process.off('unhandledRejection', ignore);
  }
  return rows;
}
