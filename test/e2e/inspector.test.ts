// The inspector and its tracks in the built library: in each engine, and in a trace that Chromium has recorded.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resource } from '../support/resource.ts';
import { engines, openSite, type PuppetSite, type Site, type Tab } from '../support/site.ts';

/** What the page has. */
interface Loaded {
  readonly inspector: typeof import('../../src/inspector/index.ts');
  readonly createFetch: typeof import('../../src/index.ts').createFetch;
  readonly createPreloader: typeof import('../../src/preload/index.ts').createPreloader;
  readonly violations: string[];
}

/** A page in which nothing inline is allowed, and no string may become HTML. */
const strictPage = `<!doctype html><title>Strict</title><script type="module" src="/strict.js"></script>`;
const strictScript = `
  import { createFetch } from '/coflight/index.js';
  import { createPreloader } from '/coflight/preload.js';
  import * as inspector from '/coflight/inspector.js';
  globalThis.violations = [];
  document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
  Object.assign(globalThis, { inspector, createFetch, createPreloader });`;
const strictHeaders = {
  'content-type': 'text/html',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src *; img-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
};

describe.each(engines)('The inspector in %s', (engine) => {
  let site: Site;
  let tab: Tab;
  beforeAll(async () => {
    site = await openSite(engine);
    site.put('/strict', strictPage, strictHeaders);
    site.put('/strict.js', strictScript);
    tab = await (await site.visitor()).newPage();
    await tab.goto(`${site.origin}/strict`);
  });
  afterAll(() => site?.close());

  test('draws its rows under a strict policy', async () => {
    const { url } = resource({}, site.origin);
    const seen = await tab.evaluate(async (url) => {
      const { inspector, createFetch, violations } = globalThis as unknown as Loaded;
      const fetch = createFetch();
      const element = inspector.inspect(fetch);
      if (!element) throw new Error('There is no inspector.');
      element.open = true;
      await Promise.all([1, 2].map(async () => (await fetch(url)).text()));
      for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame);
      const root = element.shadowRoot as ShadowRoot;
      const cells = [...(root.querySelector('.rows .row')?.children ?? [])];
      const panel = root.querySelector('.panel') as HTMLElement;
      return {
        cells: cells.slice(0, 3).map(({ textContent }) => textContent),
        display: getComputedStyle(panel).display,
        bars: root.querySelectorAll('.rows .track i').length,
        violations,
      };
    }, url);
    expect(seen).toEqual({
      cells: [url.slice(site.origin.length), '2', '2 B'],
      display: 'flex',
      bars: 3,
      violations: [],
    });
  });
});

describe('`track` in a trace of Chromium', () => {
  let site: PuppetSite;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  test('draws leaders, followers, bypassed calls and images with what DevTools reads', async () => {
    const page = await (await site.visitor()).newPage();
    site.put('/tracked', strictPage);
    site.put('/strict.js', strictScript);
    await page.goto(`${site.origin}/tracked`);
    const [json, image] = [resource({}, site.origin), resource({ image: '8x6' }, site.origin)];
    await page.tracing.start({ categories: ['blink.user_timing'] });
    const left = await page.evaluate(
      async (json, image) => {
        const { inspector, createFetch, createPreloader } = globalThis as unknown as Loaded;
        const [fetch, images] = [createFetch(), createPreloader()];
        const stop = inspector.track(fetch, images);
        const calls = [fetch(json), fetch(json), fetch(json, { headers: { accept: 'text/csv' } })];
        await Promise.all(calls.map(async (call) => (await call).text()));
        await fetch(json, { method: 'POST' });
        await images.load(image);
        stop();
        await (await fetch(json)).text();
        return performance.getEntriesByType('measure').length;
      },
      json.url,
      image.url,
    );
    const trace = JSON.parse(new TextDecoder().decode(await page.tracing.stop())) as {
      traceEvents: TraceEvent[];
    };
    const bars = barsIn(trace.traceEvents);
    const path = (url: string) => url.slice(site.origin.length);
    expect(bars.map(({ name, track }) => [track, name]).sort()).toEqual(
      [
        ['leaders', path(json.url)],
        ['leaders', path(json.url)],
        ['followers', path(json.url)],
        ['bypassed', path(json.url)],
        ['images', path(image.url)],
      ].sort(),
    );
    expect(new Set(bars.map(({ trackGroup, dataType }) => `${trackGroup} ${dataType}`))).toEqual(
      new Set(['coflight track-entry']),
    );
    const properties = bars.map((bar) => Object.fromEntries(bar.properties) as Record<string, string>);
    const saving = properties.find((_, at) => bars[at]?.track === 'leaders' && _.Callers === '2');
    expect(saving).toMatchObject({ URL: json.url, Method: 'GET', Saved: '1 request', Body: '2 B' });
    expect(properties.some((one) => one['Kept apart']?.startsWith('Kept apart by `accept`.'))).toBe(true);
    expect(properties.some((one) => one['Not shared'] === 'Only GET and HEAD are shared.')).toBe(true);
    // The page's own list does not grow.
    expect(left).toBe(0);
  });
});

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly args: { readonly detail?: string; readonly data?: { readonly detail?: string } };
}

interface Bar {
  readonly name: string;
  readonly dataType: string;
  readonly track: string;
  readonly trackGroup: string;
  readonly color: string;
  readonly properties: readonly (readonly [string, string])[];
}

/** The measures of a trace that DevTools draws on tracks. */
function barsIn(events: readonly TraceEvent[]): Bar[] {
  return events.flatMap(({ name, args }) => {
    const detail = args?.detail ?? args?.data?.detail;
    const { devtools } = detail ? (JSON.parse(detail) as { devtools?: Omit<Bar, 'name'> }) : {};
    return devtools ? [{ name, ...devtools }] : [];
  });
}
