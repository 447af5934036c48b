// The ready-made worker. Alone, it takes its options from the query of its URL, as `register` writes it. Imported
// into another worker, it takes them from `self.coflight`, and leaves installation and updates to that worker.

import { coalesceFetchEvents } from './fetch-events.ts';
import type { EventOptions } from './options.ts';

declare global {
  /** Options for the ready-made worker when another worker imports it. */
  var coflight: EventOptions | undefined;
}

function fromQuery(query: URLSearchParams): EventOptions {
  return {
    ...(query.has('match') && { match: query.getAll('match') }),
    ignoreHeaders: query.getAll('ignoreHeaders'),
    ...(query.has('maxReplay') && { maxReplay: Number(query.get('maxReplay')) }),
    standalone: true,
  };
}

coalesceFetchEvents(self.coflight ?? fromQuery(new URLSearchParams(self.location.search)));
