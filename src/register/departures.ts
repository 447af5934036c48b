// Before the headers a worker cannot see that a page has given a request up, so the page tells.
//
// Page and worker have no number in common for a request, so the page names it by all that it has set. It tells
// nothing as long as another request of the same name is under way.

import { candidatesOf } from '../http/candidates.ts';
import type { PageMessage, RequestName } from '../protocol/messages.ts';
import { nameOf } from './name-of.ts';
import type { RequestDetail, Sent, SourceEvent } from './sources.ts';

/** Milliseconds after which a request that was sent has come to the worker. */
const arrivalDelay = 20;

export class Departures {
  readonly #tell: (message: PageMessage) => void;
  readonly #underWay: () => readonly Sent[];
  /** By name as text: what was given up and is still to be told. */
  readonly #untold = new Map<string, RequestName[]>();

  /** Gets what the page has under way, and a function that tells the worker. */
  constructor(tell: (message: PageMessage) => void, underWay: () => readonly Sent[]) {
    this.#tell = tell;
    this.#underWay = underWay;
  }

  hear(type: SourceEvent, detail: RequestDetail, sent: Sent | undefined): void {
    const { request, srcset, role, outcome } = detail;
    // A caller of a wrapped fetch has left: perhaps not the last.
    if (type === 'leave' && !role && request) {
      const name = nameOf(request, sent?.page);
      // Only the browser knows which one it has chosen. The worker knows nothing of the others.
      const urls = srcset ? candidatesOf(request.url, srcset, document.baseURI) : [request.url];
      for (const url of urls) this.giveUp({ ...name, url });
    }
    if (type !== 'settle') return;
    if (sent && outcome === 'aborted') this.giveUp(nameOf(sent.request, sent.page));
    // What was given up before may have waited for this one.
    else for (const text of this.#untold.keys()) this.#tellSoon(text);
  }

  /** Tells the worker that the request of that name is given up. */
  giveUp(name: RequestName): void {
    const text = JSON.stringify(name);
    this.#untold.set(text, [...(this.#untold.get(text) ?? []), name]);
    this.#tellSoon(text);
  }

  #tellSoon(text: string): void {
    setTimeout(() => {
      const names = this.#untold.get(text) ?? [];
      if (names[0] && this.#isWanted(names[0].url, text)) return;
      this.#untold.delete(text);
      for (const request of names) this.#tell({ type: 'coflight:leave', request });
    }, arrivalDelay);
  }

  #isWanted(url: string, text: string): boolean {
    return this.#underWay().some(
      ({ request, page }) => request.url === url && JSON.stringify(nameOf(request, page)) === text,
    );
  }
}
