/** Calls back after that many milliseconds. In Node, the timer does not keep the process alive. */
export function later(callback: () => void, milliseconds: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(callback, milliseconds);
  if (typeof timer === 'object') (timer as { unref?(): void }).unref?.();
  return timer;
}
