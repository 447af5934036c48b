// The flights that have not settled, by URL.

import { describe, expect, test } from 'vitest';
import { Unsettled } from '../../src/fetch/unsettled.ts';

let launched = 0;
const flight = (url: string) => ({ record: { id: launched++, url } });

describe('the unsettled flights', () => {
  test('The unsettled flights for one URL are those with that URL, whatever their fragments are', () => {
    const unsettled = new Unsettled<ReturnType<typeof flight>>();
    const [one, other, marked] = [flight('/a'), flight('/b'), flight('/a#part')];
    for (const each of [one, other, marked]) unsettled.add(each);
    expect([...unsettled.like(flight('/a#end'))]).toEqual([one, marked]);
    expect([...unsettled.like(flight('/c'))]).toEqual([]);
  });

  test('are listed in the order of their launches', () => {
    const unsettled = new Unsettled<ReturnType<typeof flight>>();
    const flights = ['/a', '/b', '/a', '/c', '/b'].map(flight);
    for (const each of flights) unsettled.add(each);
    expect(unsettled.all()).toEqual(flights);
  });

  test('do not hold a flight that has settled, and a second end changes nothing', () => {
    const unsettled = new Unsettled<ReturnType<typeof flight>>();
    const [one, other] = [flight('/a'), flight('/a')];
    for (const each of [one, other]) unsettled.add(each);
    unsettled.delete(one);
    unsettled.delete(one);
    expect(unsettled.all()).toEqual([other]);
    unsettled.delete(other);
    expect(unsettled.all()).toEqual([]);
  });
});
