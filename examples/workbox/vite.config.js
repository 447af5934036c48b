import { setTimeout } from 'node:timers/promises';

let answers = 0;

/** Answers slowly, and numbers its answers. */
const server = {
  name: 'server',
  configurePreviewServer({ middlewares }) {
    middlewares.use('/time', async (_, response) => {
      const number = ++answers;
      await setTimeout(500);
      response.setHeader('cache-control', 'no-store');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ number, time: new Date().toLocaleTimeString('en') }));
    });
  },
};

export default {
  plugins: [server],
  build: {
    rollupOptions: {
      input: ['index.html', 'frame.html', 'sw.js'],
      // The worker keeps its name, and lies at the root, so that its scope is the whole site.
      output: { entryFileNames: ({ name }) => (name === 'sw' ? '[name].js' : 'assets/[name]-[hash].js') },
    },
  },
};
