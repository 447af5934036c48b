import { Deck, MapView } from '@deck.gl/core';

/** An empty map, once its WebGL is ready. */
export const openMap = () =>
  new Promise((resolve, reject) => {
    const deck = new Deck({
      parent: document.body,
      width: 256,
      height: 256,
      views: new MapView(),
      viewState: { longitude: 0, latitude: 0, zoom: 0 },
      layers: [],
      onLoad: () => resolve(deck),
      onError: reject,
    });
  });

/** Asks by a layer of a map: `make` makes the layer, and removing it aborts what it loads. */
export async function askByLayers(make) {
  const deck = await openMap();
  const layers = new Map();
  const draw = () => deck.setProps({ layers: [...layers.values()] });
  let count = 0;
  return (url, signal) =>
    new Promise((resolve, reject) => {
      const id = `layer-${count++}`;
      layers.set(id, make({ id, data: url }, resolve, reject));
      draw();
      signal?.addEventListener('abort', () => {
        layers.delete(id);
        draw();
        reject(signal.reason);
      });
    });
}
