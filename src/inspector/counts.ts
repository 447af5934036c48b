/** Counters, also of rows that are no longer kept. */
export interface Counts {
  calls: number;
  requests: number;
  joined: number;
  bypassed: number;
  nearMisses: number;
  failed: number;
  images: number;
  steppedAside: number;
}

export const none = (): Counts => ({
  calls: 0,
  requests: 0,
  joined: 0,
  bypassed: 0,
  nearMisses: 0,
  failed: 0,
  images: 0,
  steppedAside: 0,
});
