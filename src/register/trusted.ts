// Pages with `require-trusted-types-for 'script'` accept no plain text as the URL of a worker.

import { pageOrigin } from './page-origin.ts';

interface Policy {
  createScriptURL(url: string): unknown;
}

interface TrustedTypes {
  readonly defaultPolicy: Policy | null;
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy;
}

let policy: Policy | undefined;
let refused = false;

/** Returns true when the page does not allow the policy. Then a page that requires trusted types refuses the worker. */
export const isRefused = (): boolean => refused;

/**
 * Returns the URL of a worker in the form that the page requires. The policy `coflight` is made at the first use, unless
 * the page has a default policy that accepts the URL. It accepts URLs of the page's origin alone.
 */
export function trusted(href: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  if (!trustedTypes || isAccepted(trustedTypes.defaultPolicy, href)) return href;
  try {
    policy ??= trustedTypes.createPolicy('coflight', { createScriptURL });
    return policy.createScriptURL(href) as string;
  } catch {
    refused = true;
    return href; // the page may require no trusted types
  }
}

/** Returns true when the policy lets the URL through as it is. A default policy may be for HTML alone, and throws then. */
function isAccepted(policy: Policy | null, href: string): boolean {
  try {
    return String(policy?.createScriptURL(href)) === href;
  } catch {
    return false;
  }
}

function createScriptURL(url: string): string {
  if (url.startsWith(`${pageOrigin()}/`)) return url;
  throw new TypeError(url); // `trusted` catches it
}
