import { setImmediate } from 'node:timers/promises';
import type { CoalescingFetch } from '../../src/index.ts';
import { type Room, remoteBy } from './room.ts';
import { Stage } from './stage.ts';

/** Callers in this process. The listener for unhandled rejections is removed by `close`. */
export function openNode(shared: CoalescingFetch): Room {
  let problems: string[] = [];
  const note = (error: unknown) => void problems.push(`unhandled: ${error}`);
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
  const remote = (stage: Stage) =>
    remoteBy(async (member, ...args) => (stage[member] as (...args: unknown[]) => never)(...args));
  return {
    native: remote(new Stage((input, init) => globalThis.fetch(input, init))),
    shared: [remote(new Stage(shared))],
    reached: async () => {},
    inFlight: async () => shared.stats().inFlight + shared.flights().length,
    async problems() {
      await setImmediate();
      const seen = problems;
      problems = [];
      return seen;
    },
    async close() {
      process.off('unhandledRejection', note);
      for (const other of others) process.on('unhandledRejection', other);
    },
  };
}
