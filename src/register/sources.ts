// Who sends requests of a page and tells what becomes of them: the wrapped fetch, the preloader.

/** By these events a source tells. */
const types = ['launch', 'bypass', 'settle', 'leave'] as const;

export type SourceEvent = (typeof types)[number];

/** A wrapped fetch or a preloader. */
export interface RequestSource {
  addEventListener(type: SourceEvent, listener: (event: CustomEvent<RequestDetail>) => void): void;
  removeEventListener(type: SourceEvent, listener: (event: CustomEvent<RequestDetail>) => void): void;
}

/** What a source knows of a request. A `Request` names itself exactly. */
export interface RequestFacts {
  readonly url: string;
  readonly destination: string;
  readonly method?: string | undefined;
  readonly mode?: string | undefined;
  readonly credentials?: string | undefined;
  readonly cache?: string | undefined;
  readonly redirect?: string | undefined;
  readonly integrity?: string | undefined;
  readonly referrer?: string | undefined;
  readonly referrerPolicy?: string | undefined;
  readonly headers: Iterable<readonly [name: string, value: string]>;
}

/** What a source tells of a request. */
export interface RequestDetail {
  /** The same in all events of one request, and in those of no other one of this source. */
  readonly id?: number | undefined;
  readonly url: string;
  readonly request?: RequestFacts | undefined;
  /** For an image: what its browser chooses from in place of the URL. */
  readonly srcset?: string | undefined;
  /** Where it is set, `leave` tells of one caller, not of the request. */
  readonly role?: string | undefined;
  readonly outcome?: string | undefined;
}

/** A request that a source has sent. */
export interface Sent {
  readonly request: RequestFacts;
  /** The URL of the page when it was sent. */
  readonly page: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly time: number;
}

/** Hears what a source tells, with the request that it tells of, where the source has told what it sends. */
export type Hear = (type: SourceEvent, detail: RequestDetail, sent: Sent | undefined) => void;

interface Heard {
  /** Counts how often the source was given. */
  uses: number;
  /** The requests under way, by number. */
  readonly sent: ReadonlyMap<unknown, Sent>;
  readonly stop: () => void;
}

/** The sources that a page listens to: once to each, however often it is given. */
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

  #listen(source: RequestSource): Heard {
    const sent = new Map<unknown, Sent>();
    const listener = (event: CustomEvent<RequestDetail>) => {
      const type = event.type as SourceEvent;
      const { id, request, role } = event.detail;
      const time = performance.timeOrigin + performance.now();
      if (request && (type === 'launch' || type === 'bypass'))
        sent.set(id, { request, page: location.href, time });
      const one = sent.get(id);
      if (type === 'settle' || (type === 'leave' && !role)) sent.delete(id);
      this.#hear(type, event.detail, one);
    };
    for (const type of types) source.addEventListener(type, listener);
    const stop = () => {
      for (const type of types) source.removeEventListener(type, listener);
    };
    return { uses: 0, sent, stop };
  }
}
