// Carries out commands of a panel. They come from its front, its own buttons, or another tab on its link.

import { unlessGone } from '../shared/link.ts';
import type { Command } from '../shared/messages.ts';
import type { Panel } from './panel.ts';

/** The commands that start the counts again. */
const anew = new Set<Command['type']>(['stack', 'race', 'restart']);

/** Begins a new run at the server, where that command needs one, and names it. */
export async function runFor(panel: Panel, { type }: Command): Promise<string | undefined> {
  return anew.has(type) ? (await panel.link.reset()).run : undefined;
}

export class Commands {
  readonly #panel: Panel;
  /** Settles when the counts have started again. Later commands wait for it. */
  #started: Promise<unknown>;

  constructor(panel: Panel, started: Promise<unknown>) {
    this.#panel = panel;
    this.#started = started;
  }

  /** Resolves when that is done, or cannot be done because the server is gone. */
  async carryOut(command: Command, run?: string): Promise<void> {
    const panel = this.#panel;
    if (command.type === 'stop') return panel.race.stop();
    if (command.type === 'look') return panel.monitor.soon();
    if (command.type === 'restart') this.#started = panel.reset(run).catch(unlessGone);
    await this.#started;
    await this.#do(command, run).catch(unlessGone);
  }

  async #do(command: Command, run: string | undefined): Promise<void> {
    const panel = this.#panel;
    if (command.type === 'stack') await panel.start(command.stack, run);
    else if (command.type === 'go') await panel.atlas.go(command.view);
    else if (command.type === 'again') await panel.atlas.again();
    else if (command.type === 'race') await panel.race.fly(run);
    else if (command.type === 'preload') panel.gallery.preload();
    else if (command.type === 'pick') await panel.gallery.show(command.name);
    else if (command.type === 'step') await panel.step.take(command.step);
    else if (command.type === 'span') panel.span.value = command.span;
  }
}
