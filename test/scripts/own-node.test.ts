import { existsSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { ensureOwnNode } from '../../scripts/own-node.js';
import { temporaryFolder } from '../support/folder.ts';

vi.mock('../../scripts/apt.js', () => ({ mayUseApt: false, aptInstall: () => {} }));

const node = 'node_modules/node/bin/node';

describe.runIf(process.platform !== 'win32')('ensureOwnNode', () => {
  test('leaves a Node alone that starts', async () => {
    const folder = temporaryFolder();
    folder.write(node, '#!/bin/sh\necho v26.0.0\n', 0o755);
    await ensureOwnNode(folder.path);
    expect(existsSync(folder.at(node))).toBe(true);
  });

  test('says in one line which library a Node lacks that does not start, and removes that Node', async () => {
    const folder = temporaryFolder();
    folder.write(node, '#!/bin/sh\necho "node: cannot open libatomic.so.1" >&2; exit 127\n', 0o755);
    await expect(ensureOwnNode(folder.path)).rejects.toThrow(
      /^The tools' Node does not start \(node: cannot open libatomic\.so\.1\): .+$/,
    );
    expect(existsSync(folder.at('node_modules'))).toBe(false);
  });
});
