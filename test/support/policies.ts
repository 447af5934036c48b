// Each entry of the library, used by a page with the least policy that lets it work.

/** A page, and what it must say when all is well. */
export interface Policed {
  /** The entry as docs/policies.md names it. */
  readonly entry: string;
  /** The directives beside `default-src 'none'`, `script-src 'self'` and Trusted Types. */
  readonly needs: readonly string[];
  /** The allowed policies of Trusted Types. */
  readonly types?: string;
  /** The policy of the worker's file. */
  readonly worker?: string;
  /** The body of an asynchronous function that returns what it has seen. `url` is a resource, `image` an image. */
  readonly script: string;
  readonly sees: unknown;
}

const connect = "connect-src 'self'";
const images = "img-src 'self'";
const blobs = 'img-src blob:';

/** Tiles of Leaflet that this option loads. `make` is the expression of its value. */
const tilesBy = (option: string, { needs, make }: Pick<Policed, 'needs'> & { make: string }): Policed => ({
  entry: `\`coflight/leaflet\` with \`${option}\``,
  needs,
  script: `
      const { coalesceTiles } = await import('/coflight/leaflet.js');
      const options = { ${option}: ${make} };
      return globalThis.tile((layer) => coalesceTiles(layer, options), image);`,
  sees: 'true,8',
});

export const policed: readonly Policed[] = [
  {
    entry: '`coflight`',
    needs: [connect],
    script: `
      const { createFetch } = await import('/coflight/index.js');
      const fetch = createFetch({ linger: 10 });
      const answers = await Promise.all([fetch(url), fetch(url)]);
      return (await Promise.all(answers.map((answer) => answer.text()))).join();`,
    sees: 'ok,ok',
  },
  {
    entry: '`coflight/flights`',
    needs: [],
    script: `
      const { coalesce } = await import('/coflight/flights.js');
      return coalesce(async () => 'run')();`,
    sees: 'run',
  },
  {
    entry: '`coflight/preload`, `watchImages`',
    needs: [images],
    script: `
      const { createPreloader, watchImages } = await import('/coflight/preload.js');
      const images = createPreloader();
      const { naturalWidth } = await images.load(image);
      const picture = document.body.appendChild(document.createElement('picture'));
      const source = picture.appendChild(document.createElement('source'));
      const element = picture.appendChild(document.createElement('img'));
      source.dataset.srcset = image + '&watched';
      element.dataset.src = image;
      const shown = new Promise((resolve) => element.addEventListener('load', resolve));
      const stop = watchImages(document, { images });
      await shown;
      stop();
      return naturalWidth + ',' + element.naturalWidth;`,
    sees: '8,8',
  },
  {
    entry: '`coflight/preload` with `asBlob` or `asBitmap`',
    needs: [connect],
    script: `
      const { createPreloader, asBlob, asBitmap } = await import('/coflight/preload.js');
      const images = createPreloader();
      const blob = await images.load({ src: image, as: asBlob() });
      const bitmap = await images.load({ src: image, as: asBitmap() });
      return blob.type + ',' + bitmap.width;`,
    sees: 'image/png,8',
  },
  {
    entry: '`coflight/register`, `coflight/service-worker`',
    needs: [connect],
    types: 'coflight',
    worker: "default-src 'none'; connect-src 'self'",
    script: `
      const { register } = await import('/coflight/register.js');
      const result = await register('/coflight-sw.js', { match: '/r/*' });
      const text = result.status === 'failed' ? result.message : await (await fetch(url)).text();
      await result.worker?.unregister();
      return result.status + ',' + text;`,
    sees: 'controlled,ok',
  },
  {
    entry: '`coflight/inspector`',
    needs: [],
    script: `
      const { inspect, hints, track } = await import('/coflight/inspector.js');
      const { createFetch } = await import('/coflight/index.js');
      const fetch = createFetch();
      const stops = [track(fetch), hints(fetch)];
      const element = inspect(fetch);
      element.open = true;
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
      for (const stop of stops) stop();
      return getComputedStyle(element.shadowRoot.querySelector('.panel')).display;`,
    sees: 'flex',
  },
  {
    entry: '`coflight/react`',
    needs: [images],
    script: `
      await import('/react.js');
      return globalThis.shown(image);`,
    sees: '8',
  },
  tilesBy('fetch', { needs: [connect, blobs], make: `(await import('/coflight/index.js')).createFetch()` }),
  tilesBy('images', { needs: [images], make: `(await import('/coflight/preload.js')).createPreloader()` }),
  {
    entry: '`coflight/openlayers`',
    needs: [connect, blobs],
    script: `
      const { tileLoadFunction } = await import('/coflight/openlayers.js');
      const element = new Image();
      const shown = new Promise((resolve) => element.addEventListener('load', resolve));
      let fail;
      const failed = new Promise((resolve) => element.addEventListener('error', (fail = resolve)));
      const tile = { getImage: () => element, addEventListener() {}, getState: () => 1, setState: () => fail() };
      tileLoadFunction({ fetch })(tile, image);
      await Promise.race([shown, failed]);
      return element.naturalWidth;`,
    sees: 8,
  },
  {
    entry: '`coflight/maplibre`',
    needs: [connect],
    script: `
      const { coalesceRequests } = await import('/coflight/maplibre.js');
      const loads = new Map();
      const maplibre = { addProtocol: (name, load) => loads.set(name, load), AJAXError: Error };
      const request = coalesceRequests(maplibre, { fetch })(new URL(url, location).href);
      const load = loads.get(new URL(request.url).protocol.slice(0, -1));
      return (await load({ ...request, type: 'string' }, new AbortController())).data;`,
    sees: 'ok',
  },
];

/** A page that has no inline script. The first script hears every violation. */
export const page = `<!doctype html><title>Policy</title><body>
  <script src="/violations.js"></script>
  <script type="module" src="/use.js"></script>`;

export const violations = `
  globalThis.violations = [];
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    // Firefox asks for the icon of the page.
    if (!blockedURI.endsWith('/favicon.ico'))
      violations.push(effectiveDirective + ' ' + blockedURI + ' ' + sample);
  });
  // The part of a layer of Leaflet that the adapter uses. Leaflet itself writes HTML.
  globalThis.tile = (coalesced, image) => new Promise((resolve) => {
    const layer = coalesced({ options: {}, getTileUrl: () => image, fire() {} });
    const tile = document.body.appendChild(layer.createTile({}, (error) => resolve(!error + ',' + tile.naturalWidth)));
  });`;

/** Runs a script of an entry, and keeps what it returns or how it fails. */
export const use = (script: string): string => `
  globalThis.outcome = (async (url, image) => { ${script} })(...new URL(location).searchParams.getAll('r'))
    .catch((error) => 'failed: ' + error);`;

/** The policy of a page. */
export const policyOf = ({ types = "'none'" }: Policed, needs: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ...needs,
    "require-trusted-types-for 'script'",
    `trusted-types ${types}`,
  ].join('; ');
