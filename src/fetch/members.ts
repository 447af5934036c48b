// Which members of an init decide what a call asks for.

/** Members that the key sees, read from the `Request` that they make. */
export const keyMembers = [
  'method',
  'mode',
  'credentials',
  'cache',
  'redirect',
  'referrer',
  'referrerPolicy',
  'integrity',
] as const;

/** Members that the key sees as well, or that make no difference to the answer. */
const harmless: readonly string[] = [
  'headers',
  'signal',
  'keepalive',
  'window',
  'duplex',
  'priority',
  'coalesce',
];

/** Members that make a difference and cannot be seen in a `Request`: those of browsers, of runtimes, of frameworks. */
const unseen: readonly string[] = [
  ...['attributionReporting', 'browsingTopics', 'adAuctionHeaders', 'sharedStorageWritable', 'privateToken'],
  ...['targetAddressSpace', 'retryToken', 'fetchLater', 'activateAfter'],
  ...[
    'dispatcher',
    'agent',
    'proxy',
    'tls',
    'unix',
    'client',
    'decompress',
    'compress',
    'insecureHTTPParser',
  ],
  ...['next', 'cf', 'encodeResponseBody', 'webSocket', 'fetcher'],
];

/** What a `Request` shows beside the members of the standard: new ones become part of the key by themselves. */
const standard: readonly string[] = [
  ...keyMembers,
  ...['url', 'headers', 'destination', 'keepalive', 'signal', 'body', 'bodyUsed', 'duplex'],
  ...['isReloadNavigation', 'isHistoryNavigation', 'priority', 'fetchPriority'],
];

let platform: { readonly reads: ReadonlySet<string>; readonly shows: readonly string[] } | undefined;

/** What the platform reads of an init, and what its requests show: the platform itself tells, once. */
function learn(): NonNullable<typeof platform> {
  const reads = new Set<string>();
  const init = new Proxy({}, { get: (_, name) => void reads.add(String(name)), has: () => false });
  try {
    new Request('http://relative.invalid/', init);
  } catch {
    // what it has read until then is what it reads
  }
  const shows = Object.entries(Object.getOwnPropertyDescriptors(Request.prototype))
    .filter(([name, { get }]) => get && !standard.includes(name))
    .map(([name]) => name);
  return { reads, shows };
}

/** Members that requests of this platform show beside those of the standard. */
export const shownMembers = (): readonly string[] => (platform ??= learn()).shows;

/**
 * Returns the name of a member that could change the answer unseen; undefined when there is none. Members that no
 * platform reads, which client libraries leave in an init, make no difference.
 */
export function unseenMember(
  init: Readonly<Record<string, unknown>>,
  ignored: ReadonlySet<string>,
): string | undefined {
  platform ??= learn();
  for (const name in init)
    if (init[name] != null && !ignored.has(name) && isUnseen(name, platform)) return name;
  return;
}

function isUnseen(name: string, { reads, shows }: NonNullable<typeof platform>): boolean {
  if (harmless.includes(name) || (keyMembers as readonly string[]).includes(name) || name === 'body')
    return false;
  return unseen.includes(name) || (reads.has(name) && !shows.includes(name));
}

/** Members by name, because `fetch` also reads inherited ones: those of an instance with getters. */
export const membersToCopy: readonly string[] = [...keyMembers, ...harmless];
