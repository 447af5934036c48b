// Where the maps begin, and where the button takes them.

/** The side of a tile in pixels, as on the server. */
export const worldTileSize = 256;

/** @typedef {{ readonly name: string, readonly center: [latitude: number, longitude: number], readonly zoom: number }} View */

/** @type {readonly View[]} */
export const views = [
  { name: 'Europe', center: [47.5, 9], zoom: 4 },
  { name: 'Japan', center: [36, 137], zoom: 5 },
  { name: 'the Ganges', center: [25.5, 83], zoom: 5 },
  { name: 'the Nile', center: [27.5, 31.5], zoom: 5 },
  { name: 'the Gulf of Guinea', center: [7, 4], zoom: 5 },
  { name: 'the Río de la Plata', center: [-34, -60], zoom: 5 },
  { name: 'the Caribbean', center: [18.5, -73], zoom: 5 },
  { name: 'the East Coast', center: [40, -76], zoom: 6 },
];
