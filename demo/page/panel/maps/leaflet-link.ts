// Leaflet maps that show one view: the one that is moved leads, and the others follow in the same frame.

import { DomUtil, type Map as LeafletMap } from 'leaflet';

/** Links maps of equal size. */
export function linkMaps(maps: readonly LeafletMap[]): void {
  /** While one map's move is passed on, the others' own events are echoes. */
  let leading = false;
  /** Where a zoom leads that has been passed on: the followers report the same one a frame later. */
  let heading = '';

  for (const leader of maps) {
    const followers = maps.filter((map) => map !== leader);
    const lead = (follow: (follower: LeafletMap) => void) => {
      if (leading) return;
      leading = true;
      followers.forEach(follow);
      leading = false;
    };
    leader.on('move', () => lead((follower) => slide(leader, follower)));
    leader.on('moveend', () => lead((follower) => arrive(leader, follower)));
    leader.on('dragstart', () => {
      for (const follower of followers) follower.stop();
    });
    leader.on('zoomend', () => {
      heading = '';
    });
    leader.on('zoomanim', ({ center, zoom }) => {
      if (heading === `${center} ${zoom}`) return;
      heading = `${center} ${zoom}`;
      lead((follower) => follower.setView(center, zoom, { animate: true }));
    });
  }
}

/** Sizes and views are equal, so that the same offset is the same place: to the pixel, and without rounding. */
function slide(leader: LeafletMap, follower: LeafletMap): void {
  if (!alike(leader, follower)) return;
  DomUtil.setPosition(paneOf(follower), DomUtil.getPosition(paneOf(leader)));
  follower.fire('move');
}

function arrive(leader: LeafletMap, follower: LeafletMap): void {
  if (alike(leader, follower)) {
    slide(leader, follower);
    follower.fire('moveend');
  } else if (follower.getSize().equals(leader.getSize())) {
    follower.setView(leader.getCenter(), leader.getZoom(), { animate: false });
  }
}

/** Of equal size, and with the same idea of where the world is: while the window is resized they are not. */
function alike(one: LeafletMap, other: LeafletMap): boolean {
  return (
    one.getZoom() === other.getZoom() &&
    one.getSize().equals(other.getSize()) &&
    one.getPixelOrigin().equals(other.getPixelOrigin())
  );
}

const paneOf = (map: LeafletMap) => map.getPane('mapPane') as HTMLElement;
