// The blocks of TypeScript and TSX in a Markdown page, as programs. Each block is compiled as a module. Comments directly above a
// block change that:
//
//   <!-- snippet: skip -->              the block is no program
//   <!-- snippet: run -->               the block is also run in Node, and must succeed
//   <!-- snippet: continue -->          the block continues the one before
//   <!-- snippet: with <statements> --> these statements, which the block needs, stand before it
//   <!-- snippet: worker -->            the block has the types of a worker, not those of a page

/** The pages whose blocks are programs. */
export const documented: readonly string[] = [
  'README.md',
  'docs/fetch.md',
  'docs/maps.md',
  'docs/preload.md',
  'docs/react.md',
  'docs/service-worker.md',
  'docs/events.md',
  'docs/inspector.md',
  'docs/servers.md',
  'docs/recipes.md',
];

export interface Snippet {
  /** The line of the page on which its text begins, from 1. */
  readonly line: number;
  /** The compiled text. Empty lines stand before it, so that messages name the page's lines. */
  readonly program: string;
  readonly runs: boolean;
  readonly worker: boolean;
  /** The extension of its file. */
  readonly extension: string;
}

const block = /((?:<!--(?:(?!-->).)*-->\s*\n)*)```(tsx?)\n(.*?)\n```/gs;
const directive = /<!-- snippet: (skip|run|continue|with|worker)\b\s*((?:(?!-->).)*?)\s*-->/gs;

/** The snippets of a page, without those that are to be skipped. */
export function snippetsOf(markdown: string): Snippet[] {
  const snippets: Snippet[] = [];
  for (const { 0: whole, 1: comments = '', 2: extension = '', 3: text = '', index } of markdown.matchAll(
    block,
  )) {
    const said = new Map([...comments.matchAll(directive)].map(([, word = '', more = '']) => [word, more]));
    if (said.has('skip')) continue;
    const line = markdown.slice(0, index + whole.length - text.length - 4).split('\n').length;
    const before = said.has('continue') ? `${snippets.at(-1)?.program ?? ''}\n` : '';
    const granted = (said.get('with') ?? '').replaceAll('\n', ' ');
    const blank = '\n'.repeat(Math.max(0, line - 1 - before.split('\n').length + 1));
    snippets.push({
      line,
      program: `${before}${granted}${blank}${text}`,
      runs: said.has('run'),
      worker: said.has('worker'),
      extension,
    });
  }
  return snippets;
}

/** Returns the sizes that a page quotes: `<!-- size: NAME -->0.5 kB` is the size of the import NAME. */
export function sizesIn(markdown: string): { name: string; kilobytes: string }[] {
  return [...markdown.matchAll(/<!-- size: (.+?) -->\s*(\d+\.\d) kB/g)].map(
    ([, name = '', kilobytes = '']) => ({
      name,
      kilobytes,
    }),
  );
}
