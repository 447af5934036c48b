// Leaflet 2 comes without types; what the tests use of it is as in 1.9.
declare module 'leaflet-2' {
  export * from 'leaflet';
}
