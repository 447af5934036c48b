import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Ask } from '../../demo/page/panel/flight.ts';
import { Ledger } from '../../demo/page/panel/ledger.ts';
import type { Entry } from '../../demo/server/counts.ts';

const ask = (outcome?: Ask['outcome'], ended = 1): Ask => ({
  who: 1,
  url: 'tile',
  kind: 'tiles',
  at: 0,
  ...(outcome && { outcome, ended }),
});

const entry = (id: number, outcome?: Entry['outcome']): Entry => ({
  id,
  kind: 'tiles',
  path: 'tile',
  arrived: 0,
  bytes: 0,
  ...(outcome && { outcome }),
});

function ledgerOf(asks: readonly Ask[], entries: readonly Entry[]): Ledger {
  const ledger = new Ledger();
  ledger.horizon = 10;
  for (const one of asks) ledger.ask('tile', one);
  for (const one of entries) ledger.enter(one);
  return ledger;
}

const sumsOf = (asks: readonly Ask[], entries: readonly Entry[]) =>
  ledgerOf(asks, entries).sums({ kind: 'tiles' });

describe('the ledger', () => {
  test('counts a call as shared when it was answered without its own request', () => {
    expect(sumsOf([ask('done'), ask('done'), ask('done')], [entry(1, 'answered')])).toMatchObject({
      asked: 3,
      sent: 1,
      shared: 2,
    });
  });

  test('counts a call as aborted when it was aborted before its request was sent, and no other', () => {
    expect(sumsOf([ask('aborted'), ask('aborted')], [entry(1, 'aborted')])).toMatchObject({
      sent: 1,
      aborted: 1,
    });
  });

  test('does not count a request as aborted when the server has answered it, although all its callers have left', () => {
    expect(sumsOf([ask('aborted'), ask('aborted')], [entry(1, 'answered')])).toMatchObject({
      sent: 1,
      aborted: 1,
    });
  });

  test('counts an answer only after the server was asked about it', () => {
    expect(sumsOf([ask('done', 11), ask('done', 9)], [])).toMatchObject({ waiting: 1, shared: 1 });
  });

  test('counts the calls of other tabs', () => {
    const other = ledgerOf([ask('done'), ask('aborted')], []).snapshot();
    const sums = ledgerOf([ask('done')], [entry(1, 'answered')]).sums({ kind: 'tiles' }, [other]);
    expect(sums).toMatchObject({ asked: 3, sent: 1, shared: 1, aborted: 1 });
  });

  test('adds up, whatever happens', () => {
    const asks = fc.array(
      fc.constantFrom(undefined, 'done', 'aborted', 'failed').map((outcome) => ask(outcome)),
    );
    const entries = fc.array(fc.constantFrom(undefined, 'answered', 'aborted'));
    fc.assert(
      fc.property(asks, entries, (asks, outcomes) => {
        const { asked, ...parts } = sumsOf(
          asks,
          outcomes.map((outcome, id) => entry(id, outcome)),
        );
        expect(Object.values(parts).reduce((sum, part) => sum + part)).toBe(asked);
        expect(parts.sent).toBe(outcomes.length);
        expect(asked).toBe(Math.max(asks.length, outcomes.length));
      }),
    );
  });
});
