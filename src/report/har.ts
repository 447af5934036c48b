// Reads a HAR (HTTP Archive 1.2), as browsers and tools write it.

import { printable } from '../wording/words.ts';
import { entryOf, type HarEntry, textOf } from './har-entry.ts';

/** A HAR that cannot be read. The message says what is wrong and where, without control characters of the HAR. */
export class HarError extends Error {
  override readonly name = 'HarError';

  constructor(message: string) {
    super(printable(message));
  }
}

export interface Har {
  /** The tool that has written it, and its version. */
  readonly creator: string;
  readonly entries: readonly HarEntry[];
}

interface Tool {
  readonly name?: unknown;
  readonly version?: unknown;
}

/** Reads the text of a HAR. Throws a `HarError` for text that is no HAR. */
export function parseHar(text: string): Har {
  const har = parse(text.replace(/^\uFEFF/, '')) as { log?: object } | null;
  const log: { entries?: unknown; browser?: Tool; creator?: Tool } = har?.log ?? {};
  const { entries, browser, creator } = log;
  if (!Array.isArray(entries)) throw new HarError('has no list `log.entries`, so it is not a HAR');
  for (const [at, entry] of entries.entries()) checkEntry(entry, at);
  const { name, version } = browser ?? creator ?? {};
  const tool = `${textOf(name) ?? 'an unknown tool'} ${textOf(version) ?? ''}`.trim();
  return { creator: tool.slice(0, longestName), entries: entries.map(entryOf) };
}

/** The most characters of a tool's name. */
const longestName = 100;

function parse(text: string): unknown {
  const start = text.trimStart();
  if (!start) throw new HarError('is empty');
  if (start.startsWith('PK')) throw new HarError('is a ZIP archive. Unpack it and use the .har file in it');
  if (start.startsWith('<')) throw new HarError('is HTML or XML, not a HAR');
  try {
    return JSON.parse(text);
  } catch (error) {
    const isCut = start.startsWith('{') && !/\}\s*$/.test(text);
    const hint = isCut ? ' It seems to be cut off: export it again.' : '';
    throw new HarError(`is not JSON (${(error as Error).message}).${hint}`);
  }
}

/** The members that every entry must have, with their types. */
const required = [
  ['request', 'method', 'string'],
  ['request', 'url', 'string'],
  ['response', 'status', 'number'],
] as const;

/** Returns a value of a HAR for a message, a text in quotes. A list in a list in a list may be too deep to convert. */
function shown(value: unknown): string {
  if (Object(value) === value) return Object.prototype.toString.call(value);
  return typeof value === 'string' ? `'${value.slice(0, longestName)}'` : String(value);
}

function checkEntry(entry: unknown, at: number): void {
  for (const [part, name, type] of required) {
    const value = Object(Object(entry)[part])[name];
    if (typeof value === type) continue;
    throw new HarError(`has no ${type} \`log.entries[${at}].${part}.${name}\`, got \`${shown(value)}\``);
  }
}
