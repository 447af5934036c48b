// How long a click waits while a gallery preloads, how long the gallery takes, and how long a JSON call waits.
//
// Twenty images of 500 kB preload over a shared link of 1 MB/s with 60 ms latency. After 400 ms a click asks for the
// last one, or the page asks for 2.7 kB of JSON. The pages run by themselves, so that any browser can be measured:
// Chromium, and Firefox when it is installed.

import { type BrowserName, inEachBrowser, open } from './preload/browsers.ts';
import { type Figure, type Result, serve, type Task } from './preload/server.ts';
import { bars } from './support/bars.ts';
import type { Benchmark, Plot, Row } from './support/benchmark.ts';
import { rowsOf } from './support/statistics.ts';

export const name = 'preload';
export const title = 'A click, the whole gallery and a JSON call while twenty images preload';
export const about = `Twenty images of 500 kB preload over a shared link of 1 MB/s with 60 ms latency. After 400 ms a user clicks on the last one, or
the page asks for 2.7 kB of JSON. _naive_: twenty \`new Image()\` at once. _queue_: one image at a time, and a click waits for its
turn, as in PreloadJS. p-queue and RequestScheduler raise the priority of the clicked image, and the image under way goes on. The
floor is an idle link.`;
export const unit = 'ms';
export const peers = true;

const others = ['naive', 'queue', 'p-queue', 'RequestScheduler', 'PreloadJS'];

/** The contenders of each figure, the floor first. On an idle link there is no gallery. */
const groups: Record<Figure, { readonly title: string; readonly contenders: readonly string[] }> = {
  shown: {
    title: 'click on the last image → decoded',
    contenders: ['idle', 'coflight', 'coflight, 2 lanes', ...others],
  },
  total: { title: 'all twenty', contenders: ['naive', 'coflight', 'coflight, 2 lanes', ...others.slice(1)] },
  answered: { title: 'JSON call', contenders: ['idle', 'coflight', 'naive'] },
};

const click = (contender: string): Task => ({ act: 'click', contender });
const call = (contender: string): Task => ({ act: 'call', contender });

/** Quick tasks are done before and after slow ones. */
const roundOf = (contenders: readonly string[]): Task[] => [
  ...['idle', 'naive', 'coflight'].map(call),
  ...['idle', ...contenders, 'idle'].map(click),
  ...['idle', 'coflight'].map(call),
];

function rowsIn(browser: BrowserName, results: readonly Result[]): Row[] {
  return Object.entries(groups).flatMap(([figure, { title, contenders }]) => {
    const samplesOf = (contender: string) =>
      results
        .filter((result) => result.contender === contender)
        .flatMap((result) => result[figure as Figure] ?? []);
    const samples = Object.fromEntries(
      contenders
        .map((contender) => [contender, samplesOf(contender)] as const)
        .filter(([, { length }]) => length),
    );
    return rowsOf(samples, { group: `${browser}: ${title}` });
  });
}

async function measure(browser: BrowserName, quick: boolean): Promise<Row[]> {
  const rounds = quick
    ? [roundOf(['naive', 'coflight'])]
    : Array.from({ length: 3 }, () => roundOf([...others, 'coflight', 'coflight, 2 lanes']));
  const server = await serve(rounds.flat());
  const opened = await open(browser, server.url);
  try {
    return rowsIn(browser, await Promise.race([server.done, opened.failed]));
  } finally {
    await opened.close();
    server.close();
  }
}

/** A round takes a minute and a half in each browser. A quick one has fewer contenders. */
export const run: Benchmark['run'] = inEachBrowser(measure);

export const plots = (rows: readonly Row[]): readonly Plot[] => [
  bars(rows, {
    name: 'click',
    alt: 'A click on the last of twenty images that preload in Chromium: the time of each contender',
    group: 'Chromium: click on the last image → decoded',
    axis: 'ms from the click to the decoded image',
  }),
];
