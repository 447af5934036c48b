import { tiles } from './tiles.js';

export default {
  plugins: [tiles],
  // MapLibre looks for its worker beside its module.
  optimizeDeps: { exclude: ['maplibre-gl'] },
};
