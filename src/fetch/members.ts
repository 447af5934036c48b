// Members of an init: which of them decide what a call asks for.

import { unknownBase } from './base-url.ts';

const words = (text: string): readonly string[] => text.split(' ');

const inKey = 'method mode credentials cache redirect referrer referrerPolicy integrity';

/** Members that the key contains. They are read from the `Request`. */
export const keyMembers = /* @__PURE__ */ words(inKey) as readonly (keyof Request)[];

/** Members that `fetch` reads even when they are inherited: those of the key, and some that do not change the answer. */
export const membersToCopy: readonly string[] = /* @__PURE__ */ words(
  `window duplex coalesce headers signal body keepalive priority ${inKey}`,
);

/** Members that can change the answer and that no `Request` shows: those of browsers, runtimes and frameworks. */
const alwaysUnseen =
  'attributionReporting browsingTopics adAuctionHeaders sharedStorageWritable privateToken targetAddressSpace ' +
  'dispatcher agent proxy tls unix client decompress compress size follow insecureHTTPParser ' +
  'next cf encodeResponseBody webSocket fetcher maxRedirections danger';

/** Values that each `Request` shows by default. An init that is itself a `Request` has them. */
const shownDefaults: Readonly<Record<string, unknown>> = { targetAddressSpace: 'unknown' };

/** Members of a `Request` that are known. Other members that a platform shows become part of the key. */
const standard = 'url destination bodyUsed isReloadNavigation isHistoryNavigation fetchPriority';

interface Platform {
  /** Members that it reads. */
  readonly read: readonly string[];
  /** Members that can change the answer and that no request shows. */
  readonly unseen: ReadonlySet<string>;
  /** Members of this platform's requests that the standard does not have. */
  readonly shown: readonly string[];
}

let known: Platform | undefined;

/** Returns which members of an init the platform reads, and which its requests show. It asks the platform once. */
export function platform(): Platform {
  return (known ??= learn());
}

function learn(): Platform {
  const unseen = new Set<string>();
  const init = new Proxy({}, { get: (_, name) => void unseen.add(String(name)) });
  try {
    new Request(unknownBase, init);
  } catch {
    // the members that it has read so far are those that it reads
  }
  const read = [...unseen];
  const listed = words(standard).concat(membersToCopy);
  const shown = Object.entries(Object.getOwnPropertyDescriptors(Request.prototype))
    .filter(([name, descriptor]) => Object.hasOwn(descriptor, 'get') && !listed.includes(name))
    .map(([name]) => name);
  for (const name of [...listed, ...shown]) unseen.delete(name);
  for (const name of words(alwaysUnseen)) unseen.add(name);
  return { read, unseen, shown };
}

/** True for an init that makes a `Request` forget its referrer and the policy of it. (Fetch, "new Request(input, init)") */
export const forgetsReferrer = (init: object): boolean =>
  platform().read.some((name) => init[name as never] !== undefined);

/**
 * Returns the name of a member that could change the answer although no request shows it; undefined when there is none.
 * Client libraries leave members in an init that no platform reads. Those make no difference.
 */
export function unseenMember(
  init: Readonly<Record<string, unknown>>,
  ignored: ReadonlySet<string>,
): string | undefined {
  const { unseen } = platform();
  for (const name in init)
    if (init[name] != null && unseen.has(name) && !ignored.has(name) && init[name] !== shownDefaults[name])
      return name;
  return;
}
