import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/setup.js', import.meta.url));

function setup(options: { args?: string[]; node?: string[]; env?: Record<string, string> }) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...(options.node ?? []), script, ...(options.args ?? [])],
    { encoding: 'utf8', env: { ...process.env, ...options.env } },
  );
  return { status, stdout, stderr };
}

describe('setup', () => {
  test('says nothing where nothing is missing', () => {
    expect(setup({})).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test.each([
    [
      'an old Node',
      {
        node: ['--import', `data:text/javascript,Object.defineProperty(process,'version',{value:'v18.1.0'})`],
      },
      /^This needs Node 20 or newer, and this is Node 18\.1\.0\. .+\n$/,
    ],
    [
      'an old npm',
      { env: { npm_config_user_agent: 'npm/8.19.4 node/v26.0.0' } },
      /^This needs npm 9 or newer, and this is npm 8\.19\.4\. .+\n$/,
    ],
    [
      'a browser that is not there',
      { args: ['--browser'], env: { COFLIGHT_BROWSER: '/nowhere/chromium' } },
      /^Expected `COFLIGHT_BROWSER` .+\n$/,
    ],
  ])('refuses %s in one line', (_, options, line) => {
    const { status, stderr } = setup(options);
    expect(stderr).toMatch(line);
    expect(status).toBe(1);
  });
});
