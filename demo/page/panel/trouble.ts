// Why there are no maps, or no tiles on them, in a sentence for the visitor.

import { type Signal, signal } from '@preact/signals';
import { wishes } from '../shared/site.ts';

/** The visitor's own tile server. The demo does not know what it counts. */
export const foreign: string | undefined = wishes.get('tiles') ?? undefined;

/** The placeholders that an address of tiles must have. */
const parts = ['{z}', '{x}', '{y}'];

/** Returns what is wrong with an address of tiles; an empty text for a right one. */
function faultOf(template: string): string {
  const url = URL.parse(template);
  if (url && /^https?:$/.test(url.protocol) && parts.every((part) => template.includes(part))) return '';
  return `No tiles: \`?tiles=${template}\` is not an address of tiles. An example: https://tiles.example/{z}/{x}/{y}.png.`;
}

/** What is wrong with the address of the visitor's tile server; empty where nothing is, or where there is none. */
export const foreignFault: string = foreign === undefined ? '' : faultOf(foreign);

export class Trouble {
  /** Empty where all is well. */
  readonly reason: Signal<string> = signal('');
  /** True when something is wrong, also while the reason is unknown. */
  readonly any: Signal<boolean> = signal(false);
  /** The number of the current question. Answers to earlier ones are ignored. */
  #turn = 0;

  clear(): void {
    this.#turn++;
    this.reason.value = foreignFault;
    this.any.value = this.reason.value !== '';
  }

  tell(reason: string): void {
    this.any.value = true;
    this.reason.value ||= reason;
  }

  /** Called when an address of tiles answers with an error, or not at all. */
  blame(url: string, status?: number): void {
    if (this.any.value) return;
    this.any.value = true;
    const turn = this.#turn;
    void reasonOf(url, status).then((reason) => {
      if (turn === this.#turn) this.tell(reason);
    });
  }
}

/** Asks once more to find out the reason, if necessary without CORS, which needs no permission of that server. */
async function reasonOf(url: string, known: number | undefined): Promise<string> {
  const { host } = new URL(url);
  const ask = (mode: RequestMode) => fetch(url, { mode, cache: 'no-store' }).catch(() => undefined);
  const status = known ?? (await ask('cors'))?.status;
  if (status === 200) return `No tiles: ${host} answers with something that is not an image.`;
  if (status) return `No tiles: ${host} answers with status ${status}.`;
  return (await ask('no-cors'))
    ? `No tiles: ${host} does not let this page read them: its answers lack Access-Control-Allow-Origin.`
    : `No tiles: ${host} cannot be reached.`;
}
