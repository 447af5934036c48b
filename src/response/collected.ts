// What the garbage collector tells. workerd has neither class before its compatibility date 2025-05-05: there a
// reference holds what it refers to, and nobody hears of what was collected.

/** A reference that does not keep its target alive, where there is such a thing. */
export const weakly = <Target extends WeakKey>(target: Target): { deref(): Target | undefined } =>
  typeof WeakRef === 'function' ? new WeakRef(target) : { deref: () => target };

export type Registry<Held> = Pick<FinalizationRegistry<Held>, 'register' | 'unregister'>;

/** Calls `react` with what was registered beside a target that was collected. */
export const onCollected = <Held>(react: (held: Held) => void): Registry<Held> =>
  typeof FinalizationRegistry === 'function'
    ? new FinalizationRegistry(react)
    : { register() {}, unregister: () => false };
