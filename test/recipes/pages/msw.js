import { http, passthrough } from 'msw';
import { setupWorker } from 'msw/browser';

export async function client(makeFetch) {
  const worker = setupWorker(http.get('*/r/*', () => passthrough()));
  await worker.start({ quiet: true, onUnhandledRequest: 'bypass' });
  const fetch = makeFetch();
  return (url, signal) => fetch(url, { signal }).then((response) => response.json());
}
