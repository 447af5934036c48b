// A flight: one run of shared work, and the seats of those aboard.
//
// Fields that a constructor sets are `declare`d: to define them empty beforehand is a good part of what a lone flight
// costs.

/** Work under way: what it comes to, and how to call it off. */
export interface Work<Value> {
  /** What everybody aboard is handed. */
  readonly result: PromiseLike<Value>;
  /** Calls the work off: at most once, when the last subscriber has left, and never after the end. */
  abort(reason?: unknown): void;
}

/** Starts the work of a key. It may keep the flight to steer it; a throw is a rejection for everybody aboard. */
export type Launch<Value, Job extends Work<Value> = Work<Value>, Key = unknown> = (
  flight: Flight<Value, Job>,
  key: Key,
) => Job;

/** How the promise made last is settled. One executor serves them all: launching costs a closure less. */
let fulfil: (value: unknown) => void;
let refuse: (reason: unknown) => void;
const capture = (resolve: (value: never) => void, reject: typeof refuse) => {
  fulfil = resolve as typeof fulfil;
  refuse = reject;
};

/** One run of shared work, from launch to settling. */
export class Flight<Value, Job extends Work<Value> = Work<Value>> {
  /** What the launch returned; undefined until then, and where it threw. */
  work: Job | undefined;
  /** Settles as the work does, and rejects when everybody has left, so that no promise is left hanging. */
  declare readonly result: Promise<Value>;
  /** Where the flight can be found for as long as it is open. */
  readonly #table: Map<unknown, Flight<Value, Job>>;
  readonly #key: unknown;
  readonly #fail: (error: unknown) => void;
  #aboard = 0;
  #open = true;
  /** The result is not the end: `end()` is. */
  #stays = false;
  #over = false;

  constructor(table: Map<unknown, Flight<Value, Job>>, key: unknown, launch: Launch<Value, Job, never>) {
    this.#table = table;
    this.#key = key;
    this.result = new Promise<Value>(capture);
    const resolve = fulfil;
    const reject = refuse;
    this.#fail = (error) => {
      this.end();
      reject(error);
    };
    try {
      this.work = launch(this, key as never);
      // Either way the key is free before anybody sees what came of it.
      this.work.result.then((value) => {
        if (!this.#stays) this.end();
        resolve(value);
      }, this.#fail);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Takes a seat, also where newcomers are no longer welcome: one who is aboard may bring a second. */
  board(role: Seat<Value>['role']): Seat<Value, Job> {
    this.#aboard++;
    return new Seat(this, role);
  }

  /** Gives one seat up. Seats see to it that each does so once. */
  leave(reason: unknown): void {
    if (--this.#aboard || this.#over) return;
    this.result.catch(() => {}); // nobody is left who could be told
    this.#fail(reason);
    this.work?.abort(reason);
  }

  /** How many seats are taken. */
  get aboard(): number {
    return this.#aboard;
  }

  /** Newcomers are welcome. */
  get open(): boolean {
    return this.#open;
  }

  /** Welcomes nobody new; goes on for those who are aboard. */
  close(): void {
    this.#open = false;
    // This flight, not the key: a successor may have it by now.
    if (this.#table.get(this.#key) === this) this.#table.delete(this.#key);
  }

  /** Stays in flight, and open, after its result is there: until `end()`. */
  stay(): void {
    this.#stays = true;
  }

  /** Is over: nobody joins any more, and there is nothing left to call off. */
  end(): void {
    this.#over = true;
    this.close();
  }
}

/** One caller's place aboard. */
export class Seat<Value, Job extends Work<Value> = Work<Value>> {
  /** Whoever launched leads, whoever came later follows; once launched they are equals. */
  declare readonly role: 'leader' | 'follower';
  declare readonly flight: Flight<Value, Job>;
  #taken = true;

  constructor(flight: Flight<Value, Job>, role: 'leader' | 'follower') {
    this.flight = flight;
    this.role = role;
  }

  /** The place is taken: not given up. */
  get aboard(): boolean {
    return this.#taken;
  }

  /** What the flight comes to: one promise for all aboard. */
  get result(): Promise<Value> {
    return this.flight.result;
  }

  /** Gives the place up; again, or after the end, it does nothing. The last one out calls the work off. */
  leave(reason: unknown = new Error('Everybody has left.')): void {
    if (!this.#taken) return;
    this.#taken = false;
    this.flight.leave(reason);
  }
}
