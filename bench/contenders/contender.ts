/** The answer that a caller gets: its text, or the Response of a contender that gives one. */
export type Answer = Pick<Response, 'text'> & Partial<Pick<Response, 'arrayBuffer'>>;

export interface Contender {
  /** What a call of this contender may take. Laws about anything else do not apply to it. */
  readonly takes: ReadonlySet<'init' | 'method' | 'signal' | 'response'>;
  /** The class of its answers, when it is not the platform's. */
  readonly Response?: typeof Response;
  /** True when all callers get the same Response, so that each must read a clone. */
  readonly gives?: 'one for all';
  get(url: string, init?: RequestInit): Promise<Answer>;
}

/** Reads a whole answer in the way that the contender needs. */
export const textOf = ({ gives }: Contender, answer: Answer): Promise<string> =>
  (gives ? (answer as Response).clone() : answer).text();
