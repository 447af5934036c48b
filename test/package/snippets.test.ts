import { describe, expect, test } from 'vitest';
import { sizesIn, snippetsOf } from '../support/snippets.ts';

const fence = (text: string, ...comments: string[]) => [...comments, '```ts', text, '```', ''].join('\n');

describe('snippetsOf', () => {
  test('finds the blocks of TypeScript, each on its line', () => {
    const [first, second, none] = snippetsOf(
      `# Page\n\n${fence('one();')}\n\`\`\`sh\nls\n\`\`\`\n\n${fence('two();')}`,
    );
    expect(first).toEqual({ line: 4, program: '\n\n\none();', runs: false, worker: false, extension: 'ts' });
    expect(second?.program.split('\n').indexOf('two();')).toBe(11);
    expect(none).toBeUndefined();
  });

  test('leaves out blocks that are to be skipped', () => {
    expect(snippetsOf(fence('not a program', '<!-- snippet: skip -->'))).toEqual([]);
  });

  test('puts the statements of `with` before a block, and keeps its line numbers', () => {
    const [{ program = '' } = {}] = snippetsOf(
      fence(
        'use(x);',
        '<!-- snippet: with declare const x: number;\ndeclare function use(x: number): void; -->',
      ),
    );
    expect(program).toBe('declare const x: number; declare function use(x: number): void;\n\n\nuse(x);');
  });

  test('continues the block before, with its line numbers', () => {
    const page = `${fence('const a = 1;')}Then\n\n${fence('use(a);', '<!-- snippet: continue -->')}`;
    const [, { program = '', line } = { line: 0 }] = snippetsOf(page);
    const lines = program.split('\n');
    expect(lines.indexOf('const a = 1;')).toBe(1);
    expect(lines.indexOf('use(a);')).toBe(line - 1);
  });

  test('finds blocks of TSX', () => {
    const [snippet] = snippetsOf(fence('<p />;').replace('```ts', '```tsx'));
    expect(snippet).toMatchObject({ program: '\n<p />;', extension: 'tsx' });
  });

  test('hears several directives', () => {
    const [snippet] = snippetsOf(fence('go();', '<!-- snippet: run -->', '<!-- snippet: worker -->'));
    expect(snippet).toMatchObject({ runs: true, worker: true });
  });
});

describe('sizesIn', () => {
  test('finds the quoted figures', () => {
    expect(sizesIn('| `Flights` | <!-- size: { Flights } -->0.5 kB |')).toEqual([
      { name: '{ Flights }', kilobytes: '0.5' },
    ]);
  });
});
