// `coflight report`, as users run it.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, truncateSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const recording = at('test/report/recordings/chromium.har');

const coflight = (...args: string[]) =>
  promisify(execFile)(process.execPath, [at('bin/coflight.js'), ...args], { maxBuffer: 2 ** 26 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

describe('`coflight report`', () => {
  test('prints a table', async () => {
    const { code, stdout, stderr } = await coflight('report', recording);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Sharing would have saved 8 of 25 requests (32 %).');
    expect(stdout).toMatch(/^\/api\/session +6 +5 +1\.0 kB +2\.2 s +689 ms$/m);
    expect(stdout).toMatch(/^by `createFetch` alone +14 +7 /m);
    expect(stdout).toMatch(/^with the service worker +14 +8 /m);
    expect(stdout).toContain("      '/tiles/*/*/*.png',\n");
  });

  test('prints what docs/report.md shows', async () => {
    const docs = readFileSync(at('docs/report.md'), 'utf8');
    const [, shown] = /<!-- report: chromium -->\n```\n\$ .+\n\n([\s\S]*?)```/.exec(docs) ?? [];
    expect((await coflight('report', recording)).stdout).toBe(shown);
  });

  test.each<[string, (text: string) => Buffer]>([
    ['is compressed by gzip', (text) => gzipSync(text)],
    ['is UTF-16, as PowerShell writes it', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['is UTF-16 of the other byte order', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('reads a recording that %s', async (_, encoded) => {
    const file = temporaryFolder().write('app.har', encoded(readFileSync(recording, 'utf8')));
    expect(await coflight('report', file)).toEqual(await coflight('report', recording));
  });

  test('prints JSON with `--json`', async () => {
    const { stdout } = await coflight('report', '--json', recording);
    expect(JSON.parse(stdout)).toMatchObject({ withServiceWorker: { requests: 8 } });
  });

  test('prints a page with `--html`, in which everything of the recording is text', async () => {
    const folder = temporaryFolder();
    const har = JSON.parse(readFileSync(recording, 'utf8'));
    for (const { request } of har.log.entries)
      if (request.url.endsWith('/api/session')) request.url += '?<img src=x onerror=alert(1)>"';
    har.log.creator.name = '<script>alert(1)</script>';
    const { stdout } = await coflight('report', folder.write('evil.har', har), '--html');
    expect(stdout).toMatch(/^<!doctype html>/);
    expect(stdout).toContain('/api/session');
    expect(stdout).not.toMatch(/<script|<img/);
  });

  test.each<[string, string[], RegExp]>([
    ['a file that does not exist', ['nowhere.har'], /^There is no file nowhere\.har\.$/],
    ['a folder', [at('test')], /is a folder\. Name a HAR file\.$/],
    [
      'a file that is no HAR',
      [at('package.json')],
      /package\.json has no list `log\.entries`, so it is not a HAR\.$/,
    ],
    ['a file that is not JSON', [at('LICENSE')], /LICENSE is not JSON/],
    ['two formats at once', [recording, '--json', '--html'], /^Expected `--json` or `--html`, got both\.$/],
    ['no file', [], /^Expected one HAR file, got none\./],
    ['two files', [recording, recording], /^Expected one HAR file, got 2\./],
    ['an option of another command', [recording, '--force'], /^`report` has no option --force\./],
  ])('fails for %s, in one sentence and without a stack', async (_, args, message) => {
    const { code, stdout, stderr } = await coflight('report', ...args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.split('\n')[0]).toMatch(message);
    expect(stderr).not.toContain('    at ');
  });

  test('fails for a gzip file that breaks off', async () => {
    const broken = gzipSync(readFileSync(recording)).subarray(0, 500);
    const { stderr } = await coflight('report', temporaryFolder().write('app.har.gz', broken));
    expect(stderr).toMatch(/app\.har\.gz cannot be unpacked: unexpected end of file\.\n$/);
  });

  test('says of a file that Node cannot read whole how to get a smaller one', async () => {
    const file = temporaryFolder().write('huge.har', '');
    // Its bytes are zeros, which take no room on the disk.
    truncateSync(file, 3 * 2 ** 30);
    const { code, stderr } = await coflight('report', file);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'huge.har is larger than 500 MB. Export it without the contents of the answers.',
    );
  });

  test('ends quietly when its reader has seen enough', async () => {
    const child = spawn(process.execPath, [at('bin/coflight.js'), 'report', '--html', recording]);
    const errors: string[] = [];
    child.stderr.on('data', (text) => errors.push(String(text)));
    child.stdout.once('data', () => child.stdout.destroy());
    expect((await once(child, 'close'))[0]).toBe(0);
    expect(errors).toEqual([]);
  });
});
