import { site } from './site.ts';

export function Footer() {
  return (
    <footer id="credits" tabIndex={-1}>
      <p>
        <code>npm install coflight</code>
        {' · '}
        <a href="https://github.com/coflight/coflight">Source and documentation</a>
      </p>
      Borders and coasts: <a href="https://www.naturalearthdata.com/">Natural Earth</a>, public domain. Towns:{' '}
      <a href="https://www.geonames.org/">GeoNames</a>, CC BY 4.0. Lettering: Barlow, OFL. Maps by{' '}
      <a href="https://leafletjs.com/">Leaflet</a>, <a href="https://openlayers.org/">OpenLayers</a> and{' '}
      <a href="https://maplibre.org/">MapLibre</a>.{' '}
      {site.still ? 'A worker in your browser plays the server.' : 'All of it is drawn on this machine.'}
    </footer>
  );
}
