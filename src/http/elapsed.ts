/**
 * Returns the milliseconds on the clock of `performance.now()`. A script of the page with a global `var performance` has
 * replaced the platform's object. Events have the time of the same clock.
 */
export const elapsed = (): number =>
  typeof globalThis.performance?.now === 'function' ? performance.now() : new Event('').timeStamp;
