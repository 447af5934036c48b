// Tabs on one link do the same at the same time, so that a worker has requests to share. The server counts the requests
// of all tabs, so each tab must know the requests of the others.

import type { Command } from '../shared/messages.ts';
import type { Snapshot } from './ledger.ts';

/** What tabs say to each other. */
type Word =
  | { readonly type: 'command'; readonly command: Command; readonly run: string | undefined }
  | { readonly type: 'asked'; readonly tab: string; readonly asked: Snapshot }
  | { readonly type: 'hello' };

interface Heard {
  /** Another tab carries out that command. `run` is the name under which the counts start again. */
  command(command: Command, run: string | undefined): void;
  /** Another tab wants to know what this one has asked for. */
  hello(): void;
  /** What the other tabs have asked for. */
  asked(others: readonly Snapshot[]): void;
}

export class Tabs {
  /** The asks of each other tab, by its name, also of tabs that were closed. */
  readonly #others = new Map<string, Snapshot>();
  readonly #name: string;
  readonly #tab: string = crypto.randomUUID();
  readonly #channel: BroadcastChannel;

  constructor(link: string, heard: Heard) {
    this.#name = `coflight demo ${link}`;
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
      if (data.type === 'command') heard.command(data.command, data.run);
      else if (data.type === 'hello') heard.hello();
      else heard.asked([...this.#others.set(data.tab, data.asked).values()]);
    });
  }

  /** Whether other tabs are there already. From now on this one is. */
  async join(): Promise<boolean> {
    const { held = [] } = await navigator.locks.query();
    const others = held.some(({ name }) => name === this.#name);
    void navigator.locks.request(this.#name, { mode: 'shared' }, () => new Promise(() => {}));
    if (others) this.#say({ type: 'hello' });
    return others;
  }

  /** Called when the counts start again. */
  clear(): void {
    this.#others.clear();
  }

  /** Tells the others to do that, too. */
  tell(command: Command, run: string | undefined): void {
    this.#say({ type: 'command', command, run });
  }

  /** Tells them what this tab has asked for. */
  publish(asked: Snapshot): void {
    this.#say({ type: 'asked', tab: this.#tab, asked });
  }

  #say(word: Word): void {
    this.#channel.postMessage(word);
  }
}
