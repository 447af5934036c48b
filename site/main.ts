// npm run docs:build, npm run docs:dev: the site from the Markdown files and the declarations of this repository.

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { argv, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { home } from '../scripts/home.js';
import { ensurePackages } from '../scripts/packages.js';
import { brokenLinks } from './links.ts';
import { entries, pages, pictures } from './pages.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = at('build/pages/');
const built = at('build/dist/');

/** Writes the pages that are Markdown files, and copies their pictures. */
function writePages(): void {
  for (const { target, text } of pages(home)) {
    mkdirSync(dirname(folder + target), { recursive: true });
    writeFileSync(folder + target, text);
  }
  for (const { source, target } of pictures()) cpSync(at(`../${source}`), folder + target);
  cpSync(at('../demo/page/public/icon.svg'), `${folder}public/icon.svg`);
}

/** Runs a tool of the site to its end. */
function run(tool: string, args: readonly string[]): void {
  const { status } = spawnSync(execPath, [at(`node_modules/${tool}`), ...args], {
    cwd: at('.'),
    stdio: 'inherit',
  });
  if (status) process.exit(status);
}

/** Writes a page of declarations for each entry, from the comments of `docs/api`. */
function writeApi(): void {
  const declarations = at('build/declarations/');
  cpSync(at('../docs/api'), declarations, { recursive: true });
  // TypeDoc keeps the name `index` for its own page.
  cpSync(`${declarations}index.d.ts`, `${declarations}coflight.d.ts`);
  const names = entries();
  const points = names.flatMap(({ name }) => ['--entryPoints', `${declarations}${name}.d.ts`]);
  run('typedoc/bin/typedoc', ['--options', at('typedoc.json'), '--out', `${folder}api`, ...points]);
  for (const { name, entry } of names) {
    const page = `${folder}api/${name}.md`;
    writeFileSync(page, readFileSync(page, 'utf8').replace(/^# .+$/m, `# ${entry}`));
  }
  const list = names.map(({ name, entry }) => `- [${entry}](./${name}.md)`).join('\n');
  writeFileSync(
    `${folder}api/index.md`,
    `# API\n\nThe public declarations of each entry, with their comments.\n\n${list}\n`,
  );
}

function build(): void {
  run('vitepress/bin/vitepress.js', ['build', '.']);
  const broken = brokenLinks(built);
  for (const line of broken) console.error(line);
  if (broken.length) process.exit(1);
  console.log(`The site is in ${built}.`);
}

/** Serves the site, and writes pages again when a file changes. */
function dev(): void {
  const server = spawn(execPath, [at('node_modules/vitepress/bin/vitepress.js'), 'dev', '.'], {
    cwd: at('.'),
    stdio: 'inherit',
  });
  for (const path of ['../docs', '../README.md', '../CHANGELOG.md', '../CONTRIBUTING.md'])
    watch(at(path), { recursive: true }, () => writePages());
  server.on('exit', (code) => process.exit(code ?? 0));
}

for (const part of ['pages', 'declarations']) rmSync(at(`build/${part}`), { recursive: true, force: true });
await ensurePackages(at('.'));
writePages();
writeApi();
if (argv[2] === 'dev') dev();
else build();
