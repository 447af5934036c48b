// Weak references and finalization. Before its compatibility date 2025-05-05 workerd has neither class. There a
// reference keeps its target alive, and `collected` never calls back.

/** A reference that does not keep its target alive, where the platform has such references. */
export const weakly = <Target extends WeakKey>(target: Target): { deref(): Target | undefined } =>
  typeof WeakRef === 'function' ? new WeakRef(target) : { deref: () => target };

export type Registry<Held> = Pick<FinalizationRegistry<Held>, 'register' | 'unregister'>;

/** Returns a registry, made at its first use. It calls `react` with what a target was registered with, once that is collected. */
export function onCollected<Held>(react: (held: Held) => void): () => Registry<Held> {
  let registry: Registry<Held> | undefined;
  return () =>
    (registry ??=
      typeof FinalizationRegistry === 'function'
        ? new FinalizationRegistry(react)
        : { register() {}, unregister: () => false });
}
