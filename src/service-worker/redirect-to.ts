/** Returns a redirect that every browser accepts from a worker for every request, and that no cache stores. */
export const redirectTo = (location: string): Response =>
  new Response(null, {
    status: 307,
    headers: {
      location,
      vary: '*',
      // WebKit needs these for another origin. The last one is for pages with `Cross-Origin-Embedder-Policy`.
      'access-control-allow-origin': self.location.origin,
      'access-control-allow-credentials': 'true',
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
