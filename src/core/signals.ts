// Abort signals of callers. The core takes a signal by its shape, so that it needs no platform.
//
// Each signal gets one listener, however many subscribers use it. The time to add a listener grows with the number of
// listeners, and Node warns about more than ten.

import { reportError } from './report-error.ts';

/** What the core needs of an `AbortSignal`. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Programs recognise this error by its name. That is a field: an assignment fails where `Error.prototype` is frozen. */
export class AbortError extends Error {
  override name = 'AbortError';
}

/** Returns why a signal has aborted. Signals of some polyfills do not say. */
export const reasonOf = ({ reason = new AbortError('The signal has aborted.') }: Signal): unknown => reason;

/** Something that stops when a signal aborts. */
export interface Abortable {
  abort(reason: unknown): void;
}

interface Listener {
  /** Never empty: when the last target goes, the listener is removed. */
  readonly targets: Set<Abortable>;
  readonly onAbort: () => void;
}

const listeners = /* @__PURE__ */ new WeakMap<Signal, Listener>();

/** Calls `target.abort` with the signal's reason when the signal aborts. Keeps its listener until `unlisten`. */
export function listen(signal: Signal, target: Abortable): void {
  let listener = listeners.get(signal);
  if (!listener) {
    const targets = new Set<Abortable>();
    const onAbort = () => {
      for (const each of targets)
        try {
          each.abort(reasonOf(signal));
        } catch (error) {
          reportError(error);
        }
    };
    listener = { targets, onAbort };
    signal.addEventListener('abort', onAbort);
    listeners.set(signal, listener);
  }
  listener.targets.add(target);
}

/** Stops what `listen` began. Does nothing for a target that does not listen. */
export function unlisten(signal: Signal, target: Abortable): void {
  const listener = listeners.get(signal);
  if (!listener?.targets.delete(target) || listener.targets.size) return;
  listeners.delete(signal);
  try {
    signal.removeEventListener('abort', listener.onAbort);
  } catch (error) {
    reportError(error); // other callers wait for what comes next
  }
}
