// What it comes to, in a line for each benchmark: every figure is quoted from the results.

import { kept } from './results.ts';

/** Lines by the benchmark that they quote. */
const lines: Readonly<Record<string, string>> = {
  coalesce: `Ten calls at once for one uncacheable URL take <!-- bench: coalesce / Chromium / coflight / ratio -->1 times one
  request in Chromium, natively <!-- bench: coalesce / Chromium / native / ratio -->1 times.`,
  fetch: `A call that nobody joins takes <!-- bench: fetch / Chromium: a call by itself, 1 KB, call by call in turn / coflight / ratio -->1
  times a native one.`,
  sprite: `50,000 calls for one sprite, 20,000 at a time, are <!-- bench: sprite / Chromium / coflight / calls a second -->1 a second in
  Chromium, and <!-- bench: sprite / Chromium / coflight / failed -->1 fail; natively <!-- bench: sprite / Chromium / native / failed -->1 fail.`,
  files: `One small file read by 25,000 at once is served <!-- bench: files / 25,000 readers of a 4 KB script / coflight / times as fast as plain -->1
  times as fast as by \`fs.readFile\`, by 100,000 <!-- bench: files / 100,000 readers of a 4 KB script / coflight / times as fast as plain -->1 times.`,
  queue: `4,057 files through four lanes take <!-- bench: queue / Time / coflight, 4 lanes / ratio -->1 times the time and
  <!-- bench: queue / Peak memory / coflight, 4 lanes / ratio -->1 times the memory of one after another; all at once
  <!-- bench: queue / Peak memory / all at once / ratio -->1 times the memory.`,
  preload: `A click while twenty images preload is answered in <!-- bench: preload / Chromium: click on the last image → decoded / coflight / ratio -->1
  times the time that an idle link takes; without a queue in <!-- bench: preload / Chromium: click on the last image → decoded / naive / ratio -->1 times.`,
  flights: `Where nothing else is done, joining costs <!-- bench: flights / 100,000 callers a key / coflight / ratio -->1 times, and launching
  <!-- bench: flights / 1 caller a key / coflight / ratio -->1 times, what a bare \`Map\` of promises costs. Of its peers p-memoize comes to
  <!-- bench: flights / 100,000 callers a key / p-memoize / ratio -->1 and <!-- bench: flights / 1 caller a key / p-memoize / ratio -->1.`,
  laws: `coflight keeps <!-- bench: laws / / coflight / kept -->1 laws, undici <!-- bench: laws / / undici / kept -->1,
  wretch <!-- bench: laws / / wretch / kept -->1.`,
};

/** Those whose figures there are, as a list. */
export const summary = (): string =>
  Object.entries(lines)
    .filter(([name]) => kept(name))
    .map(([, line]) => `- ${line}`)
    .join('\n');
