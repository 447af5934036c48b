// Draws plots of results: a Vega-Lite specification becomes an SVG file, without a browser.

import { mkdirSync, writeFileSync } from 'node:fs';
import type { Plot } from './benchmark.ts';
import { peer } from './peers.ts';

const folder = new URL('../../docs/plots/', import.meta.url);

interface Vega {
  parse(spec: object): object;
  View: new (runtime: object, options: object) => { toSVG(): Promise<string>; finalize(): void };
}

/** Draws a plot to docs/plots/<name>.svg. */
export async function draw({ name, spec }: Plot): Promise<void> {
  const vega = await peer<Vega>('vega');
  const { compile } = await peer<{ compile(spec: object): { spec: object } }>('vega-lite');
  const view = new vega.View(vega.parse(compile(spec).spec), { renderer: 'none' });
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${name}.svg`, folder), `${await view.toSVG()}\n`);
  view.finalize();
}
