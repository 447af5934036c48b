import { expect, onTestFinished, test, vi } from 'vitest';
import { BlobParts } from '../../src/response/blob-parts.ts';
import type { Chunk } from '../../src/response/chunks.ts';

const mebibyte = 1_048_576;

test('A body becomes parts of four mebibytes while it arrives, and has all its bytes in order', async () => {
  const sizes: number[] = [];
  vi.stubGlobal(
    'Blob',
    class extends Blob {
      constructor(...args: ConstructorParameters<typeof Blob>) {
        super(...args);
        sizes.push(this.size / mebibyte);
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const start: Chunk = { bytes: new Uint8Array(), next: undefined };
  const parts = new BlobParts(start);
  let last = start;
  const arrive = (count: number, value: number) => {
    last = last.next = { bytes: new Uint8Array(count * mebibyte).fill(value), next: undefined };
    parts.gather();
  };
  arrive(1, 1);
  arrive(3, 2);
  expect(sizes).toEqual([4]);
  arrive(1, 3);
  arrive(5, 4);
  expect(sizes).toEqual([4, 6]);
  arrive(1, 5);
  const bytes = new Uint8Array(await (parts.whole() as Blob).arrayBuffer());
  expect(sizes).toEqual([4, 6, 11]);
  expect([0, 1, 4, 5, 10].map((at) => bytes[at * mebibyte])).toEqual([1, 2, 3, 4, 5]);
});
