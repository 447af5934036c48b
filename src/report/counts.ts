import type { Har } from './har.ts';
import { unsharedReason } from './identity.ts';
import { isHttpUrl, type Recorded } from './recorded.ts';

/** The number of requests in a recording, by who has answered them. */
export interface Counts {
  readonly recorded: number;
  readonly network: number;
  /** Answered by the browser's cache: these the browser shares already. */
  readonly cache: number;
  readonly serviceWorker: number;
  /** Failed or aborted. */
  readonly failed: number;
  /** `data:`, `blob:`, `ws:` and so on. */
  readonly notHttp: number;
  /** Requests without a start time. */
  readonly undated: number;
  /** Requests of the network that are never shared, by reason. */
  readonly unshared: Readonly<Record<string, number>>;
}

/** Counts the entries of a recording. */
export function countsOf({ entries }: Har, all: readonly Recorded[]): Counts {
  const by = (who: Recorded['answerer']) => all.filter(({ answerer }) => answerer === who);
  const notHttp = entries.filter(({ request }) => !isHttpUrl(request.url)).length;
  const unshared: Record<string, number> = {};
  for (const request of by('network')) {
    const reason = unsharedReason(request);
    if (reason) unshared[reason] = (unshared[reason] ?? 0) + 1;
  }
  return {
    recorded: entries.length,
    network: by('network').length,
    cache: by('cache').length,
    serviceWorker: by('service worker').length,
    failed: by('nobody').length,
    notHttp,
    undated: entries.length - all.length - notHttp,
    unshared,
  };
}
