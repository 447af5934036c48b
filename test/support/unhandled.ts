import { setImmediate } from 'node:timers/promises';

/** Returns the unhandled rejections while `act` ran and in the turns after it. In Node. */
export async function unhandled(act: () => unknown): Promise<unknown[]> {
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);
  // The runner's own listeners would fail the run before the test can report.
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
  try {
    await act();
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  } finally {
    process.off('unhandledRejection', note);
    for (const other of others) process.on('unhandledRejection', other);
  }
  return errors;
}
