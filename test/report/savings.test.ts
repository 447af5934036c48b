import { expect, test } from 'vitest';
import type { Flight } from '../../src/report/flights.ts';
import { recordedIn } from '../../src/report/recorded.ts';
import { savingsByPattern } from '../../src/report/savings.ts';
import { harOf } from '../support/har.ts';

test('The savings by pattern take time in proportion to the number of requests', () => {
  const count = 1000;
  const letters = (number: number) =>
    [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  const entries = Array.from({ length: count }, (_, at) => ({
    at,
    url: `https://app.example/${letters(at)}`,
  }));
  const sent = recordedIn(harOf(...entries));
  const [follower] = sent;
  let looks = 0;
  const flights = sent.map(
    (leader): Flight => ({
      get leader() {
        looks++;
        return leader;
      },
      followers: follower ? [follower] : [],
    }),
  );
  const patterns = savingsByPattern(sent, { all: flights, inPage: flights }, { hasWaits: true });
  expect(patterns).toHaveLength(count);
  expect(patterns[0]).toMatchObject({ sent: 1, requests: 1, byCreateFetch: 1 });
  // A few for each flight in each list: a search of all flights for each pattern would need two million.
  expect(looks).toBeLessThan(20 * count);
});
