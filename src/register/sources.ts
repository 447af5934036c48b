// The sources of a page's requests, whose events say what happens to them: the wrapped fetch and the preloader.

import { isSameUrl } from '../http/url.ts';
import { isFunction } from '../options/kinds.ts';
import { now } from '../protocol/clock.ts';
import type { RequestMembers } from '../protocol/messages.ts';

const types = ['launch', 'bypass', 'settle', 'leave'] as const;

/** The events of a source. */
export type SourceEvent = (typeof types)[number];

/** A wrapped fetch or a preloader. */
export interface RequestSource {
  /** Closes to later calls what is in flight and matches. Called when another tab has written. */
  forget(matches: (read: { readonly url: string }) => boolean): void;
  addEventListener(type: SourceEvent, listener: (event: CustomEvent<RequestDetail>) => void): void;
  removeEventListener(type: SourceEvent, listener: (event: CustomEvent<RequestDetail>) => void): void;
}

/** A request as a source knows it. A `Request` has all members. Its referrer may be `about:client`: the page. */
export interface RequestFacts extends RequestMembers {
  /** `Headers` is named because it is no `Iterable` in programs without the types of `dom.iterable`. */
  readonly headers: Headers | Iterable<readonly [name: string, value: string]>;
}

/** The detail of an event. */
export interface RequestDetail {
  /** The number of the request, unique within its source. */
  readonly id?: number | undefined;
  readonly url: string;
  readonly request?: RequestFacts | undefined;
  /** For an image: the candidates among which its browser chooses, instead of the URL. */
  readonly srcset?: string | undefined;
  /** When it is set, `leave` is about one caller, not about the request. */
  readonly role?: string | undefined;
  readonly outcome?: string | undefined;
  /** The URL of the answer, after redirects. */
  readonly finalUrl?: string | undefined;
}

/** A request that a source has sent. */
export interface Sent {
  readonly request: RequestFacts;
  /** The URL of the page when it was sent. */
  readonly page: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly time: number;
}

/**
 * Gets the events of a source, each with its request, if the source has named one. Events about single callers are left
 * out.
 */
export type Hear = (type: SourceEvent, detail: RequestDetail, sent: Sent | undefined) => void;

interface Heard {
  /** Counts how often the source was added. */
  uses: number;
  /** The requests under way, by number. */
  readonly sent: ReadonlyMap<unknown, Sent>;
  readonly stop: () => void;
}

/** The sources that a page listens to: once to each, however often it is added. */
export class Sources {
  readonly #hear: Hear;
  readonly #heard = new Map<RequestSource, Heard>();

  constructor(hear: Hear) {
    this.#hear = hear;
  }

  /** The requests of all sources that are under way. */
  get underWay(): readonly Sent[] {
    return [...this.#heard.values()].flatMap(({ sent }) => [...sent.values()]);
  }

  add(source: RequestSource): void {
    const heard = this.#heard.get(source) ?? this.#listen(source);
    heard.uses++;
    this.#heard.set(source, heard);
  }

  /** Takes one `add` back. */
  remove(source: RequestSource): void {
    const heard = this.#heard.get(source);
    if (!heard || --heard.uses) return;
    heard.stop();
    this.#heard.delete(source);
  }

  /** Makes the wrapped fetches forget these URLs. Writes of the page itself fence no images of a preloader either. */
  forget(urls: readonly string[]): void {
    const matches = (read: { readonly url: string }) => urls.some((url) => isSameUrl(read.url, url));
    for (const source of this.#heard.keys()) if (isFunction(source)) source.forget(matches);
  }

  #listen(source: RequestSource): Heard {
    const sent = new Map<unknown, Sent>();
    const listener = (event: CustomEvent<RequestDetail>) => {
      const type = event.type as SourceEvent;
      const { id, request, role } = event.detail;
      // With a role, it is about one caller of a wrapped fetch, perhaps not the last.
      if (type === 'leave' && role) return;
      const isOver = type === 'settle' || type === 'leave';
      if (request && !isOver) sent.set(id, { request, page: location.href, time: now() });
      const one = sent.get(id);
      if (isOver) sent.delete(id);
      this.#hear(type, event.detail, one);
    };
    for (const type of types) source.addEventListener(type, listener);
    const stop = () => {
      for (const type of types) source.removeEventListener(type, listener);
    };
    return { uses: 0, sent, stop };
  }
}
