// Leaflet 2 has no types. The parts that the tests use are as in 1.9.
declare module 'leaflet-2' {
  export * from 'leaflet';
}
