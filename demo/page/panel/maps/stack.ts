// The interface of a map library in the demo: four maps that follow each other, each with a layer of JSON.

import type { CoalescingFetch } from 'coflight';
import type { FeatureCollection, MultiLineString, Point } from 'geojson';
import type { Properties } from '../../../server/places-within.ts';
import type { View } from '../../../server/views.ts';
import type { Outcome } from '../flight.ts';

export type Cities = FeatureCollection<Point, Properties>;

/** How one map shows the layers of JSON. */
export interface Look {
  readonly name: string;
  /** The radius in pixels; 0 hides it. */
  radius(place: Properties): number;
  readonly colour: string;
  readonly opacity: number;
  /** The width of borders in pixels. */
  readonly border: number;
}

export interface Tiles {
  /** With `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  /** Of a tile on the page, in pixels. */
  readonly size: number;
}

/** What a map is made of. */
export interface Context {
  readonly view: View;
  readonly raster: Tiles;
  /** The address of vector tiles. */
  readonly vector: string;
  readonly dark: boolean;
  readonly looks: readonly Look[];
  /** The wrapped fetch that all maps of the page share; undefined where there is none. */
  readonly shared: CoalescingFetch | undefined;
  /** The fetch of the map of that number. */
  fetchFor(map: number): typeof fetch;
  /** Called when that map asks for a tile without its fetch. */
  asks(map: number, url: string): void;
  /** Called when a tile has come that cannot be shown. */
  blame(url: string): void;
  /** Called when a tile has ended; for a failure with the status, if the server has answered. */
  settles(map: number, url: string, outcome: Outcome, status?: number): void;
}

/** One of four maps. */
export interface MapHandle {
  show(view: View): void;
  /** Degrees: west, south, east, north; and the zoom of a world of 256 pixels. */
  extent(): { readonly bounds: readonly [number, number, number, number]; readonly zoom: number };
  /** Calls back whenever the map has come to rest in a view. */
  onRest(rested: () => void): void;
  draw(cities: Cities | undefined, borders: MultiLineString | undefined): void;
  /** Resolves when all tiles of the view are drawn. */
  settled(): Promise<void>;
  remove(): void;
}

export type Mount = (hosts: readonly HTMLElement[], context: Context) => Promise<MapHandle[]>;

export const empty: Cities = { type: 'FeatureCollection', features: [] };
