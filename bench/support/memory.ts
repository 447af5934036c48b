import { readFileSync } from 'node:fs';
import { platform, resourceUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects the garbage, so that a sample does not pay for the one before it. */
export const collect: () => void = runInNewContext('gc');

/** Returns the bytes that are held: the heap, and buffers outside it. */
export function held(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/**
 * Returns the peak memory of this process in megabytes. On Linux, `maxRSS` also counts what its parent process had used
 * before it started this one.
 */
export function peak(): number {
  const [, kilobytes] =
    (platform === 'linux' && /VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))) || [];
  return Number(kilobytes ?? resourceUsage().maxRSS) / 1024;
}
