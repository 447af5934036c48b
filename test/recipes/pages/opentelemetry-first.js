import { instrument } from './opentelemetry.js';

export function client(makeFetch) {
  instrument();
  const fetch = makeFetch(); // on top of OpenTelemetry's: one request, one span
  return (url, signal) => fetch(url, { signal }).then((response) => response.json());
}
