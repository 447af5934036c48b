// Reads the network's response once. The responses of its callers say the same.

import { bare } from '../http/bare.ts';
import { isReason, isStatus } from '../http/content.ts';

/** The properties of the network's response, read once for all callers. */
export interface Source {
  readonly response: Response;
  /** Makes a native response with the same status and headers, as far as a constructor accepts them. */
  readonly init: ResponseInit;
  /** False for a response that a script made: then each caller gets headers that only this caller changes. */
  hasImmutableHeaders(): boolean;
}

/** Reads the properties of a network response. Pairs are several times quicker to copy than a `Headers` object. */
export function sourceOf(response: Response, { headers }: Pick<Response, 'headers'> = response): Source {
  let known: boolean | undefined;
  return {
    response,
    init: construct(response, [...headers] as [string, string][]),
    // Checked when a caller reads the headers, because the error that the check causes is expensive for a lone call.
    hasImmutableHeaders: () => (known ??= isImmutable(response.headers)),
  };
}

/** Removes a missing header: that changes nothing, and throws when the headers are immutable. (Fetch, "guard") */
function isImmutable(headers: Headers): boolean {
  try {
    headers.delete('x-coflight-none');
    return false;
  } catch {
    return true;
  }
}

/**
 * The getters return a status or reason that no constructor accepts. Such a status is no success, also for code of the
 * platform that does not ask the getters, such as `cache.put`.
 */
function construct({ status, statusText }: Response, headers: [string, string][]): ResponseInit {
  return bare({
    status: isStatus(status) ? status : 599,
    statusText: isReason(statusText) ? statusText : '',
    headers,
  });
}
