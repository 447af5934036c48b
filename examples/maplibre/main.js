import 'maplibre-gl/dist/maplibre-gl.css';
import { createFetch } from 'coflight';
import { coalesceRequests } from 'coflight/maplibre';
import * as maplibregl from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';

maplibregl.setWorkerUrl(workerUrl);

// Linked maps ask some milliseconds apart: an answer may still be joined for a second.
const fetch = createFetch({ linger: 1000 });
const transformRequest = coalesceRequests(maplibregl, { fetch });

const view = { center: [14, 46], zoom: 3.4 };
const create = (container, name, pitch) => {
  // The name that a screen reader says.
  const locale = { 'Map.Title': name };
  return new maplibregl.Map({ container, style: '/style.json', transformRequest, ...view, pitch, locale });
};
const maps = [create('plain', 'Flat map', 0), create('tilted', 'Tilted map', 45)];

/** Lets one map follow another. Each keeps its pitch. */
function follow(leader, follower) {
  leader.on('move', ({ originalEvent }) => {
    if (originalEvent) follower.jumpTo({ center: leader.getCenter(), zoom: leader.getZoom() });
  });
}
follow(maps[0], maps[1]);
follow(maps[1], maps[0]);

const status = document.querySelector('[role=status]');
fetch.addEventListener('settle', () => {
  const { calls, launched } = fetch.stats();
  status.textContent = `Two maps asked ${calls} times. ${launched} requests were sent.`;
});
