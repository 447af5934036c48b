/** A time on a card: seconds on one line, or a dash where there is none. */
export const seconds = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '–' : `${(milliseconds / 1000).toFixed(milliseconds < 995 ? 2 : 1)}\u00a0s`;
