// The interfaces of objects that are told how a body arrives.

/** The owner of a body, which follows how it arrives. */
export interface BodyListener {
  /** Called when a chunk of this many bytes has arrived. */
  onBytes(bytes: number): void;
  /** Called once: when the last byte has arrived, or when the network has failed. */
  onEnd(failure: Failure | undefined): void;
}

/** A reader that waits for the body. */
export interface WaitingReader {
  /** Called when a chunk has arrived, or when the body has ended. */
  advance(): void;
  /** Called when the body has ended, also when the reader waits for nothing. */
  endStream(): void;
}

/** Why the network, or one reader, has failed: any value. */
export interface Failure {
  readonly reason: unknown;
  /** True when the caller has aborted. */
  readonly aborted?: boolean;
}
