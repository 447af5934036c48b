/** Calls back after that many milliseconds, unless the process ends before: in Node a timer would keep it alive. */
export function later(callback: () => void, milliseconds: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(callback, milliseconds);
  if (typeof timer === 'object') (timer as { unref?(): void }).unref?.();
  return timer;
}
