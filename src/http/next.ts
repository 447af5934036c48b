import { bare } from './bare.ts';

/** Resolves at the next event of that type. After the signal has aborted, it does not settle. */
export const next = (target: EventTarget, type: string, signal?: AbortSignal): Promise<unknown> =>
  new Promise((resolve) =>
    target.addEventListener(type, resolve, bare({ once: true, ...(signal && { signal }) })),
  );
