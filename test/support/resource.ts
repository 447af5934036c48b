import { inject } from 'vitest';
import { resourceAt } from './resource-at.ts';

/** A resource of the tests' counting server that no other test uses; `query` says how it answers. */
export const resource = (
  query: Record<string, string | number> = {},
  origin: string = inject('origin'),
  name?: string,
) => resourceAt(origin, query, name);
