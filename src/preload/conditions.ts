// The state of the page and of the connection, which decides whether images may preload.

import { bare } from '../http/bare.ts';

interface Connection extends EventTarget {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** The network information, which only some browsers have. */
const connection = (): Connection | undefined =>
  (globalThis.navigator as { readonly connection?: Connection } | undefined)?.connection;

/** True when the user saves data, or the connection is as slow as 2G. */
export function isSlow(): boolean {
  return !!connection()?.saveData || /2g/.test(`${connection()?.effectiveType}`);
}

/** True in a hidden tab. A frame or a form with the name `hidden` is `document.hidden`, so that is not asked. */
export const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Calls back when the tab is hidden or shown, and when the connection changes, until the signal aborts. */
export function onConditions(changed: () => void, signal: AbortSignal): void {
  const until = bare({ signal });
  document.addEventListener('visibilitychange', changed, until);
  // Cordova's network plugin puts an object there that is no event target.
  connection()?.addEventListener?.('change', changed, until);
}

/** Calls back when the page has loaded and is idle, and again after `timeout` ms, unless the signal aborts before. */
export function whenIdle(callback: () => void, timeout: number, signal: AbortSignal): void {
  // Safari has no idle callbacks.
  const idle = () => (globalThis.requestIdleCallback ?? setTimeout)(callback);
  if (document.readyState === 'complete') idle();
  // A simulated document may have no window.
  else globalThis.addEventListener?.('load', idle, bare({ once: true, signal }));
  // A hidden tab gets no idle callbacks.
  const timer = setTimeout(callback, timeout);
  signal.addEventListener('abort', () => clearTimeout(timer));
}
