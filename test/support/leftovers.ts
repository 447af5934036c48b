import { vi } from 'vitest';

type Observing = { observe(...target: never[]): void; unobserve?(target: Element): void; disconnect(): void };
type Observer = new (callback: never) => Observing;

/** Counts what code leaves behind in the page from now on: observers with a target, and listeners of these targets. */
export function countLeftovers(...targets: readonly EventTarget[]): () => number {
  const left = new Set<unknown>();
  for (const name of ['IntersectionObserver', 'MutationObserver', 'ResizeObserver'] as const) {
    class Counted extends (globalThis[name] as unknown as Observer) {
      readonly #targets = new Set<unknown>();
      override observe(...args: never[]): void {
        left.add(this);
        this.#targets.add(args[0]);
        super.observe(...args);
      }
      override unobserve(target: Element): void {
        this.#targets.delete(target);
        if (!this.#targets.size) left.delete(this);
        super.unobserve?.(target);
      }
      override disconnect(): void {
        left.delete(this);
        super.disconnect();
      }
    }
    vi.stubGlobal(name, Counted);
  }
  for (const target of targets) {
    const add = target.addEventListener.bind(target);
    vi.spyOn(target, 'addEventListener').mockImplementation((type, listener, options) => {
      const { signal } = Object(options) as AddEventListenerOptions;
      if (listener && !signal?.aborted) left.add(listener);
      signal?.addEventListener('abort', () => left.delete(listener));
      add(type, listener, options);
    });
    const remove = target.removeEventListener.bind(target);
    vi.spyOn(target, 'removeEventListener').mockImplementation((type, listener, options) => {
      left.delete(listener);
      remove(type, listener, options);
    });
  }
  return () => left.size;
}
