// A reader is in one of three states: it streams from a chunk, it reads the whole body, or it is done.

import type { Failure } from './body-listener.ts';
import type { Chunk } from './chunks.ts';
import type { Owner } from './owner.ts';
import type { SharedBody } from './shared-body.ts';
import type { From } from './whole-body.ts';

export type State = Streaming | ReadingWhole | Done;

export type Streaming = {
  readonly is: 'streaming';
  readonly body: SharedBody;
  readonly owner: Owner;
  at: Chunk;
  /** Bytes up to that chunk that the program's own view had no room for. In the stream's queue, they would outlive an abort. */
  rest: Uint8Array<ArrayBuffer> | undefined;
};

export type ReadingWhole = {
  readonly is: 'reading';
  readonly body: SharedBody;
  readonly owner: Owner;
  readonly from: From;
  readonly end: () => void;
  readonly reject: (reason: unknown) => void;
};

/** A reader is done when it has the whole body, has left, or has failed. */
export type Done = { readonly is: 'done'; readonly failure: Failure | undefined };
