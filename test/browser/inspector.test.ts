import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFetch } from '../../src/index.ts';
import { defineInspector, type InspectorElement, inspect } from '../../src/inspector/index.ts';
import { Source } from '../support/inspected.ts';
import { drawn, inspected, see } from '../support/inspecting.ts';
import { picture, preloader } from '../support/preloading.ts';
import { resource } from '../support/resource.ts';

/** Stands in for the `worker` that `register` returns. It has `stats`, as a preloader has. */
const registered = { stats: async () => ({}), watch: () => () => {}, addEventListener: () => {} };

describe('The inspector of a wrapped fetch and a preloader', () => {
  test('shows flights with their callers, bypassed calls, and requests that were kept apart', async () => {
    const fetch = createFetch();
    const { element, rows, figures } = see(inspect(fetch) as InspectorElement);
    element.open = true;
    const { url, open } = resource({ gate: 'body' });
    const calls = [fetch(url), fetch(url), fetch(url, { headers: { accept: 'text/csv' } })];
    const write = fetch(url, { method: 'POST' });
    await open('body');
    await Promise.all([...calls, write].map(async (call) => (await call).text()));
    await drawn();
    const path = url.replace('http://', '');
    const size = expect.any(String);
    expect(rows()).toEqual([
      [path, '2', '2 B', size, 'done'],
      [path, '1', '2 B', size, 'apart: accept'],
      [`POST ${path}`, '–', '', size, 'bypass: method'],
    ]);
    expect(figures()).toContain('4 calls3 requests1 joined2 B saved1 kept apart1 bypassed0 failed');
  });

  test('shows an image that steps aside and comes again, and the queue', async () => {
    const images = preloader();
    const { element, rows, footer } = see(inspect(undefined, images) as InspectorElement);
    element.open = true;
    const [slow, urgent, last] = [picture({ gate: 'body' }), picture(), picture()];
    const group = images.preload(slow.url, last.url);
    await slow.seen({ requests: 1 });
    await drawn();
    expect(footer()).toContain('Preloader 1 in lanes and loads · 1 waiting · 0 held');
    await images.load(urgent.url);
    await slow.open('body');
    await group.done;
    await drawn();
    expect(rows().map(([, , , , state]) => state)).toEqual([
      'stepped aside · preload',
      'wanted now',
      'preload',
      'preload',
    ]);
    expect(footer()).toMatch(/2 held \(.* decoded\) · stepped aside 1 time$/);
  });

  test("shows the worker's counters, of all tabs and of this page", async () => {
    const count = { calls: 5, launched: 2, joined: 3, bypassed: 0, left: 0, failed: 0 };
    const stop = vi.fn();
    const watch = vi.fn((listener: (stats: never) => void) => {
      listener({ version: '1.0.0', inFlight: 4, all: count, page: { ...count, calls: 1 } } as never);
      return stop;
    });
    const { element, footer } = see(inspect(createFetch(), undefined, { watch }) as InspectorElement);
    await drawn();
    expect(watch).not.toHaveBeenCalled();
    element.open = true;
    await drawn();
    expect(footer()).toContain(
      'all tabs: 5 requests seen, 2 sent, 3 joined, 4 in flight · this page: 1 request seen',
    );
    expect(footer()).toMatch(/^Service worker /);
    watch.mock.calls[0]?.[0]({ version: '1.0.0', inFlight: 9, all: count, page: count } as never);
    await drawn();
    expect(footer()).toContain('9 in flight');
    element.open = false;
    expect(stop).toHaveBeenCalledOnce();
    // An answer may be under way.
    const frame = vi.spyOn(globalThis, 'requestAnimationFrame');
    watch.mock.calls[0]?.[0]({} as never);
    expect(frame).not.toHaveBeenCalled();
    frame.mockRestore();
  });
});

describe('An inspector that is made before the document has a body', () => {
  test('is appended to the document', async () => {
    const body = vi.spyOn(document, 'body', 'get').mockReturnValue(null as never);
    const { element, one } = see(inspect(createFetch()) as InspectorElement);
    body.mockRestore();
    expect(element.parentNode).toBe(document.documentElement);
    expect(inspect(createFetch())).toBe(element);
    element.open = true;
    await drawn();
    expect(one('.panel').checkVisibility()).toBe(true);
  });
});

describe('While it is closed', () => {
  test('the inspector listens to nothing, and draws nothing', async () => {
    const { element, fetch, images, rows } = await inspected();
    expect(fetch.listening).toBe(5);
    element.open = false;
    expect(fetch.listening + images.listening).toBe(0);
    const frame = vi.spyOn(globalThis, 'requestAnimationFrame');
    fetch.fly(1);
    expect(rows()).toEqual([]);
    expect(frame).not.toHaveBeenCalled();
    frame.mockRestore();
  });

  test('a drawing that was due when it was closed is left out', async () => {
    const { element, fetch, images } = await inspected();
    const drawing = vi.spyOn(images, 'stats');
    fetch.fly(1);
    element.open = false;
    await drawn();
    expect(drawing).not.toHaveBeenCalled();
  });

  test('an inspector that is open outside of the page listens to nothing', () => {
    defineInspector();
    const element = document.createElement('coflight-inspector');
    const fetch = new Source();
    element.inspect({ fetch });
    element.open = true;
    expect(fetch.listening).toBe(0);
  });

  test('an inspector that is opened a second time goes on with what it has', async () => {
    const { element, fetch, rows } = await inspected();
    fetch.tell('bypass', { id: 1, role: 'bypass', reason: 'method' });
    element.setAttribute('open', 'open');
    await drawn();
    expect(rows()[0]?.[4]).toBe('in flight · bypass: method');
  });

  test('a button opens it, and the focus goes to the list', async () => {
    const { element, one, visible, grid, root } = await inspected();
    element.open = false;
    expect(visible('.panel')).toEqual([]);
    one('.opener').click();
    expect(element.open).toBe(true);
    expect(visible('.opener')).toEqual([]);
    expect(root.activeElement).toBe(grid);
  });

  test('an inspector that is taken out of the page listens to nothing, and works again in another place', async () => {
    const { element, fetch, rows } = await inspected();
    element.remove();
    expect(fetch.listening).toBe(0);
    document.body.append(element);
    fetch.fly(1);
    await drawn();
    expect(rows()).toHaveLength(1);
  });

  test('an inspector that moves to the document of a frame and back keeps its style', async () => {
    const { element, one } = await inspected();
    const frame = document.createElement('iframe');
    document.body.append(frame);
    onTestFinished(() => frame.remove());
    for (const { body } of [frame.contentDocument as Document, document]) {
      body.append(element);
      expect(getComputedStyle(one('.panel')).position).toBe('fixed');
    }
  });

  // The first window may be hidden then, or have no focus.
  test('an inspector that moves to another window draws in the frames of that one, and copies by its clipboard', async () => {
    const { element, fetch, rows, button } = await inspected();
    const frame = document.createElement('iframe');
    document.body.append(frame);
    onTestFinished(() => frame.remove());
    const { body, defaultView } = frame.contentDocument as Document & { defaultView: Window };
    body.append(element);
    const drawnHere = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(1);
    onTestFinished(() => drawnHere.mockRestore());
    fetch.fly(1);
    for (const _ of [1, 2]) await new Promise((drawn) => defaultView.requestAnimationFrame(drawn));
    expect(rows()).toHaveLength(1);
    const write = vi.spyOn(defaultView.navigator.clipboard, 'writeText').mockResolvedValue();
    button('Copy as JSON').click();
    expect(write).toHaveBeenCalledOnce();
    element.open = false;
    document.body.append(element);
  });

  test('an inspector that passes through a document without a window has its style in the page', async () => {
    const { element, one } = await inspected();
    document.implementation.createHTMLDocument().body.append(element);
    document.body.append(element);
    expect(getComputedStyle(one('.panel')).position).toBe('fixed');
  });
});

describe('The element', () => {
  test('The element that is in the page already is used', async () => {
    defineInspector();
    const there = document.createElement('coflight-inspector');
    const place = document.createElement('main');
    place.append(there);
    document.body.append(place);
    onTestFinished(() => place.remove());
    expect(see(inspect(createFetch()) as InspectorElement).element).toBe(there);
    expect(document.querySelectorAll('coflight-inspector')).toHaveLength(1);
    expect(there.parentNode).toBe(place);
  });

  test.each([
    ['fetch', 'what `createFetch()` returns, got `[object Function]`', [globalThis.fetch]],
    ['fetch', 'what `createFetch()` returns, got `[object EventTarget]`', [new EventTarget()]],
    ['images', 'what `createPreloader()` returns, got `[object Function]`', [undefined, globalThis.fetch]],
    ['images', 'what `createPreloader()` returns, got `[object Function]`', [undefined, createFetch()]],
    ['images', 'what `createPreloader()` returns, got `[object Object]`', [undefined, registered]],
    ['worker', 'the `worker` that `register()` returns, got `[object Object]`', [undefined, undefined, {}]],
  ])('refuses another `%s` at once, and goes on with its sources', async (name, expected, sources) => {
    const { element, fetch, rows } = await inspected();
    expect(() => inspect(...(sources as [never, never, never]))).toThrow(
      new TypeError(`Expected \`${name}\` to be ${expected}.`),
    );
    expect(() => element.inspect({ [name]: sources.at(-1) })).toThrow(TypeError);
    fetch.fly(1);
    await drawn();
    expect(rows()).toHaveLength(1);
  });

  test('refuses sources without their names, and names that it does not know', async () => {
    const { element } = await inspected();
    for (const wrong of [createFetch(), preloader(), [createFetch()], null])
      expect(() => element.inspect(wrong as never)).toThrow('Expected `options` to be a plain object, got');
    expect(() => element.inspect({ image: preloader() } as never)).toThrow(
      new TypeError('Unknown option `image`. Did you mean `images`?'),
    );
  });

  test('The element that refuses its sources is not appended', () => {
    expect(() => inspect(globalThis.fetch as never)).toThrow(TypeError);
    expect(document.querySelector('coflight-inspector')).toBeNull();
  });

  test('is docked at the bottom of the window, or stands where it is', async () => {
    const { element, one } = await inspected();
    const bottom = () => Math.round(one('.panel').getBoundingClientRect().bottom);
    expect(bottom()).toBe(innerHeight);
    element.toggleAttribute('inline', true);
    document.body.prepend(element);
    expect(bottom()).toBeLessThan(innerHeight);
  });

  test('The element that is docked is made higher by its upper edge', async () => {
    const { one, press } = await inspected();
    const before = one('.panel').offsetHeight;
    one('.grip').dispatchEvent(new FocusEvent('focus'));
    expect(one('.grip').getAttribute('aria-valuenow')).toBe(`${before}`);
    press('ArrowUp', one('.grip'));
    expect(one('.panel').offsetHeight).toBe(before + 24);
    expect(one('.grip').getAttribute('aria-valuenow')).toBe(`${before + 24}`);
    for (let times = 0; times < 50; times++) press('ArrowDown', one('.grip'));
    expect(one('.panel').offsetHeight).toBe(180);
  });
});

describe('With 5,000 flights', () => {
  test('only the rows in view are there, and the newest is in view', async () => {
    const { fetch, root, grid, rows } = await inspected();
    for (let id = 1; id <= 5_000; id++) fetch.fly(id);
    await drawn();
    expect(root.querySelectorAll('.rows .row').length).toBeLessThan(60);
    expect(grid.getAttribute('aria-rowcount')).toBe('5001');
    expect(rows().at(-1)?.[0]).toBe('coflight.test/5000');
    grid.scrollTop = 0;
    await drawn();
    expect(rows()[0]?.[0]).toBe('coflight.test/1');
    expect(root.querySelectorAll('.rows .row').length).toBeLessThan(60);
  });

  test('the newest row is in view as a whole, whatever room the figures take', async () => {
    const { fetch, grid, visible } = await inspected();
    for (let id = 1; id <= 100; id++) fetch.fly(id);
    await drawn();
    const [row, list] = [visible('.rows .row').at(-1), grid].map((part) => part?.getBoundingClientRect());
    // Engines round the height of the list.
    expect((row?.bottom ?? Number.NaN) - (list?.bottom ?? Number.NaN)).toBeLessThan(1);
  });

  test('the newest that was in flight before it was opened is in view', async () => {
    const fetch = new Source();
    fetch.inFlight = Array.from({ length: 100 }, (_, id) => ({ id, url: `/${id}`, age: 0, subscribers: 1 }));
    const { element, rows } = see(inspect(fetch) as InspectorElement);
    element.open = true;
    await drawn();
    expect(rows().at(-1)?.[0]).toBe('/99');
  });

  test.each([
    [20, true],
    [30, false],
  ])('a list that was scrolled up by %i of the 26 pixels of a row follows: %s', async (pixels, follows) => {
    const { fetch, grid, rows } = await inspected();
    for (let id = 1; id <= 100; id++) fetch.fly(id);
    await drawn();
    grid.scrollTop -= pixels;
    await drawn();
    fetch.fly(101);
    await drawn();
    expect(rows().some(([path]) => path === 'coflight.test/101')).toBe(follows);
  });

  test('a list that was scrolled back to its end follows again', async () => {
    const { fetch, grid, rows } = await inspected();
    for (let id = 1; id <= 100; id++) fetch.fly(id);
    await drawn();
    for (const top of [0, grid.scrollHeight]) {
      grid.scrollTop = top;
      await drawn();
    }
    fetch.fly(101);
    await drawn();
    expect(rows().at(-1)?.[0]).toBe('coflight.test/101');
  });

  test('a list that gets lower goes on to follow', async () => {
    const { fetch, rows, press, one } = await inspected();
    for (let id = 1; id <= 100; id++) fetch.fly(id);
    await drawn();
    for (const _ of [1, 2, 3]) press('ArrowDown', one('.grip'));
    fetch.fly(101);
    await drawn();
    expect(rows().at(-1)?.[0]).toBe('coflight.test/101');
  });

  test('a list that was scrolled up stays where it is while more comes', async () => {
    const { fetch, grid, rows } = await inspected();
    for (let id = 1; id <= 100; id++) fetch.fly(id);
    await drawn();
    grid.scrollTop = 0;
    await drawn();
    fetch.fly(101);
    await drawn();
    expect(rows()[0]?.[0]).toBe('coflight.test/1');
  });

  test('a list that was scrolled is not set to where it is: that would stop the wheel of the user', async () => {
    const { fetch, grid } = await inspected();
    for (let id = 1; id <= 100; id++) fetch.fly(id);
    await drawn();
    grid.scrollTop = 520;
    await drawn();
    const set = vi.spyOn(Element.prototype, 'scrollTop', 'set');
    onTestFinished(() => set.mockRestore());
    fetch.fly(101);
    await drawn();
    expect(grid.getAttribute('aria-rowcount')).toBe('102');
    expect(set).not.toHaveBeenCalled();
  });

  // The filter hides the first 50 rows.
  test.each([
    ['goes with the first row that was in view', 50, 0],
    ['stays at its height when the first row that was in view is hidden', 30, 30],
  ])('a list that is filtered %s', async (_, before, after) => {
    const { fetch, grid, one } = await inspected();
    for (let id = 1; id <= 200; id++)
      fetch.fly(id, { url: `http://coflight.test/${id > 50 ? 'late' : 'early'}` });
    await drawn();
    grid.scrollTop = before * 26;
    await drawn();
    const input = one<HTMLInputElement>('input');
    input.value = 'late';
    input.dispatchEvent(new Event('input'));
    await drawn();
    expect(grid.getAttribute('aria-rowcount')).toBe('151');
    expect(grid.scrollTop).toBe(after * 26);
  });

  // Below the second row, there are fewer than 500 others: the list gets too short to stay at that height.
  test.each([3_000, 5_300])('a list stays at row %i while the oldest rows are dropped', async (row) => {
    const { fetch, grid, rows } = await inspected();
    for (let id = 1; id <= 5_500; id++) fetch.fly(id);
    await drawn();
    grid.scrollTop = (row - 1) * 26;
    await drawn();
    fetch.fly(5_501);
    await drawn();
    expect(grid.getAttribute('aria-rowcount')).toBe('5002');
    expect(rows()[0]?.[0]).toBe(`coflight.test/${row}`);
  });

  test('a turn full of events is drawn once', async () => {
    const { fetch } = await inspected();
    const frame = vi.spyOn(globalThis, 'requestAnimationFrame');
    for (let id = 1; id <= 5_000; id++) fetch.fly(id, { followers: 2 });
    expect(frame).toHaveBeenCalledOnce();
    frame.mockRestore();
  });
});
