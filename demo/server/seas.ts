// The names of seas, written by hand: this package of Natural Earth names countries only.

/** Where a sea's name stands, in degrees, and how wide the sea is, as a share of the world's width. */
export const seas: readonly (readonly [text: string, longitude: number, latitude: number, width: number])[] =
  [
    ['Pacific Ocean', -140, 8, 0.2],
    ['Pacific Ocean', 172, 14, 0.16],
    ['Atlantic Ocean', -38, 28, 0.12],
    ['South Atlantic', -16, -24, 0.11],
    ['Indian Ocean', 78, -22, 0.12],
    ['Southern Ocean', 20, -60, 0.18],
    ['Arctic Ocean', 0, 82, 0.2],
    ['Mediterranean Sea', 18.2, 34.4, 0.05],
    ['Black Sea', 34.3, 43.2, 0.022],
    ['North Sea', 3, 56.4, 0.02],
    ['Norwegian Sea', 2, 67, 0.045],
    ['Caribbean Sea', -75, 14.8, 0.045],
    ['Gulf of Mexico', -90, 25, 0.035],
    ['Arabian Sea', 63.5, 14.5, 0.04],
    ['Bay of Bengal', 88.2, 14.5, 0.034],
    ['South China Sea', 114, 13.8, 0.036],
    ['Sea of Japan', 134.4, 40, 0.022],
    ['Coral Sea', 156, -17, 0.04],
    ['Tasman Sea', 161, -38, 0.04],
    ['Hudson Bay', -85.5, 59.8, 0.03],
    ['Baltic Sea', 19.4, 56.6, 0.014],
  ];
