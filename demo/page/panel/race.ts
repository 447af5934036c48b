// The race: the same flight path in each panel, with the gallery preloading all the while.

import { site } from '../shared/site.ts';
import type { Panel } from './panel.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves when the last picture is shown. */
export async function race(panel: Panel): Promise<void> {
  panel.view.value = 0;
  await panel.reset();
  const begun = performance.now();
  await panel.again();
  panel.gallery.preload();
  await panel.go(1);
  await panel.go(2);
  // Changed one's mind: what has not come yet is not wanted any more.
  void panel.go(3);
  await pause(100);
  await panel.go(4);
  await panel.gallery.show(site.gallery.at(-1)?.name ?? '');
  panel.raceTime.value = performance.now() - begun;
  panel.gallery.stop();
  await panel.monitor.look();
}
