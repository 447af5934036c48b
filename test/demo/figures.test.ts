import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../demo/page/panel/figures.ts';
import type { Outcome } from '../../demo/page/panel/flight.ts';
import { Trace } from '../../demo/page/panel/trace.ts';
import type { Mode } from '../../demo/server/site.ts';

const tile = 'https://tiles.example/1/1/1.png';

/** Four maps ask for a tile of another server; resolves with what the table says of it. */
function tilesOf(mode: Mode, outcome: Outcome | undefined) {
  const trace = new Trace(mode, { pathOf: () => undefined });
  const asks = ([1, 2, 3, 4] as const).map((who) => trace.ask(who, tile));
  const shared = mode === 'page' ? trace.launch(tile, trace.takeWaiting(tile)) : undefined;
  if (outcome) for (const ask of asks) trace.settle(ask, outcome);
  if (outcome) trace.end(shared, outcome);
  trace.ledger.horizon = Number.POSITIVE_INFINITY;
  return rowsOf(trace, { report: undefined, others: [], foreign: mode })[0];
}

describe('the counts of tiles of another server', () => {
  test.each([
    ['off', 'done', { sent: 4, shared: 0, failed: 0 }],
    ['page', 'done', { sent: 1, shared: 3, failed: 0 }],
    ['off', 'failed', { sent: 4, shared: 0, failed: 0 }],
    ['page', 'failed', { sent: 1, shared: 0, failed: 3 }],
    ['page', 'aborted', { sent: 0, shared: 0, aborted: 4 }],
    ['page', undefined, { sent: 1, shared: 0, waiting: 3 }],
    ['worker', 'done', { sent: undefined, shared: undefined }],
  ] as const)('add up in the panel %s when the answers are %s', (mode, outcome, expected) => {
    expect(tilesOf(mode, outcome)).toMatchObject({ asked: 4, ...expected });
  });
});
