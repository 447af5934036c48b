import { expect, test } from 'vitest';
import { replay } from '../../src/report/flights.ts';
import type { Recorded } from '../../src/report/recorded.ts';

/** A request that is under way from `start` to `end`. `looked` is called when its end is read. */
function recorded(start: number, end: number, looked: () => void = () => {}): Recorded {
  const headers = new Headers();
  return {
    ...{ entry: 0, method: 'GET', url: 'https://a.test/', page: '', maker: 'fetch', answerer: 'network' },
    ...{
      start,
      headersAt: start,
      bytes: 1,
      status: 200,
      headers,
      ownHeaders: headers,
      answerHeaders: headers,
    },
    get end() {
      looked();
      return end;
    },
  } as unknown as Recorded;
}

test('a request looks at few others, however many for its URL are under way', () => {
  const looksAt = (count: number) => {
    let looks = 0;
    const requests = Array.from({ length: count }, (_, nth) => recorded(nth, 10_000, () => looks++));
    replay(requests, { identityOf: ({ start }) => String(start), linger: 0 });
    return looks;
  };
  expect(looksAt(2_000)).toBeLessThanOrEqual(2.1 * looksAt(1_000));
});

test('a request that differs is compared with the last one that is under way', () => {
  const [long, short, late] = [recorded(0, 100), recorded(1, 2), recorded(50, 60)] as const;
  const compared: Recorded[] = [];
  const identityOf = ({ start }: Recorded) => String(start);
  replay([long, short, late], { identityOf, linger: 0, onMiss: (_, other) => compared.push(other) });
  expect(compared).toEqual([long, long]);
});

test('an answer lingers unless the page has asked for a fresh one', () => {
  const sent = (asked: Record<string, string>) => {
    const requests = [recorded(0, 10), recorded(20, 30)].map((one) =>
      Object.assign(one, { ownHeaders: new Headers(asked) }),
    );
    return replay(requests, { identityOf: () => 'same', linger: 1000 }).length;
  };
  expect(sent({})).toBe(1);
  expect(sent({ 'cache-control': 'max-age=0, private' })).toBe(2);
});
