// A panel inside the front. It carries out the commands of the front, and reports its figures.

import { effect } from '@preact/signals';
import { unlessGone } from '../shared/link.ts';
import type { News } from '../shared/messages.ts';
import { origins } from '../shared/site.ts';
import { Commands } from './commands.ts';
import type { Panel } from './panel.ts';

/** Resolves when the panel can take commands. */
export async function startEmbedded(panel: Panel, galleryOnly: boolean): Promise<void> {
  const front = new URL(origins.front).origin;
  const tell = (news: News) => parent.postMessage(news, front);
  const started = panel.reset().catch(unlessGone);
  const commands = new Commands(panel, started);
  addEventListener('message', async ({ origin, source, data }) => {
    if (origin !== front || source !== parent) return;
    await commands.carryOut(data);
    if (data.type === 'race') tell({ type: 'raced' });
  });
  effect(() => tell({ type: 'figures', figures: panel.figures.value }));
  // A picture that is chosen here is chosen in all panels.
  addEventListener('pick', (event) => tell({ type: 'picked', name: (event as CustomEvent<string>).detail }));
  await started;
  tell({ type: 'ready' });
  if (!galleryOnly) void panel.atlas.again();
}
