import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { read } from './read.js';

const folder = await mkdtemp(join(tmpdir(), 'coflight-'));

/** So many readers of one file, all at once: how long until the last one has it, and how many do not get it. */
async function measure(readers, path, how) {
  const start = performance.now();
  const results = await Promise.allSettled(Array.from({ length: readers }, () => how(path)));
  const milliseconds = Math.round(performance.now() - start);
  return { milliseconds, failed: results.filter(({ status }) => status === 'rejected').length };
}

const table = [];
for (const [readers, kilobytes] of [
  [25_000, 4],
  [200, 7_000],
]) {
  const path = join(folder, `${kilobytes}`);
  await writeFile(path, Buffer.alloc(kilobytes * 1000));
  await measure(1, path, readFile); // what comes first pays for much else
  const [plain, held] = [await measure(readers, path, readFile), await measure(readers, path, read)];
  table.push({
    readers,
    kB: kilobytes,
    'plain, ms': plain.milliseconds,
    'plain, failed': plain.failed, // a system opens so many files at a time, and no more
    'held, ms': held.milliseconds,
    'held, failed': held.failed,
  });
}
await rm(folder, { recursive: true });
console.table(table);
