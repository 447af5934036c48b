// Whether the page and the connection leave room for preloads.

interface Connection extends EventTarget {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Only some browsers know it. */
const connection = (): Connection | undefined =>
  (navigator as Navigator & { readonly connection?: Connection }).connection;

/** True when the user saves data, or the connection is as slow as 2G. */
export function isSlow(): boolean {
  return !!connection()?.saveData || /2g/.test(connection()?.effectiveType ?? '');
}

/** Calls back when the tab is hidden or shown, and when the connection changes, until the signal is aborted. */
export function onConditions(changed: () => void, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', changed, { signal });
  connection()?.addEventListener('change', changed, { signal });
}

/**
 * Calls back when the page has loaded and has nothing to do, and once more after `timeout` ms at the latest, until the
 * signal is aborted.
 */
export function whenIdle(callback: () => void, timeout: number, signal: AbortSignal): void {
  // Safari has no idle callbacks.
  const idle = () => (globalThis.requestIdleCallback ?? setTimeout)(callback);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true, signal });
  // A hidden tab gets no idle callbacks at all.
  const timer = setTimeout(callback, timeout);
  signal.addEventListener('abort', () => clearTimeout(timer));
}
