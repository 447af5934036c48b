import { onCollected, type Registry } from './collected.ts';

/**
 * On whose behalf a body is read. A reader tells its owner when it needs no more; the owner can make it fail. The
 * owner must not lead back to the reader: a response that nobody can reach any more is collected, and then leaves.
 */
export interface Owner {
  /** True while nobody else reads the body, or may come to do so. */
  readonly isLast: boolean;
  /** Set by the reader: makes it fail with a reason. Returns false when it has all that it came for. */
  fail: ((reason: unknown) => boolean) | undefined;
  /** The reader has given up its share of the body. */
  leave(reason?: unknown): void;
  /** The reader has all that it came for. */
  release(): void;
  /** Returns the owner of a second reader, for a clone. */
  fork(): Owner;
}

/** Nobody can reach any more what was registered for an owner: the owner leaves. */
export const collected: Registry<Owner> = /* @__PURE__ */ onCollected((owner) => owner.leave());
