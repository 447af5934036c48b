/** What a caller gets: the text, and in a contender that gives one, the Response. */
export type Answer = Pick<Response, 'text'> & Partial<Pick<Response, 'arrayBuffer'>>;

export interface Contender {
  /** What it has a place for: what is missing here is none of its jobs. */
  readonly takes: ReadonlySet<'init' | 'method' | 'signal' | 'response'>;
  /** Where its answers are of another class than the platform's. */
  readonly Response?: typeof Response;
  /** Everybody is given the very same Response: whoever reads it must read a clone. */
  readonly gives?: 'one for all';
  get(url: string, init?: RequestInit): Promise<Answer>;
}

/** An answer read whole, as one must with that contender. */
export const textOf = ({ gives }: Contender, answer: Answer): Promise<string> =>
  (gives ? (answer as Response).clone() : answer).text();
