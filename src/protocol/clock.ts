// The clock by which page and worker name a write. Both sides import this file.
//
// It is not `performance.timeOrigin + performance.now()`, which stands still in many browsers while the computer sleeps:
// a tab from yesterday and a worker from today would be hours apart. Durations are measured by `performance.now()`,
// because a user may set this clock back.

/** Returns the milliseconds since 1970. */
export const now = (): number => Date.now();
