/** Options of a listener for one event. They have no prototype: a page may have given `Object.prototype` a `signal`. */
export const once = (signal?: AbortSignal): AddEventListenerOptions =>
  ({ __proto__: null, once: true, signal }) as AddEventListenerOptions;
