// npm run test:faults: each fault in each environment, all callers beside native ones. It writes the results, with those
// of the last whole run of each environment that is not named.
//
//   npm run test:faults [-- --in node,chromium --fault "a reset"] [--rest]
//
// With --rest it tries only what has no result yet: an earlier run may have been ended.

import { parseArgs } from 'node:util';
import { faults as ofBrowsers } from './browser-faults.ts';
import { type Environment, environments } from './environments.ts';
import { faults as http1 } from './http1.ts';
import { faults as http2 } from './http2.ts';
import { known, knownLeft } from './known.ts';
import { keepTrial, readKept, report } from './report.ts';
import type { Fault } from './resource.ts';
import { type Chaos, openHttp1 } from './server.ts';
import { openHttp2 } from './server-http2.ts';
import { type Result, tryOut } from './trial.ts';

// The chaos server made its own certificate. The faults of HTTP/2 would otherwise be one: that nobody trusts it.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
process.removeAllListeners('warning');

const { values } = parseArgs({
  options: {
    in: { type: 'string' },
    fault: { type: 'string', default: '' },
    rest: { type: 'boolean', default: false },
  },
});
const names = values.in?.split(',') ?? Object.keys(environments);

/** The results of this run, by environment. */
const results: Record<string, Result[]> = {};
const before = readKept();
const isThere = (name: string, fault: string) =>
  before.some((one) => one.name === name && one.its.some((its) => its.fault === fault));

/** Marks the differences that are documented. */
const judged = (name: string, result: Result): Result => ({
  ...result,
  isLeftKnown: result.problems.length > 0 && knownLeft.some(({ fits }) => fits(name, result.fault)),
  comparisons: result.comparisons.map((one) =>
    one.as === 'different' && known.some(({ fits }) => fits(one, name, result.fault))
      ? { ...one, as: 'known' }
      : one,
  ),
});

function note({ name, version }: Environment, result: Result): void {
  keepTrial(name, version, result);
  (results[name] ??= []).push(result);
  const bad = result.comparisons.filter(({ as }) => as === 'different');
  const verdict =
    bad.length || (result.problems.length && !result.isLeftKnown) ? 'NOT AS NATIVE' : 'as native';
  console.log(`${name} · ${result.fault}: ${verdict} ${result.problems.join(' ')}`);
  for (const { caller, native, shared } of bad)
    console.log(`  ${caller}\n    native: ${JSON.stringify(native)}\n    shared: ${JSON.stringify(shared)}`);
}

async function run<Wire>(environment: Environment, faults: readonly Fault<Wire>[], chaos: Chaos<Wire>) {
  let room = await environment.open(chaos.origin);
  const mayHappen = ({ act }: Fault<Wire>) => !act || room.acts?.includes(act.act);
  const reopen = async () => {
    await room.close();
    room = await environment.open(chaos.origin);
  };
  /** Tries again in another room when a browser does not cooperate: it need not keep a page that was left. */
  const attempt = async (fault: Fault<Wire>, tries: number): Promise<Result> => {
    try {
      return await tryOut(fault, chaos, room);
    } catch (error) {
      if (!tries) throw error;
      console.log(`${environment.name} · ${fault.name}: ${error}, once more`);
      await reopen();
      return attempt(fault, tries - 1);
    }
  };
  try {
    for (const fault of faults.filter(mayHappen)) {
      if (!fault.name.includes(values.fault) || (values.rest && isThere(environment.name, fault.name)))
        continue;
      const result = await attempt(fault, 2);
      note(environment, judged(environment.name, result));
      // A new room, so that nothing of this trial disturbs the next one.
      if (result.problems.length) await reopen();
    }
  } finally {
    await chaos.close();
    await room.close();
  }
}

async function tryIn(name: string): Promise<void> {
  const start = environments[name];
  if (!start)
    throw new RangeError(`There is no environment "${name}". Choose of ${Object.keys(environments)}.`);
  const environment = await start();
  try {
    await run(environment, [...http1, ...ofBrowsers], await openHttp1());
    if (environment.hasHttp2) await run(environment, http2, await openHttp2());
  } finally {
    await environment.close();
  }
}

await Promise.all(names.map(tryIn));
const isWhole = !values.fault;
const all = isWhole
  ? readKept()
  : Object.entries(results).map(([name, its]) => ({
      name,
      version: '',
      its: its.map((one) => ({ ...one, at: '' })),
    }));
const inOrder = [...http1, ...ofBrowsers, ...http2].map(({ name }) => name);
process.exitCode = report(all, inOrder, isWhole);
