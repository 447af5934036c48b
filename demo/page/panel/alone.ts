// A panel in its own tab. All tabs on its link carry out each of its commands.

import { effect } from '@preact/signals';
import { keep } from '../shared/address.ts';
import { unlessGone } from '../shared/link.ts';
import type { Command } from '../shared/messages.ts';
import { linkId } from '../shared/site.ts';
import { Commands, runFor } from './commands.ts';
import type { Panel } from './panel.ts';
import { Tabs } from './tabs.ts';

/** Starts the panel, in the run of the other tabs if there are some; returns what its own buttons call. */
export function startAlone(panel: Panel, galleryOnly: boolean): (command: Command) => void {
  // A copied address leads to the same link.
  keep('link', linkId);
  const publish = () => tabs.publish(panel.trace.ledger.snapshot());
  const tabs = new Tabs(`${linkId}-${panel.mode}`, {
    command(command, run) {
      if (run) tabs.clear();
      void commands.carryOut(command, run);
    },
    hello: publish,
    asked(others) {
      panel.others.value = others;
      panel.monitor.soon();
    },
  });
  const start = async () => {
    const others = await tabs.join();
    const run = others ? (await panel.link.report(Number.MAX_SAFE_INTEGER)).run : undefined;
    await panel.reset(run);
    effect(() => {
      panel.flights.value;
      publish();
    });
  };
  const started = start().catch(unlessGone);
  const commands = new Commands(panel, started);
  if (!galleryOnly) void started.then(() => panel.atlas.again());
  const act = async (command: Command) => {
    const run = await runFor(panel, command);
    if (run) tabs.clear();
    tabs.tell(command, run);
    void commands.carryOut(command, run);
  };
  return (command) => void act(command).catch(unlessGone);
}
