// When the page and the connection leave room for preloads.

interface Connection extends EventTarget {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Known in some browsers only. */
const connection = (): Connection | undefined =>
  (navigator as Navigator & { readonly connection?: Connection }).connection;

/** The user saves data, or the connection is as slow as 2G was. */
export function isSlow(): boolean {
  return !!connection()?.saveData || /2g/.test(connection()?.effectiveType ?? '');
}

/** Calls back when the tab is hidden or shown and when the connection changes, until the signal is aborted. */
export function onConditions(changed: () => void, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', changed, { signal });
  connection()?.addEventListener('change', changed, { signal });
}

/** Calls back, at least once, when the page has loaded and has nothing to do, at the latest after `timeout` ms. */
export function whenIdle(callback: () => void, timeout: number): void {
  // Safari has no idle callbacks.
  const idle = () => (globalThis.requestIdleCallback ?? setTimeout)(callback);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
  // In a hidden tab idle callbacks do not come at all.
  setTimeout(callback, timeout);
}
