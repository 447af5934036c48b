// Where the callers of a trial are: in this process, or in the tabs of a browser.

import type { Program } from './programs.ts';
import type { Act, Moment, Resource } from './resource.ts';
import type { Outcome, Stage } from './stage.ts';

/** The members of `Stage`, as they are called from here. */
export interface RemoteStage {
  start(name: string, program: Program, url: string): Promise<void>;
  abort(name: string): Promise<boolean>;
  release(name: string): Promise<void>;
  answered(name: string): Promise<void>;
  touched(name: string): Promise<void>;
  outcome(name: string): Promise<Outcome>;
  clear(): Promise<void>;
}

export interface Room {
  /** Calls the platform's own `fetch`. */
  readonly native: RemoteStage;
  /** Callers that share: of one wrapped fetch, or of several tabs of one worker. They are used in turn. */
  readonly shared: readonly RemoteStage[];
  /** Resolves when all calls that were started have reached the table that they share. */
  reached(): Promise<unknown>;
  /** What can happen to this browser. */
  readonly acts?: readonly Act[];
  /** Lets something happen to the browser at that moment. Its gate opens meanwhile. */
  act?(act: Act, at: Moment, resource: Resource): Promise<void>;
  /** Counts the flights in flight, in the page and in the worker. */
  inFlight(): Promise<number>;
  /** Returns unhandled rejections and uncaught errors since the last call. */
  problems(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Calls a member of a stage, by its name. */
export type Invoke = <Name extends keyof RemoteStage>(
  member: Name,
  ...args: Parameters<Stage[Name]>
) => Promise<Awaited<ReturnType<Stage[Name]>>>;

/** A stage in a tab, reached by calls of its members by their names. */
export const remoteBy = (invoke: Invoke): RemoteStage => ({
  start: (name, program, url) => invoke('start', name, program, url),
  abort: (name) => invoke('abort', name),
  release: (name) => invoke('release', name),
  answered: (name) => invoke('answered', name),
  touched: (name) => invoke('touched', name),
  outcome: (name) => invoke('outcome', name),
  clear: () => invoke('clear'),
});
