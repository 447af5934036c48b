import { TileLayer } from '@deck.gl/geo-layers';
import { JSONLoader } from '@loaders.gl/json';
import { askByLayers } from './deck.js';

export function client(makeFetch) {
  globalThis.fetch = makeFetch();
  return askByLayers(
    (props, done, fail) =>
      new TileLayer({
        ...props,
        maxZoom: 0,
        loaders: [JSONLoader],
        renderSubLayers: () => null,
        onTileLoad: ({ content }) => done(content),
        onTileError: fail,
      }),
  );
}
