// The interface of a way to load pictures, and the states that it reports.

export type State = '' | 'waiting' | 'loading' | 'ready' | 'failed';

export type Tell = (url: string, state: State) => void;

/** One way to load pictures. */
export interface Pictures {
  preload(urls: readonly string[]): void;
  load(url: string, signal: AbortSignal): Promise<HTMLImageElement>;
  stop(): void;
}
