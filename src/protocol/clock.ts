// The clock by which page and worker name writes and aborts. Both sides import this file.
//
// It is not `performance.timeOrigin + performance.now()`, which stands still in many browsers while the computer sleeps:
// a tab from yesterday and a worker from today would be hours apart. Durations are measured by `performance.now()`,
// because a user may set this clock back.

/** Returns the milliseconds since 1970. */
export const now = (): number => Date.now();

/** The last time that was used as a name. */
let lastTime = 0;

/** Returns the milliseconds since 1970, or a little more, so that no two calls in this page or worker get one time. */
export function timeAsName(): number {
  const time = now();
  lastTime = Math.floor(lastTime) === time ? lastTime + 0.001 : time;
  return lastTime;
}
