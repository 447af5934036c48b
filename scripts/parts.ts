// The parts of an import, each with the promise that it keeps, and what each of them weighs in a bundle.

import { SourceMap } from 'node:module';
import { bundle, compressed } from './bundle.ts';

/** Source files that keep one promise. */
export interface Part {
  readonly promise: string;
  /** Paths without `src/` and `.ts`. */
  readonly files: readonly string[];
}

/** What a part weighs in the bundle of an import. */
export interface Weight {
  readonly promise: string;
  /** Bytes after Rollup and Terser. */
  readonly minified: number;
  /** Bytes that a server would not send if the part were left out of the bundle. */
  readonly compressed: number;
}

const inRoom = (room: string, files: string): string[] => files.split(' ').map((file) => `${room}/${file}`);

export const parts: readonly Part[] = [
  { promise: 'The table: callers of one key join one flight', files: ['core/flights'] },
  {
    promise: 'A flight: one launch, one end, an abort after the last caller',
    files: ['core/is-promise', 'core/run'],
  },
  { promise: 'A caller may leave, alone', files: ['core/subscriber', 'fetch/caller', 'fetch/waiting'] },
  { promise: "Callers' signals, with one listener for each", files: ['core/signals', 'core/report-error'] },
  {
    promise: 'A body is read once, and by each caller at its own pace',
    files: [
      ...inRoom(
        'response',
        'shared-body chunks bytes incoming reader owner collected byte-stream whole-body blob-parts',
      ),
      ...inRoom('http', 'bare concat'),
    ],
  },
  {
    promise: 'A response cannot be told from a native one',
    files: [
      ...inRoom('response', 'shared-response native-class source'),
      'fetch/own-response',
      'fetch/answer',
    ],
  },
  { promise: 'JSON is fresh for each caller, or frozen', files: inRoom('response', 'json-copy frozen') },
  { promise: 'The function, its members and its events', files: inRoom('fetch', 'create-fetch log') },
  {
    promise: 'A call is read once, in every form and from every realm',
    files: inRoom('fetch', 'absolute-url base-url input request-of init brand'),
  },
  { promise: 'Only calls with the same answer share', files: inRoom('fetch', 'call calls members') },
  { promise: 'The key', files: ['fetch/key', ...inRoom('http', 'id-of text url')] },
  { promise: 'Why a call was not shared', files: ['fetch/differences', 'fetch/unsettled'] },
  {
    promise: 'Callers join a request, and wait for its headers; `Vary`',
    files: [...inRoom('fetch', 'coalescer serves incoming-request'), 'http/vary'],
  },
  {
    promise: 'Callers join until the last byte, within limits',
    files: [
      ...inRoom('fetch', 'download launching in-flight readers timers'),
      ...inRoom('http', 'content elapsed limits'),
    ],
  },
  { promise: '`linger`', files: ['fetch/linger'] },
  {
    promise: 'Other calls pass, and writes fence reads',
    files: [...inRoom('fetch', 'bypass default-fence'), ...inRoom('http', 'fence methods')],
  },
  {
    promise: 'Mocks are heard, and wrappers on top neither loop nor hang',
    files: inRoom('fetch', 'network platform-fetch marks probes repeats send sent-call self-wait'),
  },
  {
    promise: 'Wrong options throw, and say what to do',
    files: [...inRoom('options', 'check kinds'), 'fetch/options', 'core/misuse'],
  },
];

/** Returns the part of a source file. Throws for a file that no part names. */
function partOf(source: string): string {
  const file = /src\/(.+)\.ts$/.exec(source)?.[1] ?? source;
  const part = parts.find(({ files }) => files.includes(file));
  if (!part) throw new Error(`No part in scripts/parts.ts names \`${file}\`.`);
  return part.promise;
}

/** Returns the pieces of a minified bundle, each with the part that it comes from. */
function piecesOf(code: string, map: string) {
  const sources = new SourceMap(JSON.parse(map));
  let part = '';
  return code.split('\n').flatMap((line, row) =>
    [...line].map((text, column) => {
      const { originalSource } = sources.findEntry(row, column) as { originalSource?: string };
      if (originalSource) part = partOf(originalSource);
      return { text, part };
    }),
  );
}

const textOf = (pieces: readonly { readonly text: string }[]) => pieces.map(({ text }) => text).join('');

/** Weighs the parts of a bundle that exports this, the heaviest first, and the whole of it. */
export async function weightsOf(exported: string): Promise<Weight[]> {
  const { code, map } = await bundle(exported);
  if (!map) throw new Error('Rollup has made no source map.');
  const pieces = piecesOf(code, map.toString());
  const whole = compressed(textOf(pieces));
  const weights = parts
    .map(({ promise }) => ({
      promise,
      minified: pieces.filter(({ part }) => part === promise).length,
      compressed: whole - compressed(textOf(pieces.filter(({ part }) => part !== promise))),
    }))
    .filter(({ minified }) => minified)
    .toSorted((one, other) => other.compressed - one.compressed);
  return [...weights, { promise: 'all of it', minified: code.length, compressed: compressed(code) }];
}

const number = new Intl.NumberFormat('en');

/** Returns the weights as a table. The parts have much in common, so together they save less than the whole. */
export function tableOf(weights: readonly Weight[]): string {
  const rows = weights.map(
    ({ promise, minified, compressed }) =>
      `| ${promise} | ${number.format(minified)} | ${number.format(compressed)} |`,
  );
  return ['| promise | minified | of the download |', '|---|--:|--:|', ...rows].join('\n');
}

/** Returns a page with other tables of parts: `<!-- parts: NAME -->`, a table, `<!-- end -->`. */
export const withTables = (page: string, tables: ReadonlyMap<string, string>): string =>
  page.replaceAll(
    /(<!-- parts: (.+?) -->\n\n).*?(?=\n\n<!-- end -->)/gs,
    (all, mark: string, name: string) => {
      const table = tables.get(name);
      return table ? mark + table : all;
    },
  );
