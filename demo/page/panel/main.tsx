// A panel's page: alone, or inside the front, which tells it what to do.

import '../css/page.css';
import '../css/controls.css';
import '../css/card.css';
import '../css/panel.css';
import '../css/maps.css';
import '../css/gallery.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import type { Mode } from '../../server/site.ts';
import { wishedSettings } from '../shared/address.ts';
import { letters } from '../shared/letters.ts';
import { unlessGone } from '../shared/link.ts';
import type { Command } from '../shared/messages.ts';
import { site, wishes } from '../shared/site.ts';
import { playServer } from '../shared/still.ts';
import { startAlone } from './alone.ts';
import { Commands } from './commands.ts';
import { startEmbedded } from './embedded.ts';
import { Panel } from './panel.ts';
import { endWorkers, startWorker } from './service.ts';
import { PanelView } from './view.tsx';

const mode = site.role as Mode;
const embedded = window !== window.top;
const galleryOnly = wishes.get('view') === 'gallery';

await playServer();
const { worker, notice } = await (mode === 'worker' ? startWorker() : endWorkers());
const panel = new Panel(mode);
// For the console.
Object.assign(globalThis, { flightPanel: panel, worker });
// An error is not handled here: the form of the settings shows what the server refuses.
const applySettings = () => panel.link.set(wishedSettings()).catch(() => {});
await applySettings();

await letters();
const own = new Commands(panel, Promise.resolve());
const command: (wanted: Command) => void = embedded
  ? (wanted) => void own.carryOut(wanted)
  : startAlone(panel, galleryOnly);

document.documentElement.classList.toggle('embedded', embedded);
document.title = `coflight: ${mode}`;
const host = document.getElementById('panel') as HTMLElement;
render(<PanelView {...{ panel, notice, embedded, galleryOnly, command }} />, host);
if (embedded) void startEmbedded(panel, galleryOnly);

// A server that has come back knows nothing of this link.
panel.monitor.greet = applySettings;
let lost = false;
effect(() => {
  if (lost && !panel.monitor.lost.value) void panel.start().catch(unlessGone);
  lost = panel.monitor.lost.value;
});
