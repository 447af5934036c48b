// The keys that move through the rows.

/** By how many rows a key moves the selection. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
};

/** Returns the place that a key chooses, from the chosen one or -1; undefined for another key, or without rows. */
export function placeAfter(key: string, chosen: number, length: number): number | undefined {
  const step = steps[key];
  if (step === undefined || !length) return;
  const from = chosen < 0 && step < 0 ? length : chosen;
  return Math.min(length - 1, Math.max(0, from + step));
}
