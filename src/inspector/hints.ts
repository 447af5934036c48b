// Hints during development: one line in the console for each surprise.

import { checkValue } from '../options/check.ts';
import { aFunction } from '../options/kinds.ts';
import { checkSource, type FlightFacts, type InspectedFetch, listenTo } from './sources.ts';
import { apartText, pathOf, reasonText } from './wording.ts';

declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** So many requests for one URL, within so many milliseconds, are a surprise when no call joins another. */
const many = 10;
const surpriseMs = 1_000;
/** URLs that are watched at a time. */
const mostUrls = 200;
/** The most hints of a page. More would have the same cause. */
const mostHints = 20;

/** Writes a hint. */
export type Write = (message: string) => void;

/**
 * Writes a hint once for each surprise. One surprise is a call that bypasses because of a member of its init that could
 * change the answer unseen. The other is a URL that is requested 10 times within a second although no call joins
 * another. By default it uses `console.info`, and does nothing where `process.env.NODE_ENV` is `production` or `test`.
 * Returns a function that stops it. Throws a TypeError for a wrong argument.
 */
export function hints(fetch: InspectedFetch, write: Write | undefined = developmentConsole()): () => void {
  if (write === undefined) return () => {};
  checkSource('fetch', fetch);
  checkValue('write', write, aFunction);
  const written = new Set<string>();
  const hint = (kind: string, message: string) => {
    if (written.has(kind) || written.size >= mostHints) return;
    written.add(kind);
    write(`coflight: ${message}`);
  };
  /** The last launches for a URL, since a caller joined one. */
  const launches = new Map<string, number[]>();
  return listenTo(fetch, {
    bypass: ({ reason, url }: FlightFacts) => {
      if (reason?.startsWith('init: ')) hint(reason, `${pathOf(url)} is not shared. ${reasonText(reason)}`);
    },
    join: ({ url, request }: FlightFacts) => launches.delete(targetOf(url, request)),
    launch: ({ url, request, time, differs }: FlightFacts) => {
      const target = targetOf(url, request);
      const times = [...(launches.get(target) ?? []), time].slice(-many);
      launches.delete(target);
      launches.set(target, times);
      if (launches.size > mostUrls) launches.delete(launches.keys().next().value as string);
      if (times.length === many && time - (times[0] as number) <= surpriseMs)
        hint(
          target,
          `${pathOf(url)} was requested ${many} times within a second, and nobody joined. ${why(differs)}`,
        );
    },
  });
}

const targetOf = (url: string, request: FlightFacts['request']) => `${request?.method} ${url}`;

const why = (differs: readonly string[] | undefined): string =>
  differs
    ? apartText(differs)
    : `Each had ended before the next one began: \`linger: ${surpriseMs}\` shares answers without \`no-store\`.`;

/** The console, in development alone. */
function developmentConsole(): Write | undefined {
  // biome-ignore lint/suspicious/noConsole: writing there is what this opt-in is for
  return isDevelopment() ? (message) => console.info(message) : undefined;
}

/** Bundlers put the name of the environment here. Without one there is no `process`. */
function isDevelopment(): boolean {
  try {
    return !/^(?:production|test)$/.test(`${process.env.NODE_ENV}`);
  } catch {
    return true;
  }
}
