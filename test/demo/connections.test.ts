import { describe, expect, test } from 'vitest';
import { Connections } from '../../demo/static/connections.ts';

/** Work that ends when its signal aborts. */
function requests(count: number) {
  const connections = new Connections(() => 10);
  const begun: number[] = [];
  const all = Array.from({ length: count }, (_, index) => {
    const gone = new AbortController();
    const work = () => {
      begun.push(index);
      return new Promise<void>((_, reject) => {
        gone.signal.addEventListener('abort', () => reject(gone.signal.reason));
      });
    };
    const ended = connections.run(work, gone.signal).catch(() => {});
    return { gone, ended };
  });
  return { begun, all };
}

describe('Connections', () => {
  test('six requests run at once, and one that ends lets the next one begin', async () => {
    const { begun, all } = requests(8);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
    all[2]?.gone.abort();
    await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('waiting requests that are aborted in one turn are never sent', async () => {
    const { begun, all } = requests(9);
    for (const { gone } of all) {
      gone.abort();
      // A page tells of each in a message of its own.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(all.map(({ ended }) => ended));
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
