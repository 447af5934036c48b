// Why there is no worker, and what to do. The browsers' own errors differ from one another, so it is looked up.

import { Timeout } from './within.ts';

/** Why the page works on without a worker. */
export type FailureReason =
  /** The browser has no service workers, or none for pages like this one (`file:`, some private windows). */
  | 'unsupported'
  /** They exist on HTTPS and on localhost alone. */
  | 'insecure'
  /** A policy forbids it: `worker-src`, a sandbox, the user's settings. */
  | 'blocked'
  /** There is no such file. */
  | 'not-found'
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

/** What puts the worker's file in its place, and refreshes it. */
export const command = 'npx coflight init <public folder>';

const failed = (reason: FailureReason, message: string, cause?: unknown): Failure => ({
  status: 'failed',
  reason,
  message,
  cause,
});

/** Why a worker cannot be had at all; undefined where it can. */
export function unavailable(): Failure | undefined {
  if (!isSecureContext)
    return failed('insecure', 'Service workers need HTTPS, or localhost: serve the page from there.');
  try {
    if (navigator.serviceWorker) return;
  } catch (cause) {
    return failed('blocked', 'This frame is sandboxed: it may have no worker.', cause);
  }
  return failed('unsupported', 'This browser has no service workers for this page.');
}

/** What kept the worker at that URL from being registered. */
export async function failureOf(url: string, scope: string | undefined, cause: unknown): Promise<Failure> {
  const { pathname: file } = new URL(url, location.href);
  if (cause instanceof Timeout) return failed('timeout', cause.message, cause);
  const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined);
  if (response && !response.ok)
    return failed('not-found', `${file} is not there (${response.status}). Run: ${command}`, cause);
  if (response && !/javascript|ecmascript/.test(response.headers.get('content-type') ?? ''))
    return failed('not-javascript', `${file} is not served as JavaScript. Run: ${command}`, cause);
  if (!(cause instanceof DOMException && cause.name === 'SecurityError'))
    return failed('broken', `${file} could not be installed; \`cause\` says more.`, cause);
  const folder = new URL('.', new URL(url, location.href));
  if (scope !== undefined && !new URL(scope, location.href).href.startsWith(folder.href))
    return failed(
      'scope',
      `${file} serves ${folder.pathname} only, unless Service-Worker-Allowed says more.`,
      cause,
    );
  return failed(
    'blocked',
    'A policy of the page or of the user forbids the worker; `cause` says more.',
    cause,
  );
}
