// Sources for the inspector, in the test's hands.

/** Stands in for a wrapped fetch or a preloader: tells what the test says, and counts who listens. */
export class Source {
  readonly listeners = new Map<string, Set<(event: CustomEvent) => void>>();
  inFlight: unknown[] = [];
  queue = { inFlight: 0, waiting: 0, held: 0, heldBytes: 0 };

  get listening(): number {
    return [...this.listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }

  addEventListener(type: string, listener: (event: CustomEvent) => void): void {
    this.listeners.set(type, (this.listeners.get(type) ?? new Set()).add(listener));
  }

  removeEventListener(type: string, listener: (event: CustomEvent) => void): void {
    this.listeners.get(type)?.delete(listener);
  }

  flights(): never {
    return this.inFlight as never;
  }

  stats() {
    return this.queue;
  }

  tell(type: string, detail: Record<string, unknown>): void {
    const facts = {
      url: `http://coflight.test/${detail.id}`,
      role: 'leader',
      time: performance.now(),
      bytes: 0,
      ...detail,
    };
    for (const listener of this.listeners.get(type) ?? []) listener(new CustomEvent(type, { detail: facts }));
  }

  /** A flight from launch to settling, with so many followers. */
  fly(id: number, { followers = 0, bytes = 100, outcome = 'done', ...more }: Flown = {}): void {
    this.tell('launch', { id, request: { method: 'GET' }, ...more });
    for (let follower = 0; follower < followers; follower++) this.tell('join', { id, role: 'follower' });
    this.tell('settle', { id, bytes, outcome });
  }
}

interface Flown {
  readonly followers?: number;
  readonly bytes?: number;
  readonly outcome?: string;
  readonly url?: string;
  readonly differs?: readonly string[];
}
