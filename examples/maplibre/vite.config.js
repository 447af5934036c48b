import { tiles } from './tiles.js';

export default {
  plugins: [tiles],
  // Its worker is found beside its module.
  optimizeDeps: { exclude: ['maplibre-gl'] },
};
