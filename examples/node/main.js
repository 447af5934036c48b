import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { read } from './read.js';

const folder = await mkdtemp(join(tmpdir(), 'coflight-'));

/** Lets readers read one file at once. Returns the time until the last one has ended, and how many have failed. */
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
  await measure(1, path, readFile); // the first read takes longer
  const [plain, shared] = [await measure(readers, path, readFile), await measure(readers, path, read)];
  table.push({
    readers,
    kB: kilobytes,
    'plain, ms': plain.milliseconds,
    'plain, failed': plain.failed, // a system limits how many files are open at a time
    'shared, ms': shared.milliseconds,
    'shared, failed': shared.failed,
  });
}
await rm(folder, { recursive: true });
console.table(table);
