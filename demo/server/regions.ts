// The twenty pictures of the gallery: parts of the world by night.

/** A picture's subject: where its middle is, and how near it is seen. */
export interface Region {
  /** As it stands in a URL. */
  readonly name: string;
  readonly title: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly zoom: number;
}

const list: readonly (readonly [title: string, longitude: number, latitude: number, zoom: number])[] = [
  ['Western Europe', 4.5, 49.2, 6],
  ['British Isles', -4.2, 54.2, 7],
  ['Iberia', -3.6, 40.2, 7],
  ['Alps', 10.6, 46.4, 8],
  ['Italy', 12.8, 42.2, 7],
  ['Aegean', 25.4, 38.6, 7],
  ['Scandinavia', 15.5, 61.5, 6],
  ['Nile', 31.8, 27.6, 7],
  ['Levant', 36.6, 33.6, 7],
  ['Gulf of Guinea', 4.2, 7.6, 7],
  ['Cape', 26.4, -29.6, 7],
  ['Ganges', 82.6, 25.8, 7],
  ['Southern India', 78.4, 13.2, 7],
  ['Pearl River', 113.4, 24.6, 7],
  ['Japan', 137.2, 36.4, 7],
  ['Java', 110.4, -7.2, 8],
  ['Great Lakes', -83.4, 42.6, 7],
  ['East Coast', -77.2, 38.8, 7],
  ['California', -119.4, 36.4, 7],
  ['Río de la Plata', -60.2, -33.6, 7],
];

/** Letters and hyphens of a title, without accents. */
function plain(title: string): string {
  const letters = title.normalize('NFD').replace(/\p{Mark}/gu, '');
  return letters.toLowerCase().replaceAll(' ', '-');
}

export const regions: readonly Region[] = list.map(([title, longitude, latitude, zoom]) => ({
  name: plain(title),
  title,
  longitude,
  latitude,
  zoom,
}));
