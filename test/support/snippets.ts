// The TypeScript in a Markdown page, as programs. A block is compiled as a module of its own; comments directly
// above it may say otherwise:
//
//   <!-- snippet: skip -->              it is no program
//   <!-- snippet: run -->               it is also run, in Node, and must end well
//   <!-- snippet: continue -->          it goes on where the block before it ended
//   <!-- snippet: with <statements> --> these stand before it: what it takes for granted
//   <!-- snippet: worker -->            it has the types of a worker, not those of a page

export interface Snippet {
  /** The line of the page on which its text begins, from 1. */
  readonly line: number;
  /** What is compiled: as many lines as the page has before it, so that messages name the page's lines. */
  readonly program: string;
  readonly runs: boolean;
  readonly worker: boolean;
}

const block = /((?:<!--(?:(?!-->).)*-->\s*\n)*)```ts\n(.*?)\n```/gs;
const directive = /<!-- snippet: (skip|run|continue|with|worker)\b\s*((?:(?!-->).)*?)\s*-->/gs;

/** The snippets of a page, without those that are to be skipped. */
export function snippetsOf(markdown: string): Snippet[] {
  const snippets: Snippet[] = [];
  for (const { 0: whole, 1: comments = '', 2: text = '', index } of markdown.matchAll(block)) {
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
    });
  }
  return snippets;
}

/** The figures of a page: `<!-- size: NAME -->0.5 kB` quotes the size of what NAME imports. */
export function sizesIn(markdown: string): { name: string; kilobytes: string }[] {
  return [...markdown.matchAll(/<!-- size: (.+?) -->\s*(\d+\.\d) kB/g)].map(
    ([, name = '', kilobytes = '']) => ({
      name,
      kilobytes,
    }),
  );
}
