self.coflight = { match: ({ url }) => url.includes('/r/') };
