import { describe, expect, test } from 'vitest';
import { verdictOf } from '../../demo/page/race/verdict.ts';

describe('verdictOf', () => {
  const result = (sent: number, shared: number, seconds: number) => ({
    sent,
    shared,
    maps: seconds * 1000,
    click: seconds * 100,
  });

  test('compares the saved requests with the requests that are sent without the library', () => {
    expect(verdictOf([result(144, 0, 10), result(45, 108, 3), result(44, 109, 4)])).toBe(
      'Tile requests: 144 off, 45 in the page, 44 with the worker. Five views: 10.0\u00a0s off, 3.0\u00a0s in the page, 4.0\u00a0s with the worker. The clicked picture: 1.0\u00a0s off, 0.30\u00a0s in the page, 0.40\u00a0s with the worker.',
    );
  });

  test('says why the worker sent more than the page, and why the views may have come sooner without the library', () => {
    expect(verdictOf([result(144, 0, 10), result(45, 108, 3), result(60, 90, 11)])).toMatch(
      /\. A map that asks after the answer has come sends another request with the worker\. .*\(linger\)\. The views came sooner without the library: each panel flies alone, /,
    );
  });

  test('claims no saving where the browser shares by itself, and says why more went out', () => {
    expect(verdictOf([result(42, 108, 2), result(45, 108, 2), result(44, 108, 2)])).toMatch(
      /^Here the browser shares by itself, and no tile request is saved\. .* The map had already sent more requests for the previous view,/,
    );
  });
});
