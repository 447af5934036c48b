// Why there is no worker, and what to do. The browsers' own errors differ from one another, so it is looked up.

import { Timeout } from './deadline.ts';
import type { Script } from './script.ts';

/** Why the page works on without a worker. */
export type FailureReason =
  /** The browser has no service workers for this page (`file:`, some private windows), or there is no page (a server). */
  | 'unsupported'
  /** Service workers exist on HTTPS and on localhost only. */
  | 'insecure'
  /** A policy forbids it: `worker-src`, a sandbox, the user's settings. */
  | 'blocked'
  /** The file is of another origin. */
  | 'cross-origin'
  /** Another service worker, or this one with other options, was registered for the scope before. Nothing was changed. */
  | 'occupied'
  /** There is no such file. */
  | 'not-found'
  /** The file is served by a redirect, which browsers refuse for a worker. */
  | 'redirected'
  /** There is a file, but it is not served as JavaScript; often it is the page for everything unknown. */
  | 'not-javascript'
  /** The file lies too deep for the scope that was asked for. */
  | 'scope'
  /** The worker threw, or was replaced, before it was installed. */
  | 'broken'
  /** It did not take over in time. */
  | 'timeout';

/** There is no worker; the page works on without. */
export interface Failure {
  readonly status: 'failed';
  readonly reason: FailureReason;
  /** What is wrong and what to do about it. */
  readonly message: string;
  /** What was thrown. */
  readonly cause?: unknown;
}

/** The command that copies the worker's file into a site, and refreshes it. */
export const command = 'npx coflight init <public folder>';

export const failed = (reason: FailureReason, message: string, cause?: unknown): Failure => ({
  status: 'failed',
  reason,
  message,
  cause,
});

/** Why no page like this one can have a worker; undefined where it can. On a server there is no page. */
export function unavailable(): Failure | undefined {
  if (globalThis.isSecureContext === false)
    return failed('insecure', 'Service workers need HTTPS, or localhost: serve the page from there.');
  try {
    if (globalThis.navigator?.serviceWorker && globalThis.document) return;
  } catch (cause) {
    return failed('blocked', 'This frame is sandboxed: it may have no worker.', cause);
  }
  return failed('unsupported', 'There are no service workers here: no page, or a browser without them.');
}

/** Why the worker at that URL was not registered, or does not answer. */
export async function failureOf({ href, file, folder, scope }: Script, cause: unknown): Promise<Failure> {
  if (cause instanceof Timeout) return failed('timeout', cause.message, cause);
  const response = await fetch(href, { cache: 'no-store' }).catch(() => undefined);
  if (response && !response.ok)
    return failed('not-found', `${file} is not there (${response.status}). Run: ${command}`, cause);
  if (response && !/javascript|ecmascript/.test(response.headers.get('content-type') ?? ''))
    return failed('not-javascript', `${file} is not served as JavaScript. Run: ${command}`, cause);
  if (response?.redirected)
    return failed('redirected', `${file} is redirected to ${response.url}: serve it without.`, cause);
  if (!(cause instanceof DOMException && cause.name === 'SecurityError'))
    return failed('broken', `${file} could not be installed; \`cause\` says more.`, cause);
  if (!scope.startsWith(folder)) {
    const { pathname } = new URL(folder);
    return failed(
      'scope',
      `${file} serves ${pathname} only, unless Service-Worker-Allowed says more.`,
      cause,
    );
  }
  return failed(
    'blocked',
    'A policy of the page or of the user forbids the worker; `cause` says more.',
    cause,
  );
}
