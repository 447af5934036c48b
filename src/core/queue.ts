// The queue: what may wait runs in a few lanes, what is wanted now runs at once beside them.
//
// While anything urgent runs, no lane starts, and what runs in a lane steps aside: it is aborted and waits again
// where it was. Starting is put off to the end of the turn, so that all that is asked for in one turn is weighed
// together. Like the flights it knows no platform: promises and a list; no DOM, no timers.

/** What the queue knows of those who wait. */
export interface Contender {
  /** Larger goes first. */
  readonly priority: number;
  /** Counts arrivals: among equals the earlier goes first, also after stepping aside. */
  readonly order: number;
  /** Those of one group share the lanes that a group may have. */
  readonly group?: string | undefined;
  /** Somebody wants it now. */
  readonly urgent: boolean;
  /** How often it has stepped aside. */
  readonly asides: number;
  /** Starts its work; `queue.free` says that the lane is free again. */
  run(): void;
  /** Aborts its work, to run again later. */
  stepAside(): void;
}

/** Decides who runs. */
export class Queue {
  /** In the order in which they start: by priority, then by arrival. */
  readonly #waiting: Contender[] = [];
  /** Exactly those that run and have not freed their lane; the urgent ones among them take none. */
  readonly #running = new Set<Contender>();
  readonly #lanesPerGroup: number;
  #lanes: number;
  /** A look for work at the end of this turn is due. */
  #due = false;

  /** So many lanes, of which one group may take so many. */
  constructor(lanes = 1, lanesPerGroup: number = Infinity) {
    this.#lanes = lanes;
    this.#lanesPerGroup = lanesPerGroup;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** How many run, in lanes and beside them. */
  get running(): number {
    return this.#running.size;
  }

  /** It runs and has not freed its lane. */
  isRunning(one: Contender): boolean {
    return this.#running.has(one);
  }

  /** How many may run that nobody is in a hurry for. 0 holds what waits and lets what runs go on. */
  set lanes(lanes: number) {
    this.#lanes = lanes;
    this.tend();
  }

  /** Puts it where its priority and its arrival want it; it starts in a later turn. */
  wait(one: Contender): void {
    let at = this.#waiting.length;
    while (at > 0 && goesBefore(one, this.#waiting[at - 1] as Contender)) at--;
    this.#waiting.splice(at, 0, one);
    this.tend();
  }

  /** Takes it out of those who wait; false where it was not among them. */
  leave(one: Contender): boolean {
    const at = this.#waiting.indexOf(one);
    if (at >= 0) this.#waiting.splice(at, 1);
    return at >= 0;
  }

  /** Starts it now, lane or not. */
  start(one: Contender): void {
    this.leave(one);
    this.#running.add(one);
    one.run();
  }

  /** It needs its lane no more. */
  free(one: Contender): void {
    if (this.#running.delete(one)) this.tend();
  }

  /** Sends what runs in lanes back to wait, but for those who have stepped aside so often already. */
  makeWay(enough: number = Infinity): void {
    for (const one of this.#running) {
      if (one.urgent || one.asides >= enough) continue;
      this.#running.delete(one);
      one.stepAside();
      this.wait(one);
    }
  }

  /** Looks for work at the end of this turn. */
  tend(): void {
    if (this.#due) return;
    this.#due = true;
    Promise.resolve().then(() => {
      this.#due = false;
      this.#work();
    });
  }

  #work(): void {
    while (this.#hasLane()) {
      const next = this.#waiting.find(this.#mayStart);
      if (!next) return;
      this.start(next);
    }
  }

  #hasLane(): boolean {
    return this.#running.size < this.#lanes && ![...this.#running].some((one) => one.urgent);
  }

  readonly #mayStart = ({ group }: Contender): boolean => {
    if (group === undefined) return true;
    let taken = 0;
    for (const one of this.#running) if (one.group === group) taken++;
    return taken < this.#lanesPerGroup;
  };
}

function goesBefore(one: Contender, other: Contender): boolean {
  return one.priority === other.priority ? one.order < other.order : one.priority > other.priority;
}
