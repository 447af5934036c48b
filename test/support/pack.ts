import { fileURLToPath } from 'node:url';
import { npm } from './npm.ts';

const staged = fileURLToPath(new URL('../../build/package/', import.meta.url));

export interface Packed {
  /** The name of the tarball. */
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs the built library into a folder, as it is published. */
export function pack(folder: string): Packed {
  const listed = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], staged));
  // Older versions of npm list an array, newer ones an object.
  return Object.values(listed as Record<string, Packed>)[0] as Packed;
}
