import { VitePWA } from 'vite-plugin-pwa';

// Both ways that docs/service-worker.md shows: `--mode generateSW` and `--mode injectManifest`.
const ways = {
  generateSW: {
    workbox: {
      importScripts: ['coflight-options.js', 'coflight-sw.js'],
      skipWaiting: true,
      clientsClaim: true,
    },
  },
  injectManifest: { strategies: 'injectManifest', srcDir: 'src', filename: 'sw.js' },
};

export default ({ mode }) => ({
  build: { outDir: `dist/${mode}` },
  plugins: [VitePWA({ injectRegister: false, ...ways[mode] })],
});
