// The worker's coalescer over a network whose answers a test gives. Each test of a file that imports this one gets a new
// coalescer, and a clock that the test moves.

import { afterEach, beforeEach, vi } from 'vitest';
import { Coalescer } from '../../src/service-worker/coalescer.ts';
import type { EventOptions } from '../../src/service-worker/options.ts';
import { Tally } from '../../src/service-worker/tally.ts';
import { network } from './worker-network.ts';

/** The requests that the coalescer has sent. */
export let sent: ReturnType<typeof network>['sent'];
export let coalescer: Coalescer;
export let tally: Tally;

/** Replaces the coalescer of this test by one with these options. */
export function open(options: EventOptions = {}): void {
  const net = network();
  sent = net.sent;
  tally = new Tally();
  coalescer = new Coalescer({ fetch: net.fetch, ...options }, tally);
}

beforeEach(() => {
  vi.useFakeTimers();
  open();
});
afterEach(() => {
  // The worker waits at most a minute for the browser's record of a body.
  vi.runAllTimers();
  vi.useRealTimers();
});
