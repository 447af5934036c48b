// Which laws each contender keeps: speed is worth something only where the answers are right.

import { startServer } from '../test/support/server.ts';
import type { Contender } from './contenders/contender.ts';
import { bodies } from './laws/bodies.ts';
import { judge, type Law, settle, type Verdict } from './laws/law.ts';
import { failing, leaving } from './laws/leaving.ts';
import { keys, sharing } from './laws/sharing.ts';
import type { Context, Row } from './support/benchmark.ts';

export const laws: readonly Law[] = [...sharing, ...keys, ...bodies, ...leaving, ...failing];

export const name = 'laws';
export const title = 'Which laws each contender keeps';
export const about = `Speed is worth something only where the answers are right, so each contender is put through the same small programs
([bench/laws](../bench/laws)), in Node against a server that counts. **yes**: kept. **no**: it gave something else, or nothing within two seconds.
**—**: none of its jobs, because it has no place for a header, a method, a signal, or gives no \`Response\`.
Packages that keep answers are set to keep none; axios-cache-interceptor, which then shares none either, keeps them for a millisecond.

${laws.map(({ says }, at) => `${at + 1}. ${says}`).join('\n')}`;
export const unit = '';
export const peers = true;

async function verdictsOn(
  make: () => Contender,
  origin: string,
  because: (number: number, reason: unknown) => void,
): Promise<Record<string, string>> {
  const verdicts: Record<string, Verdict> = {};
  for (const [at, law] of laws.entries())
    verdicts[at + 1] = await judge(law, make(), { origin, because: (reason) => because(at + 1, reason) });
  const count = (wanted: Verdict) => Object.values(verdicts).filter((verdict) => verdict === wanted).length;
  return { ...verdicts, kept: `${count('yes')} of ${count('yes') + count('no')}` };
}

export async function run({ progress }: Context): Promise<readonly Row[]> {
  const { fetching, fetchingByKey } = await import('./contenders/fetching.ts');
  const { undici } = await import('./contenders/undici.ts');
  const contenders = { ...fetching, undici, ...fetchingByKey() };
  const server = await startServer();
  const rows: Row[] = [];
  // A contender's own must not end the run: a law asks about them.
  const ignore = () => {};
  process.on('unhandledRejection', ignore);
  try {
    for (const [contender, make] of Object.entries(contenders)) {
      const because = (number: number, reason: unknown) =>
        progress(`${contender}, ${number}: ${`${reason}`.split('\n', 1)[0]}`);
      rows.push({ contender, notes: await verdictsOn(make, server.origin, because) });
    }
  } finally {
    await server.close();
    await settle();
    process.off('unhandledRejection', ignore);
  }
  return rows;
}
