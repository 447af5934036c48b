import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface Folder {
  readonly path: string;
  /** Where that file of it is. */
  readonly at: (...parts: string[]) => string;
  /** Writes a file, and the folders it needs: text and bytes as they are, anything else as JSON. */
  readonly write: (file: string, content: unknown, mode?: number) => string;
  readonly remove: () => void;
}

/** An empty folder; the caller removes it. */
export function emptyFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'coflight-'));
  const at = (...parts: string[]) => join(path, ...parts);
  return {
    path,
    at,
    write(file, content, mode = 0o644) {
      mkdirSync(dirname(at(file)), { recursive: true });
      const isRaw = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(at(file), isRaw ? content : JSON.stringify(content), { mode });
      return at(file);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** An empty folder for one test: gone when it is over. */
export function temporaryFolder(): Folder {
  const folder = emptyFolder();
  onTestFinished(folder.remove);
  return folder;
}
