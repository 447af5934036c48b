// Which members of an init decide what a call asks for.

import { unknownBase } from './asked.ts';

const words = (text: string): readonly string[] => text.split(' ');

/** Members that the key sees, read from the `Request` that they make. */
export const keyMembers: readonly (keyof Request)[] = [
  'method',
  'mode',
  'credentials',
  'cache',
  'redirect',
  'referrer',
  'referrerPolicy',
  'integrity',
];

/** Members that `fetch` also reads when they are inherited: those above, and those that do not change the answer. */
export const membersToCopy: readonly string[] = /* @__PURE__ */ words(
  'headers signal keepalive window duplex priority coalesce',
).concat(keyMembers);

/** Members that make a difference and cannot be seen in a `Request`: those of browsers, of runtimes, of frameworks. */
const alwaysUnseen: readonly string[] = /* @__PURE__ */ words(
  'attributionReporting browsingTopics adAuctionHeaders sharedStorageWritable privateToken targetAddressSpace ' +
    'dispatcher agent proxy tls unix client decompress compress insecureHTTPParser ' +
    'next cf encodeResponseBody webSocket fetcher',
);

/** What a `Request` shows beside the members of the standard: new ones become part of the key by themselves. */
const standard: readonly string[] = /* @__PURE__ */ words(
  'url destination body bodyUsed isReloadNavigation isHistoryNavigation fetchPriority',
).concat(membersToCopy);

interface Platform {
  /** Members that change the answer and cannot be seen in a request. */
  readonly unseen: ReadonlySet<string>;
  /** Members that requests of this platform show beside those of the standard. */
  readonly shown: readonly string[];
}

let known: Platform | undefined;

/** What the platform reads of an init, and what its requests show: the platform itself tells, once. */
export function platform(): Platform {
  return (known ??= learn());
}

function learn(): Platform {
  const unseen = new Set<string>();
  const init = new Proxy({}, { get: (_, name) => void unseen.add(String(name)), has: () => false });
  try {
    new Request(unknownBase, init);
  } catch {
    // what it has read until then is what it reads
  }
  const shown = Object.entries(Object.getOwnPropertyDescriptors(Request.prototype))
    .filter(([name, { get }]) => get && !standard.includes(name))
    .map(([name]) => name);
  for (const name of [...standard, ...shown]) unseen.delete(name);
  for (const name of alwaysUnseen) unseen.add(name);
  return { unseen, shown };
}

/**
 * Returns the name of a member that could change the answer unseen; undefined when there is none. Members that no
 * platform reads, which client libraries leave in an init, make no difference.
 */
export function unseenMember(
  init: Readonly<Record<string, unknown>>,
  ignored: ReadonlySet<string>,
): string | undefined {
  const { unseen } = platform();
  for (const name in init) if (init[name] != null && unseen.has(name) && !ignored.has(name)) return name;
  return;
}
