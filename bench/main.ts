// npm run bench [-- NAME] [--quick]

import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { browserPath, chromiumFlags } from '../scripts/browser.js';
import { ensurePackages } from '../scripts/packages.js';
import { benchmarks } from './registry.ts';
import type { Benchmark } from './support/benchmark.ts';
import { markdown, save } from './support/report.ts';

interface Choice {
  readonly chosen: readonly Benchmark[];
  readonly quick: boolean;
}

function choose(args: readonly string[]): Choice | string {
  const names = args.filter((arg) => arg !== '--quick');
  const known = benchmarks.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    return `Expected the name of a benchmark (${known.join(', ')}) or --quick, got \`${unknown}\`.`;
  const chosen = benchmarks.filter(({ name }) => names.length === 0 || names.includes(name));
  return { chosen, quick: args.includes('--quick') };
}

async function run({ chosen, quick }: Choice): Promise<void> {
  if (chosen.some(({ peers }) => peers)) await ensurePackages(fileURLToPath(new URL('.', import.meta.url)));
  let browser: Promise<Browser> | undefined;
  const context = {
    quick,
    browser: () =>
      (browser ??= chromium.launch({ executablePath: browserPath() ?? '', args: chromiumFlags })),
    progress: (text: string) => console.error(`  ${text}`),
  };
  try {
    for (const benchmark of chosen) {
      console.log(`\n## ${benchmark.name}: ${benchmark.title}\n`);
      const rows = await benchmark.run(context);
      const file = save(benchmark, rows, quick);
      console.log(`${markdown(benchmark, rows)}\n\n${fileURLToPath(file)}`);
    }
  } finally {
    await (await browser)?.close();
  }
}

const choice = choose(argv.slice(2));
if (typeof choice === 'string') {
  console.error(choice);
  process.exitCode = 1;
} else await run(choice);
