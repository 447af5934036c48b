// Frameworks and tools in a page.

import { afterAll, beforeAll } from 'vitest';
import { openPages, type Pages } from './page.ts';
import { type Recipe, tryAll } from './recipe.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

const page =
  (module: string): Recipe['client'] =>
  (fetch) =>
    pages.client(module)(fetch);

tryAll('pages', [
  { name: 'React, an effect in StrictMode', npm: 'react', client: page('effect') },
  { name: 'React, `use` in StrictMode', npm: 'react', client: page('use'), aborts: false },
  {
    name: 'TanStack Query, `useQuery` in StrictMode',
    npm: '@tanstack/react-query',
    client: page('tanstack'),
  },
  { name: 'SWR, a cache for each part of a page', npm: 'swr', client: page('swr'), aborts: false },
  { name: 'Vue', npm: 'vue', client: page('vue') },
  { name: 'Solid', npm: 'solid-js', client: page('solid') },
  { name: 'Svelte', npm: 'svelte', client: page('svelte') },
  { name: 'Angular’s `HttpClient`', npm: '@angular/common', client: page('angular') },
  { name: 'MSW in the page', npm: 'msw', client: page('msw') },
  { name: 'three.js, `FileLoader`', npm: 'three', client: page('three'), aborts: false },
  { name: 'deck.gl, the `data` of a layer', npm: '@deck.gl/core', client: page('deck-data') },
  { name: 'deck.gl, a tile of a `TileLayer`', npm: '@deck.gl/geo-layers', client: page('deck-tiles') },
  { name: 'Cesium, with the service worker', npm: '@cesium/engine', client: page('cesium') },
  {
    name: 'Sentry first, then `createFetch()`',
    npm: '@sentry/browser',
    client: page('sentry-first'),
    sends: 'sentry-trace',
  },
  {
    name: 'Sentry on top, with `ignoreHeaders`',
    npm: '@sentry/browser',
    client: page('sentry-on-top'),
    sends: 'sentry-trace',
  },
  {
    name: 'OpenTelemetry first, then `createFetch()`',
    npm: '@opentelemetry/instrumentation-fetch',
    client: page('opentelemetry-first'),
    sends: 'traceparent',
  },
  {
    name: 'OpenTelemetry on top, with `ignoreHeaders`',
    npm: '@opentelemetry/instrumentation-fetch',
    client: page('opentelemetry-on-top'),
    sends: 'traceparent',
  },
]);
