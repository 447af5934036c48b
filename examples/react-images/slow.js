// Lets each picture take 0.4 seconds, and tells how often each was asked for.

import { setTimeout } from 'node:timers/promises';

const requests = {};

export const slow = {
  name: 'slow',
  configureServer({ middlewares }) {
    middlewares.use(async (request, response, next) => {
      if (request.url === '/requests.json') return response.end(JSON.stringify(requests));
      const [, picture] = request.url.match(/^\/(dawn|noon|dusk|night)\.svg$/) ?? [];
      if (picture) {
        requests[picture] = (requests[picture] ?? 0) + 1;
        await setTimeout(400);
      }
      next();
    });
  },
};
