/** A timer that ends this many milliseconds late has waited for a page that was frozen, or a computer that slept. */
export const lateness = 1000;

/**
 * Returns the milliseconds on the clock of `performance.now()`. A script of the page with a global `var performance` has
 * replaced the platform's object. Events have the time of the same clock.
 */
export const elapsed = (): number =>
  typeof globalThis.performance?.now === 'function' ? performance.now() : new Event('').timeStamp;
