// npm run bench [-- NAME ...] [--quick] [--check] [--pages]

import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { browserPath, chromiumFlags } from '../scripts/browser.js';
import { ensurePackages } from '../scripts/packages.js';
import { benchmarks } from './registry.ts';
import type { Benchmark, Context, Row } from './support/benchmark.ts';
import { document } from './support/document.ts';
import { regressions } from './support/guard.ts';
import { draw } from './support/plot.ts';
import { keep, kept, resultOf } from './support/results.ts';
import { markdown } from './support/tables.ts';

interface Choice {
  readonly chosen: readonly Benchmark[];
  readonly quick: boolean;
  readonly check: boolean;
  readonly pages: boolean;
}

const flag = { type: 'boolean', default: false } as const;

function choose(args: readonly string[]): Choice {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { quick: flag, check: flag, pages: flag },
    allowPositionals: true,
  });
  const known = benchmarks.map(({ name }) => name);
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`Expected the name of a benchmark (${known.join(', ')}), got \`${unknown}\`.`);
  const chosen = benchmarks.filter(({ name }) => !positionals.length || positionals.includes(name));
  return { chosen, ...values };
}

/** Compares with the committed results, and prints what is worse. */
function check({ name, tolerance = 1.5 }: Benchmark, rows: readonly Row[]): void {
  const committed = kept(name);
  const worse = committed
    ? regressions(rows, committed.rows, tolerance)
    : ['there are no committed results to compare with'];
  for (const line of worse) console.error(`  ${name}: ${line}`);
  if (worse.length) process.exitCode = 1;
  else console.log(`\nNo ratio of coflight's is more than ${tolerance} times the committed one.`);
}

async function runOne(benchmark: Benchmark, context: Context, checked: boolean): Promise<void> {
  console.log(`\n## ${benchmark.name}: ${benchmark.title}\n`);
  const rows = await benchmark.run(context);
  console.log(markdown(rows, benchmark.unit));
  if (checked) check(benchmark, rows);
  else if (!context.quick) {
    const result = resultOf(benchmark, rows);
    keep(result);
    for (const plot of benchmark.plots?.(result.rows) ?? []) await draw(plot);
    document(benchmarks);
  }
}

/** Writes pages and plots again, from the committed results. */
async function rewrite(): Promise<void> {
  for (const { name, plots } of benchmarks)
    for (const plot of plots?.(kept(name)?.rows ?? []) ?? []) await draw(plot);
  document(benchmarks);
}

async function run({ chosen, quick, check, pages }: Choice): Promise<void> {
  if (chosen.some(({ peers }) => peers)) await ensurePackages(fileURLToPath(new URL('.', import.meta.url)));
  if (pages) return rewrite();
  let browser: Promise<Browser> | undefined;
  const context = {
    quick,
    browser: () =>
      (browser ??= chromium.launch({ executablePath: browserPath() ?? '', args: chromiumFlags })),
    progress: (text: string) => console.error(`  ${text}`),
  };
  try {
    for (const benchmark of chosen) {
      const start = performance.now();
      await runOne(benchmark, context, check);
      context.progress(`${benchmark.name} took ${Math.round((performance.now() - start) / 1000)} s`);
    }
  } finally {
    await (await browser)?.close();
  }
}

let choice: Choice | undefined;
try {
  choice = choose(argv.slice(2));
} catch (error) {
  console.error((error as TypeError).message);
  process.exitCode = 1;
}
// At a SIGTERM, Playwright closes its browser and lets the process go on.
process.once('SIGTERM', () => process.exit(143));
if (choice) await run(choice);
