// Before the headers, a worker cannot see that a page has aborted a request, so the page tells it.
//
// Page and worker share no number of a request. So the page names it by everything that it has set, and by the time at
// which it was sent. One that was sent just now cannot be told from another one of the same name that is under way.
//
// The page reports an abort at once, so that a call which repeats the request does not join it. It reports the abort again
// when its thread is idle: the first message may have overtaken the request, and a busy page has not carried out its abort.
// Then the worker asks the browser, and the page says when it has been idle since.

import { candidatesOf } from '../http/srcset.ts';
import { textOf } from '../http/text.ts';
import { now, timeAsName } from '../protocol/clock.ts';
import type { Abort, PageMessage, RequestName } from '../protocol/messages.ts';
import { nameOf } from './name-of.ts';
import type { RequestDetail, Sent, SourceEvent } from './sources.ts';

/** Milliseconds after which a sent request has reached the worker. */
const arrivalDelay = 20;
/** Half the milliseconds within which the browser of an idle page sends a request again. */
const halfReturnDelay = 75;

/** Headers, of which there may be any number, are the last member of a name. */
const textIn = (name: RequestName) => textOf(Object.values(name).flat(2));

export class Aborts {
  readonly #tell: (message: PageMessage) => void;
  readonly #underWay: () => readonly Sent[];
  /** Aborts that the worker may not know yet, by the names of their requests as text. */
  readonly #untold = new Map<string, Abort[]>();

  /** Takes a function that sends a message to the worker, and one that returns the page's requests under way. */
  constructor(tell: (message: PageMessage) => void, underWay: () => readonly Sent[]) {
    this.#tell = tell;
    this.#underWay = underWay;
  }

  hear(type: SourceEvent, detail: RequestDetail, sent: Sent | undefined): void {
    const { request, srcset, outcome } = detail;
    if (request && (type === 'leave' || (type === 'settle' && outcome === 'aborted'))) {
      const name = nameOf(request, sent?.page);
      // Only the browser knows which candidate it has chosen. The worker ignores the others.
      const urls = srcset ? candidatesOf(request.url, srcset, document.baseURI) : [request.url];
      for (const url of urls) this.aborted({ ...name, url }, sent?.time);
    }
    // A message about an aborted request of the same name may have waited for this one.
    if (type === 'settle' && sent && this.#untold.size)
      this.#tellSoon(textIn(nameOf(sent.request, sent.page)));
  }

  /** Called when the page has aborted the request of that name, which it may have sent at a known time. */
  aborted(request: RequestName, sent?: number): void {
    const abort = { request, sent, time: timeAsName() };
    const text = textIn(request);
    if (sent !== undefined && now() - sent >= arrivalDelay) {
      // The worker has it, and knows by the time which of several it is.
      this.#say({ ...abort, first: true });
      setTimeout(() => {
        // The worker may have ended it, and know a later one that looks the same.
        const isWanted = this.#isWanted(request.url, text);
        this.#say({ ...abort, ...(isWanted && { onlyKnown: true }) });
      }, arrivalDelay);
      return;
    }
    this.#untold.set(text, [...(this.#untold.get(text) ?? []), abort]);
    this.#tellUnlessWanted(text, true);
    this.#tellSoon(text, abort);
  }

  #tellSoon(text: string, abort?: Abort): void {
    setTimeout(() => {
      if (this.#tellUnlessWanted(text)) this.#untold.delete(text);
      else if (abort) this.#say({ ...abort, onlyKnown: true });
    }, arrivalDelay);
  }

  /** Returns false when it has told nothing. */
  #tellUnlessWanted(text: string, first?: boolean): boolean {
    const aborts = this.#untold.get(text) ?? [];
    if (aborts[0] && this.#isWanted(aborts[0].request.url, text)) return false;
    for (const abort of aborts) this.#say({ ...abort, first });
    return true;
  }

  #say(abort: Abort): void {
    this.#tell({ type: 'coflight:abort', ...abort });
    if (abort.first) return;
    // A page that was busy when the first timer ended still gives its browser half of the time.
    const afterHalf = (next: () => void) => setTimeout(next, halfReturnDelay);
    afterHalf(() => afterHalf(() => this.#tell({ type: 'coflight:idle', time: abort.time })));
  }

  #isWanted(url: string, text: string): boolean {
    return this.#underWay().some(
      ({ request, page }) => request.url === url && textIn(nameOf(request, page)) === text,
    );
  }
}
