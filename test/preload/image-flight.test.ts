import { beforeEach, describe, expect, test } from 'vitest';
import { Queue } from '../../src/core/queue.ts';
import type { Claim } from '../../src/preload/claim.ts';
import { ImageFlight } from '../../src/preload/image-flight.ts';
import type { Wanted } from '../../src/preload/source.ts';

const src = 'https://map.example/1.png';
const image: Wanted<unknown> = {
  key: src,
  attributes: { src },
  as: { name: 'none', load: () => ({ result: Promise.resolve() }) },
  priority: 0,
};

let own: ImageFlight;
/** Counts how often a priority was read. */
let reads: number;

beforeEach(() => {
  reads = 0;
  const held = { add: () => {}, remove: () => {} };
  const flight = { joinable: true, close: () => {}, result: Promise.resolve(0) };
  own = new ImageFlight({ queue: new Queue(0), held, loadTimeout: 0, tell: () => {} }, image, flight);
});

const claimOf = (value: number): Claim => ({
  get priority() {
    reads++;
    return value;
  },
});

describe('the priority of an image in the queue', () => {
  test('is the highest one of its claims', () => {
    own.claim(claimOf(1)).claim(claimOf(3)).claim(claimOf(2));
    expect(own.job.priority).toBe(3);
  });

  test('falls when the highest claim leaves', () => {
    const highest = claimOf(3);
    own.claim(claimOf(1)).claim(highest).claim(claimOf(2)).disclaim(highest);
    expect(own.job.priority).toBe(2);
  });

  test('stays when another claim has the same one', () => {
    const one = claimOf(3);
    own.claim(claimOf(1)).claim(one).claim(claimOf(3)).disclaim(one);
    expect(own.job.priority).toBe(3);
  });

  test('is that of a claim that comes when all others have left', () => {
    const gone = claimOf(3);
    own.claim(gone).disclaim(gone).claim(claimOf(-1));
    expect(own.job.priority).toBe(-1);
  });

  test('is found without reading all claims for each of them', () => {
    const claims = Array.from({ length: 1_000 }, () => claimOf(0));
    for (const claim of claims) own.claim(claim);
    for (const claim of claims) own.disclaim(claim);
    expect(reads).toBeLessThan(10 * claims.length);
  });
});
