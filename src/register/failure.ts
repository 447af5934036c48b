// Says why there is no worker, and what to do. The errors of the browsers differ, so the reason is looked up.

import { Timeout, type Within } from './deadline.ts';
import { pageOrigin } from './page-origin.ts';
import type { Script } from './script.ts';
import { isRefused } from './trusted.ts';

/** Why this page got no worker. */
export type FailureReason =
  /**
   * There is no page (a server), or the browser has no service workers for it: a page at `file:`, some private windows,
   * in Chromium a frame at `about:blank` or at a `blob:` URL.
   */
  | 'unsupported'
  /** Service workers exist on HTTPS and on localhost only. */
  | 'insecure'
  /** A policy forbids the worker: `worker-src`, a sandbox, the settings of the user. */
  | 'blocked'
  /** The file is of another origin. */
  | 'cross-origin'
  /**
   * The scope has a worker already: another file, or the same one that this page has registered with other options.
   * Nothing was changed.
   */
  | 'occupied'
  /** The server does not send the file. */
  | 'not-found'
  /** The file is served by a redirect, which browsers refuse for a worker. */
  | 'redirected'
  /** The file is not served as JavaScript. Some servers answer each unknown path with their start page. */
  | 'not-javascript'
  /** The folder of the file is deeper than the scope. */
  | 'scope'
  /** The worker threw, or was replaced, before it was installed. */
  | 'broken'
  /** The worker did not serve the page in time. */
  | 'timeout';

/** This page got no worker, and works without one. */
export interface Failure {
  readonly status: 'failed';
  /** Always undefined, so that `const { worker } = await register()` compiles without a check of `status`. */
  readonly worker?: undefined;
  readonly reason: FailureReason;
  /** What is wrong and what to do about it. */
  readonly message: string;
  /** The browser's own error, if there was one. */
  readonly cause?: unknown;
}

/** The command that copies the worker's file into a site, or updates it. */
export const command = 'npx coflight init <public folder>';

/** Makes a failure. */
export const failed = (reason: FailureReason, message: string, cause?: unknown): Failure => ({
  status: 'failed',
  reason,
  message,
  cause,
});

const unsupported = (cause?: unknown) =>
  failed(
    'unsupported',
    'There are no service workers here: no page, a page at `file:`, or a browser without them.',
    cause,
  );

/** Returns why this page, or this server, can have no worker at all. Returns undefined where it can. */
export function unavailable(): Failure | undefined {
  if (globalThis.isSecureContext === false)
    return failed('insecure', 'Service workers need HTTPS or localhost. Serve the page from there.');
  const sandboxed = (cause?: unknown) =>
    failed(
      'blocked',
      'This frame is sandboxed and may have no service worker. Add `allow-same-origin` to its `sandbox`.',
      cause,
    );
  try {
    const isPage = globalThis.document && location.protocol !== 'file:';
    // In a sandbox, Chromium throws here, and Firefox refuses each worker.
    if (globalThis.navigator?.serviceWorker && isPage)
      return pageOrigin() === 'null' ? sandboxed() : undefined;
  } catch (cause) {
    return sandboxed(cause);
  }
  return unsupported();
}

/** Returns the failure for a file of another origin. Nothing is sent to that origin. */
export const crossOrigin = ({ href }: Script): Failure =>
  failed(
    'cross-origin',
    `A worker must be a file of ${pageOrigin()}, not ${href.slice(0, 99)}. Run: ${command}`,
  );

/** Says how to make the file. The command makes the ready-made worker alone. */
const ifMissing = (file: string): string =>
  `If the file is missing, ${file.endsWith('/coflight-sw.js') ? `run: ${command}` : 'build your worker. A server for development may not build it.'}`;

/** Looks up why a worker was not registered, or does not answer. */
export async function failureOf(
  { href, file, folder, scope }: Script,
  cause: unknown,
  within: Within,
): Promise<Failure> {
  if (cause instanceof Timeout) return failed('timeout', cause.message, cause);
  const name = cause instanceof DOMException ? cause.name : '';
  // Chromium says so in a frame at `about:blank` or at a `blob:` URL. The file makes no difference.
  if (name === 'InvalidStateError') return unsupported(cause);
  // Browsers refuse every redirect, also to an origin that the page cannot read: so it is not followed.
  const probe = fetch(href, { cache: 'no-store', redirect: 'manual' });
  // A server that does not answer leaves the reason open.
  const response = await within(probe, file).catch(() => undefined);
  if (response?.type === 'opaqueredirect')
    return failed('redirected', `${file} is served by a redirect. Serve it without one.`, cause);
  if (response && !response.ok) {
    const message = `The server answered ${response.status} for ${file}. ${ifMissing(file)}`;
    return failed('not-found', message, cause);
  }
  if (response && !/javascript|ecmascript/.test(response.headers.get('content-type') ?? ''))
    return failed('not-javascript', `${file} is not served as JavaScript. ${ifMissing(file)}`, cause);
  // Chromium says that it does not support what the user has forbidden, such as cookies.
  const isBlocked =
    ['SecurityError', 'NotSupportedError'].includes(name) || (cause instanceof TypeError && isRefused());
  if (!isBlocked)
    return failed(
      'broken',
      `${file} could not be installed. \`cause\` or the worker's own console says more.`,
      cause,
    );
  if (name === 'SecurityError' && !scope.startsWith(folder)) {
    const message = `${file} can serve ${folder} only, not ${scope}. Move it up, or send it with a \`Service-Worker-Allowed\` header.`;
    return failed('scope', message, cause);
  }
  return failed(
    'blocked',
    'A policy forbids the worker: `worker-src` or `trusted-types` of the page, or a setting of the user. `cause` says more.',
    cause,
  );
}
