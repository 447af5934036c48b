import { browserTracingIntegration, init } from '@sentry/browser';

const options = {
  dsn: 'https://key@sentry.test/1',
  integrations: [browserTracingIntegration()],
  tracesSampleRate: 1,
  tracePropagationTargets: [/.*/],
  transport: () => ({ send: async () => ({}), flush: async () => true }),
};

export function client(makeFetch) {
  globalThis.fetch = makeFetch({ ignoreHeaders: ['sentry-trace', 'baggage', 'traceparent', 'tracestate'] });
  init(options); // on top of the wrapped fetch: a span for each call
  return (url, signal) => globalThis.fetch(url, { signal }).then((response) => response.json());
}
