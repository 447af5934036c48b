import { onCollected, type Registry } from './collected.ts';

/**
 * The caller for whom a body is read. A reader tells its owner when it is done, and the owner can make it fail. The
 * owner must not refer to the reader: an unreachable response must be collected, and then its owner leaves.
 */
export interface Owner {
  /** True while no other caller reads the body, and none can join. */
  readonly isLast: boolean;
  /**
   * Set by the reader: makes the reader fail with a reason. Returns false when the reader is done, and undefined when it was
   * collected.
   */
  fail: ((reason: unknown) => boolean | undefined) | undefined;
  /** Called when the reader leaves before the end. */
  leave(reason?: unknown): void;
  /** Called when the reader has the whole body. */
  release(): void;
  /** Returns the owner of a second reader, for a clone. */
  fork(): Owner;
}

/** Returns a registry. Its owners leave when the objects that were registered for them have been collected. */
export const collected: () => Registry<Owner> = /* @__PURE__ */ onCollected((owner) => owner.leave());
