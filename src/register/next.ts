/**
 * Resolves at the next event of that type. After the signal has aborted, it does not settle. The options have no
 * prototype: a page may have given `Object.prototype` a `signal`.
 */
export const next = (target: EventTarget, type: string, signal?: AbortSignal): Promise<unknown> =>
  new Promise((resolve) =>
    target.addEventListener(type, resolve, {
      __proto__: null,
      once: true,
      signal,
    } as AddEventListenerOptions),
  );
