// A panel's page: alone, or inside the front, which tells it what to do.

import '../css/page.css';
import '../css/panel.css';
import '../css/maps.css';
import '../css/gallery.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import type { Mode } from '../../server/site.ts';
import type { Command, News } from '../shared/messages.ts';
import { linkId, origins, site, wishes } from '../shared/site.ts';
import { Panel } from './panel.ts';
import { race } from './race.ts';
import { endWorkers, startWorker } from './requests.ts';
import { PanelView } from './view.tsx';

const mode = site.role as Mode;
const embedded = window !== window.top;
const galleryOnly = wishes.get('view') === 'gallery';

const { worker, notice } = await (mode === 'worker' ? startWorker() : endWorkers());
const panel = new Panel(mode);
// For the console.
Object.assign(globalThis, { flightPanel: panel, worker });
const tell = (news: News) => parent.postMessage(news, origins.front);

/** What goes before: a new start must be over before anything else begins. */
let started: Promise<unknown> = Promise.resolve();

/** What the front, or this page's own buttons, or another tab on this link asks for. */
const obey = async (command: Command): Promise<unknown> => {
  if (command.type === 'restart') return (started = panel.reset());
  await started;
  if (command.type === 'stack') return panel.start(command.stack);
  if (command.type === 'go') return panel.go(command.view);
  if (command.type === 'again') return panel.again();
  if (command.type === 'race') return race(panel).then(() => embedded && tell({ type: 'raced' }));
  if (command.type === 'preload') return panel.gallery.preload();
  if (command.type === 'pick') return panel.gallery.show(command.name);
  panel.span.value = command.span;
};

/** Tabs on one link do the same at the same time, so that there is something for a worker to share. */
const tabs = new BroadcastChannel(`coflight-demo/${linkId}`);
tabs.addEventListener('message', ({ data }) => obey(data));
const command = (wanted: Command) => {
  tabs.postMessage(wanted);
  obey(wanted);
};

if (!embedded) {
  // Whoever copies the address comes to the same link.
  const address = new URL(location.href);
  address.searchParams.set('link', linkId);
  history.replaceState(null, '', address);
}
document.documentElement.classList.toggle('embedded', embedded);
document.title = `coflight: ${mode}`;
const host = document.getElementById('panel') as HTMLElement;
render(<PanelView {...{ panel, notice, embedded, galleryOnly, command }} />, host);

if (embedded) {
  addEventListener('message', ({ origin, data }) => {
    if (origin === origins.front) obey(data);
  });
  effect(() => tell({ type: 'figures', figures: panel.figures.value }));
  new ResizeObserver(() => tell({ type: 'height', height: host.offsetHeight })).observe(host);
  // A picture that is chosen here is chosen in all panels.
  addEventListener('pick', (event) => tell({ type: 'picked', name: (event as CustomEvent<string>).detail }));
}

started = panel.reset();
await started;
if (embedded) tell({ type: 'ready' });
if (!galleryOnly) void panel.start();
