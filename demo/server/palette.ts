// The colours of the maps, by day and by night.

/** One style of map. */
export interface Palette {
  readonly water: string;
  /** Rings of water along the coast, from the widest to the narrowest: stroke width and colour. */
  readonly shallows: readonly (readonly [width: number, colour: string])[];
  readonly graticule: string;
  /** The first is ice. */
  readonly land: readonly string[];
  readonly coast: string;
  readonly border: string;
  readonly label: string;
  readonly halo: string;
  readonly sea: string;
}

const light: Palette = {
  water: '#cfe2ea',
  shallows: [
    [13, '#d6e7ed'],
    [7.5, '#deecf0'],
    [3, '#e8f2f4'],
  ],
  graticule: '#c0d7e1',
  land: ['#fbfbf8', '#f4ecd8', '#f3e2cf', '#e9ead0', '#f0e4dc', '#e6e5d6'],
  coast: '#8fb0bd',
  border: '#c7ac94',
  label: '#94836f',
  halo: '#fbf7ef',
  sea: '#7ba3b5',
};

const dark: Palette = {
  water: '#0f1b25',
  shallows: [
    [13, '#11202b'],
    [7.5, '#132531'],
    [3, '#162b39'],
  ],
  graticule: '#182834',
  land: ['#36444d', '#24323a', '#2a333f', '#233736', '#2f3340', '#2b3939'],
  coast: '#4b6876',
  border: '#53636b',
  label: '#7f9098',
  halo: '#1a262e',
  sea: '#41606f',
};

const night: Palette = {
  water: '#07101d',
  shallows: [
    [24, '#091526'],
    [13, '#0c1b2f'],
    [5, '#102339'],
  ],
  graticule: '#101f31',
  land: ['#27303a', '#1c252e', '#1f272f', '#1d272c', '#212731', '#20282d'],
  coast: '#3d5a70',
  border: '#3a4753',
  label: '#d9cdb4',
  halo: '#0b1118',
  sea: '#3a566d',
};

/** By name, as it stands in a URL. */
export const palettes: { readonly [name: string]: Palette } = { light, dark, night };
