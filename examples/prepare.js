// Puts the library of this checkout, packed as it would be published, into the folder of the example that starts. The
// tools of the project include everything else that examples need.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cwd, platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { ensurePackages } from '../scripts/packages.js';
import { staged } from '../scripts/stage.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const windows = platform === 'win32';

const npm = (...args) =>
  execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    shell: windows,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Returns when the newest file of a folder was written; 0 for a folder that is missing. */
function newest(folder) {
  try {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    const times = files.map((file) => statSync(join(file.parentPath ?? file.path, file.name)).mtimeMs);
    return Math.max(...times);
  } catch {
    return 0;
  }
}

/** Makes the command `coflight`, as an installation does. */
function link(bin) {
  mkdirSync(bin, { recursive: true });
  const [file, script] = [join(bin, 'coflight'), join('..', 'coflight', 'bin', 'coflight.js')];
  rmSync(file, { force: true });
  if (windows) writeFileSync(`${file}.cmd`, `@node "%~dp0\\${script}" %*\r\n`);
  else symlinkSync(script, file);
}

await ensurePackages(root);
if (newest('src') > newest('build/package')) npm('run', 'build');
const folder = mkdtempSync(join(tmpdir(), 'coflight-'));
npm('pack', staged, '--silent', '--pack-destination', folder);
const target = join(cwd(), 'node_modules', 'coflight');
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const [packed] = readdirSync(folder);
execFileSync('tar', ['-xzf', packed, '--strip-components=1', '-C', target], { cwd: folder });
rmSync(folder, { recursive: true });
link(join(cwd(), 'node_modules', '.bin'));
