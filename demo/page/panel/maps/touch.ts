/** The map is under a finger, which scrolls the page: it takes two to move the map. */
export const underFinger: boolean = matchMedia('(pointer: coarse)').matches;
