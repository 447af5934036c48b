// The callers that share a call in each trial.

import type { Program } from './programs.ts';

export interface Caller {
  readonly name: string;
  readonly program: Program;
  /** When it calls: `late` after the first bytes have arrived, others before the headers. The first one is the leader. */
  readonly joins?: 'late';
  readonly aborts?: 'before the headers' | 'in mid-body';
}

export const callers: readonly Caller[] = [
  { name: 'the leader, a stream', program: 'stream' },
  { name: 'a follower, whole text', program: 'text' },
  { name: 'a follower, whole bytes', program: 'arrayBuffer' },
  { name: 'a follower, a Blob', program: 'blob' },
  { name: 'a follower, JSON', program: 'json' },
  { name: 'a follower and its clone', program: 'clone' },
  { name: 'a follower that reads last', program: 'slow' },
  { name: 'a follower that never reads', program: 'drop' },
  { name: 'a follower that cancels after the first bytes', program: 'cancel' },
  { name: 'a follower that aborts before the headers', program: 'text', aborts: 'before the headers' },
  { name: 'a whole reader that aborts in mid-body', program: 'text', aborts: 'in mid-body' },
  { name: 'a stream that aborts in mid-body', program: 'stream', aborts: 'in mid-body' },
  { name: 'a late joiner, whole text', program: 'text', joins: 'late' },
  { name: 'a late joiner, a stream', program: 'stream', joins: 'late' },
];

/** Makes a new call after all others have ended. */
export const next: Caller = { name: 'a call afterwards', program: 'text' };
