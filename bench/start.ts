// What an import costs a page that starts on a slow machine: its script is parsed, compiled and evaluated.

import type { Page } from 'playwright';
import manifest from '../package.json' with { type: 'json' };
import { http } from './bytes.ts';
import type { Context, Row } from './support/benchmark.ts';
import { bundle } from './support/bundle.ts';
import { interleave } from './support/interleave.ts';
import { serve } from './support/server.ts';
import { median, rowsOf } from './support/statistics.ts';

export const name = 'start';
export const title = 'Starting a page with an import, on a processor 20 times slower';
export const about = `The time that Chromium's main thread takes to parse, compile and evaluate an import, as one minified script, with its
processor 20 times slower (\`Emulation.setCPUThrottlingRate\`). The text is in memory, so nothing is downloaded. **evaluating**
is the part of it in which the script runs. A sample is the mean of as many copies as have about 150 kB together, because the
processor is slowed down by pauses. Each copy has another comment, because Chromium keeps compiled scripts.`;
export const unit = 'ms';
export const peers = true;

const slower = 20;

/** Bytes of all copies of a sample. */
const sampleBytes = 150_000;

declare global {
  /** Milliseconds in which scripts of the sample ran. */
  var evaluating: number;
}

/** All that each entry exports, by the name that users import, without the entry that needs React. */
const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === 'string' || entry === './react'
    ? []
    : [[`coflight${entry.slice(1)}`, `export * from '.${target.default}';`]],
) as readonly (readonly [name: string, code: string])[];

const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'An entry with all its exports': { 'an empty script': '', ...Object.fromEntries(entries) },
  'Coalescing HTTP requests': http,
};

const script = (code: string): Promise<string> => bundle(code, { minified: true, script: 'imported' });

/** Returns the milliseconds of one copy: in all, and those in which it ran. */
const startIn = (page: Page, code: string) =>
  page.evaluate(
    ({ code, copies }) => {
      const texts = Array.from(
        { length: copies },
        () =>
          `/* ${crypto.randomUUID()} */evaluating-=performance.now();${code};evaluating+=performance.now();`,
      );
      const scripts = texts.map((text) => {
        const element = document.createElement('script');
        element.textContent = text;
        return element;
      });
      globalThis.evaluating = 0;
      const start = performance.now();
      document.head.append(...scripts);
      const time = performance.now() - start;
      for (const element of scripts) element.remove();
      return { time: time / copies, evaluating: globalThis.evaluating / copies };
    },
    { code, copies: Math.ceil(sampleBytes / (code.length + 1000)) },
  );

async function rowsIn(page: Page, group: string, rounds: number): Promise<Row[]> {
  const evaluating: Record<string, number[]> = {};
  const turns: Record<string, () => Promise<number>> = {};
  for (const [contender, code] of Object.entries(groups[group] ?? {})) {
    const text = await script(code);
    evaluating[contender] = [];
    turns[contender] = async () => {
      const sample = await startIn(page, text);
      evaluating[contender]?.push(sample.evaluating);
      return sample.time;
    };
  }
  return rowsOf(await interleave(turns, rounds), {
    group,
    notes: (contender) => ({ evaluating: median(evaluating[contender] ?? []) }),
  });
}

export async function run(context: Context): Promise<readonly Row[]> {
  const server = await serve((_, __, res) => res.writeHead(404).end());
  const page = await (await context.browser()).newPage();
  try {
    await page.goto(server.origin);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const rows: Row[] = [];
    for (const group of Object.keys(groups)) {
      context.progress(group);
      rows.push(...(await rowsIn(page, group, context.quick ? 2 : 8)));
    }
    return rows;
  } finally {
    await page.close();
    server.close();
  }
}
