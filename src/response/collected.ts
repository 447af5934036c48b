// Weak references and finalization. Before its compatibility date 2025-05-05 workerd has neither class. There a
// reference keeps its target alive, and `collected` never calls back.

/** A reference that does not keep its target alive, where the platform has such references. */
export const weakly = <Target extends WeakKey>(target: Target): { deref(): Target | undefined } =>
  typeof WeakRef === 'function' ? new WeakRef(target) : { deref: () => target };

export type Registry<Held> = Pick<FinalizationRegistry<Held>, 'register' | 'unregister'>;

/** Calls `react` with the value that was registered with a target, after the target was collected. */
export const onCollected = <Held>(react: (held: Held) => void): Registry<Held> =>
  typeof FinalizationRegistry === 'function'
    ? new FinalizationRegistry(react)
    : { register() {}, unregister: () => false };
