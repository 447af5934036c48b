import { ScatterplotLayer } from '@deck.gl/layers';
import { JSONLoader } from '@loaders.gl/json';
import { askByLayers } from './deck.js';

export function client(makeFetch) {
  const fetch = makeFetch();
  return askByLayers(
    (props, done, fail) =>
      new ScatterplotLayer({
        ...props,
        loaders: [JSONLoader],
        loadOptions: { core: { fetch } },
        dataTransform: (data) => [data],
        getPosition: [0, 0],
        onDataLoad: ([data]) => done(data),
        onError: fail,
      }),
  );
}
