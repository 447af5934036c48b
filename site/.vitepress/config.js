// The site's configuration. `site/main.ts` writes the pages before.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { home } from '../../scripts/home.js';
import { entries, pages } from '../pages.ts';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const manifest = JSON.parse(readFileSync(at('../../package.json'), 'utf8'));

const all = pages();
const pathOf = (target) => `/${target.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;

/** Pages of one kind, by their places in the site. */
const below = (folder) =>
  all.filter(({ target }) => target.startsWith(folder) && !target.endsWith('index.md'));

const item = ({ target, title }, text = title) => ({ text, link: pathOf(target) });

/** The pages that exist among these, with short names. */
const named = (names) =>
  Object.entries(names).flatMap(([target, text]) => {
    const page = all.find((page) => page.target === target);
    return page ? [item(page, text)] : [];
  });

const start = {
  'guide.md': 'Guide',
  'recipes.md': 'Recipes',
  'examples.md': 'Examples',
  'compatibility.md': 'Compatibility',
};
const parts = {
  'fetch.md': 'Wrapped fetch',
  'preload.md': 'Image preloader',
  'service-worker.md': 'Service worker',
  'maps.md': 'Maps',
  'react.md': 'React',
  'events.md': 'Events and counters',
  'inspector.md': 'Inspector',
  'report.md': 'What would it save?',
  'servers.md': 'Servers and CDNs',
};
const inside = {
  'laws.md': 'Laws',
  'architecture.md': 'Architecture',
  'contributing.md': 'Contributing',
  'reliability.md': 'Reliability',
  'security.md': 'Security',
  'changelog.md': 'Changelog',
};

const known = new Set(['index.md', 'benchmarks.md', ...Object.keys({ ...start, ...parts, ...inside })]);
const others = all.filter(
  ({ target }) => !known.has(target) && !/^(benchmarks|decisions|api)\//.test(target),
);

const sidebar = [
  { text: 'Start', items: named(start) },
  { text: 'Parts', items: [...named(parts), ...others.map((page) => item(page))] },
  {
    text: 'API',
    collapsed: true,
    link: '/api/',
    items: entries().map(({ name, entry }) => ({ text: entry, link: `/api/${name}` })),
  },
  {
    text: 'Benchmarks',
    collapsed: true,
    link: '/benchmarks',
    items: below('benchmarks/').map((page) =>
      item(page, page.target.slice('benchmarks/'.length, -'.md'.length)),
    ),
  },
  {
    text: 'Decisions',
    collapsed: true,
    link: '/decisions/',
    items: below('decisions/').map((page) => item(page)),
  },
  { text: 'Inside', items: named(inside) },
];

const base = process.env.DOCS_BASE ?? '/';

export default {
  title: 'coflight',
  description: manifest.description,
  lang: 'en',
  base,
  head: [['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }]],
  srcDir: at('../build/pages'),
  outDir: at('../build/dist'),
  cacheDir: at('../build/cache'),
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { vcl: 'c' },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/guide' },
      ...named({ 'recipes.md': 'Recipes' }),
      { text: 'API', link: '/api/' },
      { text: 'Benchmarks', link: '/benchmarks' },
      { text: manifest.version, link: '/changelog' },
    ],
    sidebar,
    socialLinks: [{ icon: 'github', link: home }],
    footer: { message: 'Released under the MIT licence.' },
  },
};
