// What a row draws, and what it says: its colour, its bars on the axis, its place in the list, the names of all parts.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { axisOf } from '../../src/inspector/axis.ts';
import { Detail } from '../../src/inspector/detail.ts';
import { make, setText } from '../../src/inspector/dom.ts';
import { type Entry, entryOf } from '../../src/inspector/entry.ts';
import { headOf } from '../../src/inspector/head.ts';
import { type InspectorElement, inspect } from '../../src/inspector/index.ts';
import { Row, toneOf } from '../../src/inspector/row.ts';
import { Source } from '../support/inspected.ts';
import { drawn, inspected, see } from '../support/inspecting.ts';

const url = 'https://a.example/tiles/1.png';
const flight = (more: Partial<Entry> = {}) => entryOf({ kind: 'flight', id: 1, url, start: 100, ...more });

describe('the colour of a row says', () => {
  test.each<[string, Partial<Entry>]>([
    ['bad', { outcome: 'failed' }],
    ['bad', { outcome: 'failed', kind: 'bypass' }],
    ['passed', { kind: 'bypass' }],
    ['image', { kind: 'image' }],
    ['apart', { differs: ['accept'] }],
    ['shared', { callerCount: 2 }],
    ['sent', { callerCount: 2, leftCount: 1 }],
    ['sent', {}],
    ['sent', { outcome: 'done' }],
  ])('%s, for %j', (tone, more) => {
    expect(toneOf(flight(more))).toBe(tone);
    const row = new Row('row-0');
    row.show(flight(more), { start: 0, length: 8, now: 8 });
    expect(row.element.dataset.tone).toBe(tone);
  });
});

describe('a row draws', () => {
  const axis = { start: 100, length: 200, now: 250 };
  /** The bars of an entry: look, left and width. */
  const barsOf = (row: Row) =>
    [...row.element.querySelectorAll('i')].map(({ dataset, style }) => [
      dataset.look,
      style.left,
      style.width,
    ]);
  const draw = (more: Partial<Entry>) => {
    const row = new Row('row-0');
    row.show(flight(more), axis);
    return barsOf(row);
  };

  test('a bar from its start to its end', () => {
    expect(draw({ start: 150, end: 200 })).toEqual([['flight', '25%', '25%']]);
  });

  test('a bar until now while it is in flight', () => {
    expect(draw({ start: 150 })).toEqual([['flight', '25%', '50%']]);
  });

  test.each<[string, Partial<Entry>]>([
    ['bad', { outcome: 'failed' }],
    ['aside', { kind: 'image', outcome: 'stepped aside' }],
    ['image', { kind: 'image' }],
    ['passed', { kind: 'bypass' }],
  ])('a bar that looks %s, for %j', (look, more) => {
    expect(draw({ ...more, start: 100, end: 300 })).toEqual([[look, '0%', '100%']]);
  });

  test('the shared part from the first follower on, and a mark for each follower', () => {
    const callers = [100, 150, 200];
    expect(draw({ end: 250, callers, callerCount: 3 })).toEqual([
      ['flight', '0%', '75%'],
      ['joined', '25%', '50%'],
      ['mark', '25%', '0%'],
      ['mark', '50%', '0%'],
    ]);
  });

  test('no shared part of negative width, for a follower of an answer that lingers', () => {
    const bars = draw({ end: 150, callers: [100, 200], callerCount: 2 });
    expect(bars[1]).toEqual(['joined', '50%', '0%']);
  });

  test('followers that it does not know one by one from its start', () => {
    expect(draw({ end: 150, callers: [100], callerCount: 9 }).slice(1)).toEqual([
      ['joined', '0%', '25%'],
      ['mark', '0%', '0%'],
    ]);
  });

  test('24 marks at most', () => {
    const callers = Array.from({ length: 100 }, (_, at) => 100 + at);
    const bars = draw({ end: 250, callers, callerCount: 100 });
    expect(bars.filter(([look]) => look === 'mark')).toHaveLength(24);
  });

  test('fewer bars when it shows another entry', () => {
    const row = new Row('row-0');
    row.show(flight({ end: 250, callers: [100, 150], callerCount: 2 }), axis);
    expect(barsOf(row)).toHaveLength(3);
    row.show(flight({ end: 250 }), axis);
    expect(barsOf(row)).toHaveLength(1);
  });

  test('one description for screen readers, however often it is drawn', () => {
    const row = new Row('row-0');
    const said = () =>
      [...row.element.querySelectorAll('.track .quiet')].map(({ textContent }) => textContent);
    row.show(flight(), axis);
    expect(said()).toEqual(['in flight, 1 caller']);
    row.show(flight({ end: 200, outcome: 'done', callerCount: 2 }), axis);
    expect(said()).toEqual(['done, 2 callers']);
  });

  test('its cells, with many callers set off', () => {
    const row = new Row('row-7');
    row.show(flight({ end: 200, callerCount: 1200, method: 'HEAD' }), axis);
    expect([row.element.id, row.element.getAttribute('role')]).toEqual(['row-7', 'row']);
    const cells = [...row.element.children] as HTMLElement[];
    expect(cells.map(({ className }) => className)).toEqual([
      ...['path', 'callers many', 'size', 'time', 'state', 'track'],
    ]);
    expect(cells.every((cell) => cell.getAttribute('role') === 'gridcell')).toBe(true);
    expect([cells[0]?.title, cells[1]?.textContent]).toEqual([url, '1,200']);
    expect(cells[0]?.textContent).toContain('HEAD ');
    expect(cells[3]?.textContent).toContain('100 ms');
    row.show(flight({ callerCount: 1 }), axis);
    expect([cells[1]?.className, cells[1]?.textContent]).toEqual(['callers', '1']);
    row.show(flight({ kind: 'bypass' }), axis);
    expect(cells[1]?.textContent).toBe('–');
  });
});

describe('the axis', () => {
  test('runs from the first start to the last end or caller', () => {
    const [early, late] = [flight({ end: 400 }), flight({ start: 150, end: 300, callers: [150, 500] })];
    expect(axisOf([late, early])).toMatchObject({ start: 100, length: 400 });
    expect(axisOf([early, flight({ start: 50, end: 60 })])).toMatchObject({ start: 50, length: 350 });
  });

  test('runs until now for a flight that has not ended, and is at least 8 ms long', () => {
    vi.spyOn(performance, 'now').mockReturnValue(500);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(axisOf([flight()])).toMatchObject({ start: 100, length: 400, now: 500 });
    expect(axisOf([flight({ end: 101 })])).toMatchObject({ start: 100, length: 8 });
  });

  test('has its quarters in the head of the list, and nothing without an axis', () => {
    const { element, show } = headOf();
    const ticks = () =>
      [...element.querySelectorAll('.ticks span:not(.quiet)')].map((tick) => tick.textContent);
    show({ start: 100, length: 400, now: 500 });
    expect(ticks()).toEqual(['0 ms', '100 ms', '200 ms', '300 ms']);
    show(undefined);
    expect(ticks()).toEqual(['', '', '', '']);
  });

  test('stands beside the names of the columns, in the first row', () => {
    const { element } = headOf();
    const heads = [...element.querySelectorAll('[role=row][aria-rowindex="1"] > [role=columnheader]')];
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      ...['Request', 'Callers', 'Size', 'Time', 'State', 'Waterfall'],
    ]);
    expect(heads[4]?.matches('.state')).toBe(true);
  });
});

test('the details draw the time of each caller, until the end or until it came', () => {
  const detail = new Detail(() => {});
  const { element } = detail;
  detail.render(flight({ end: 300, callers: [100, 200, 500], callerCount: 3 }));
  const tracks = [...element.querySelectorAll('li .track')];
  expect(tracks.map((track) => track.getAttribute('aria-hidden'))).toEqual(['true', 'true', 'true']);
  const bars = [...element.querySelectorAll<HTMLElement>('li .track i')];
  expect(bars.map(({ dataset, style }) => [dataset.look, style.left, style.width])).toEqual([
    ['flight', '0%', '50%'],
    ['flight', '25%', '25%'],
    ['flight', '100%', '0%'],
  ]);
  const callers = [...element.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(callers).toEqual(['leader', 'follower, 100 ms later', 'follower, 400 ms later']);
  expect(element.textContent).toMatch(/400 ms later$/);
});

test('the details of a row in flight say how long it has taken so far', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(200);
  onTestFinished(() => void vi.restoreAllMocks());
  const detail = new Detail(() => {});
  const entry = flight();
  detail.render(entry);
  expect(detail.element.textContent).toContain('Took100 ms');
  now.mockReturnValue(300);
  detail.render(entry);
  expect(detail.element.textContent).toContain('Took200 ms');
});

test('a text that stays the same is not written again', () => {
  const cell = make('span', {}, 'done');
  const { firstChild } = cell;
  setText(cell, 'done');
  expect(cell.firstChild).toBe(firstChild);
});

describe('in the list', () => {
  test('there are as many rows as are in view, below the times of the axis', async () => {
    const { fetch, root, one } = await inspected();
    expect(one('.ticks').textContent).toBe('Waterfall');
    for (const id of [1, 2, 3]) fetch.fly(id);
    await drawn();
    expect(root.querySelectorAll('.rows .row')).toHaveLength(3);
    expect(one('.ticks').textContent).toMatch(/^Waterfall0 ms\d+ ms/);
  });

  test('keys do nothing before it is drawn', () => {
    const { element, press } = see(inspect(new Source()) as InspectorElement);
    element.open = true;
    expect(press('ArrowDown')).toBe(true);
  });

  test('ArrowUp stays in the first row', async () => {
    const { fetch, root, grid, press } = await inspected();
    for (const id of [1, 2, 3]) fetch.fly(id);
    await drawn();
    for (const key of ['Home', 'ArrowUp']) {
      press(key);
      await drawn();
      const chosen = root.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
      expect(chosen?.getAttribute('aria-rowindex')).toBe('2');
    }
  });

  test('a chosen row that the filter hides scrolls to no place', async () => {
    const { fetch, grid, press, one } = await inspected();
    for (let id = 1; id <= 100; id++) fetch.fly(id, { outcome: id > 1 ? 'done' : 'failed' });
    await drawn();
    const { scrollTop } = grid;
    expect(scrollTop).toBeGreaterThan(0);
    press('Home');
    one<HTMLInputElement>('input').value = 'test';
    const select = one<HTMLSelectElement>('select');
    select.value = 'in flight';
    for (let id = 101; id <= 200; id++) fetch.tell('launch', { id });
    await drawn();
    expect(grid.scrollTop).toBe(scrollTop);
  });

  test('a row in flight is drawn ten times a second, until it has ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { fetch } = await inspected();
    fetch.fly(1);
    await drawn();
    expect(vi.getTimerCount()).toBe(0);
    fetch.tell('launch', { id: 2 });
    await drawn();
    fetch.tell('join', { id: 2 });
    await drawn();
    expect(vi.getTimerCount()).toBe(1);
    const frame = vi.spyOn(globalThis, 'requestAnimationFrame');
    onTestFinished(() => frame.mockRestore());
    vi.advanceTimersByTime(100);
    expect(frame).toHaveBeenCalledOnce();
    fetch.tell('settle', { id: 2, outcome: 'done' });
    await drawn();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a row in flight shows the bytes that have come', async () => {
    const { fetch, rows } = await inspected();
    fetch.tell('launch', { id: 1 });
    fetch.inFlight = [{ id: 1, bytes: 2_000 }];
    await drawn();
    expect(rows()[0]?.[2]).toBe('2.0 kB');
  });

  test('each row has its place, and the chosen one is named', async () => {
    const { fetch, grid, press, visible } = await inspected();
    const facts = () =>
      (visible('.rows .row') as HTMLElement[]).map((row) => [
        ...['aria-rowindex', 'aria-selected'].map((name) => row.getAttribute(name)),
        row.classList.contains('odd'),
        new DOMMatrix(row.style.transform).f,
      ]);
    for (const id of [1, 2, 3]) fetch.fly(id, { followers: 0, bytes: 0 });
    await drawn();
    expect(grid.getAttribute('aria-rowcount')).toBe('4');
    expect(grid.hasAttribute('aria-activedescendant')).toBe(false);
    press('End');
    await drawn();
    expect(facts()).toEqual([
      ['2', 'false', false, 0],
      ['3', 'false', true, 26],
      ['4', 'true', false, 52],
    ]);
    expect(grid.getAttribute('aria-activedescendant')).toBe(visible('.rows .row')[2]?.id);
    press('Home');
    await drawn();
    expect(facts().map(([, selected]) => selected)).toEqual(['true', 'false', 'false']);
  });

  test.each([['no row'], ['a row']])('each entry stays in its element while %s is chosen', async (chosen) => {
    const { fetch, grid, press, visible } = await inspected();
    for (const id of [1, 2, 3]) fetch.fly(id);
    if (chosen === 'a row') press('Home');
    await drawn();
    const state = () => [grid.getAttribute('aria-activedescendant'), ...visible('.rows .row').slice(0, 3)];
    const before = state();
    fetch.fly(4);
    await drawn();
    expect(visible('.rows .row')).toHaveLength(4);
    expect(state()).toEqual(before);
  });

  test.each([
    ['ArrowDown', 0],
    ['ArrowUp', 24],
    ['PageDown', 9],
    ['PageUp', 15],
    ['Home', 0],
    ['End', 24],
  ])('%s chooses row %i first', async (key, index) => {
    const { fetch, grid, root, press } = await inspected();
    for (let id = 0; id < 25; id++) fetch.fly(id, { followers: 0, bytes: 0 });
    await drawn();
    expect(press(key)).toBe(false);
    await drawn();
    const chosen = root.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    expect(chosen?.getAttribute('aria-rowindex')).toBe(`${index + 2}`);
    const [row, list] = [chosen, grid].map((element) => element?.getBoundingClientRect());
    expect(row?.top).toBeGreaterThanOrEqual((list?.top ?? 0) + 26);
    expect(row?.bottom).toBeLessThanOrEqual((list?.bottom ?? 0) + 1);
  });

  test('other keys do nothing, nor any key without rows', async () => {
    const { fetch, grid, press } = await inspected();
    expect(press('ArrowDown')).toBe(true);
    fetch.fly(1, { followers: 0, bytes: 0 });
    await drawn();
    expect(press('a')).toBe(true);
    await drawn();
    expect(grid.hasAttribute('aria-activedescendant')).toBe(false);
  });
});

test('screen readers are told the names of all parts', async () => {
  const { fetch, root, press } = await inspected();
  fetch.fly(1, { followers: 2, bytes: 0 });
  await drawn();
  press('ArrowDown');
  await drawn();
  const said = [...root.querySelectorAll('[aria-label], [role], [aria-pressed]')].map((part) =>
    [
      ...['role', 'aria-label', 'type', 'placeholder', 'aria-pressed', 'aria-orientation', 'aria-valuemin'],
      ...['aria-valuemax', 'aria-colcount', 'tabindex'],
    ]
      .flatMap((name) => (part.hasAttribute(name) ? `${name}=${part.getAttribute(name)}` : []))
      .join(' '),
  );
  expect([...new Set(said)]).toMatchInlineSnapshot(`
    [
      "aria-label=Open the coflight inspector",
      "role=region aria-label=coflight inspector",
      "role=separator aria-label=Height of the inspector aria-orientation=horizontal aria-valuemin=180 aria-valuemax=10000 tabindex=0",
      "aria-label=Close the inspector",
      "aria-label=Filter by URL type=search placeholder=Filter by URL",
      "aria-label=Show",
      "aria-pressed=false",
      "role=status",
      "role=grid aria-label=Requests aria-colcount=6 tabindex=0",
      "role=rowgroup",
      "role=row",
      "role=columnheader",
      "role=gridcell",
      "aria-label=Chosen request tabindex=0",
      "aria-label=Close the details",
      "aria-label=Callers",
    ]
  `);
  expect([...root.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
    ...['coflight', '✕', 'Pause', 'Clear', 'Copy as JSON', '✕'],
  ]);
});
