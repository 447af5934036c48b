// Four maps of one library on one view, with their layers of JSON.

import type { MultiLineString } from 'geojson';
import type { View } from '../../../server/views.ts';
import type { StackName } from '../../shared/stacks.ts';
import { blockOf } from './block.ts';
import type { Cities, Context, MapHandle, Mount } from './stack.ts';

/** Loads what a stack's maps are made with. */
export const mounts: Readonly<Record<StackName, () => Promise<Mount>>> = {
  leaflet: async () => (await import('./leaflet.ts')).mountFetched,
  'leaflet-img': async () => (await import('./leaflet.ts')).mountImages,
  openlayers: async () => (await import('./openlayers.ts')).mount,
  'maplibre-raster': async () => (await import('./maplibre.ts')).mountRaster,
  'maplibre-vector': async () => (await import('./maplibre.ts')).mountVector,
};

/** The JSON that one map shows. The map asks again whenever it rests in another block of tiles. */
class JsonLayer {
  readonly #map: MapHandle;
  readonly #fetch: typeof fetch;
  readonly #urlOf: (path: string) => string;
  /** Exactly while a request for it is under way or its answer is shown. */
  #block = '';
  #leaving = new AbortController();
  #borders: MultiLineString | undefined;
  #cities: Cities | undefined;
  /** Resolves when nothing is under way; never rejects. */
  settled: Promise<void> = Promise.resolve();

  constructor(map: MapHandle, send: typeof fetch, urlOf: (path: string) => string) {
    this.#map = map;
    this.#fetch = send;
    this.#urlOf = urlOf;
    map.onRest(() => this.update());
  }

  update(): void {
    const block = blockOf(this.#map.extent());
    if (block === this.#block) return;
    this.#block = block;
    this.#leaving.abort();
    this.#leaving = new AbortController();
    this.settled = this.#load(block, this.#leaving.signal).catch(() => {
      // The request was aborted or has failed. The next view asks again.
      if (this.#block === block) this.#block = '';
    });
  }

  end(): void {
    this.#leaving.abort();
  }

  async #load(block: string, signal: AbortSignal): Promise<void> {
    const ask = async (path: string) => {
      const response = await this.#fetch(this.#urlOf(path), { signal });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return response.json();
    };
    const [cities, borders] = await Promise.all([
      ask(`places/${block}.json`),
      this.#borders ?? ask('borders.json'),
    ]);
    signal.throwIfAborted();
    [this.#cities, this.#borders] = [cities, borders];
    this.#map.draw(this.#cities, this.#borders);
  }
}

export class Maps {
  readonly #maps: readonly MapHandle[];
  readonly #layers: readonly JsonLayer[];

  private constructor(maps: readonly MapHandle[], context: Context, urlOf: (path: string) => string) {
    this.#maps = maps;
    this.#layers = maps.map((map, number) => new JsonLayer(map, context.fetchFor(number), urlOf));
    for (const layer of this.#layers) layer.update();
  }

  static async mount(
    mount: Mount,
    hosts: readonly HTMLElement[],
    context: Context,
    urlOf: (path: string) => string,
  ): Promise<Maps> {
    return new Maps(await mount(hosts, context), context, urlOf);
  }

  /** Goes there without crossing what lies between. */
  show(view: View): void {
    for (const map of this.#maps) map.show(view);
  }

  /** Resolves when all that is in view is drawn. */
  async settled(): Promise<void> {
    await Promise.all(this.#maps.map((map) => map.settled()));
    await Promise.all(this.#layers.map((layer) => layer.settled));
  }

  remove(): void {
    for (const layer of this.#layers) layer.end();
    for (const map of this.#maps) map.remove();
  }
}
