// The inspector in use: filter, pause, copy, keyboard, screen reader, both themes.

import axe from 'axe-core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { drawn, inspected } from '../support/inspecting.ts';

/** An inspector with one row of each kind. */
async function filled() {
  const seen = await inspected();
  const { fetch, images } = seen;
  fetch.fly(1, { followers: 3, url: 'http://coflight.test/tiles/1.png' });
  fetch.fly(2, { differs: ['x-request-id'] });
  fetch.fly(3, { outcome: 'failed' });
  fetch.tell('bypass', { id: 4, role: 'bypass', reason: 'init: next' });
  fetch.tell('settle', { id: 4, role: 'bypass', outcome: 'done' });
  images.tell('launch', { id: 5, urgent: true });
  fetch.tell('launch', { id: 6 });
  await drawn();
  return seen;
}

describe('The filter', () => {
  test.each([
    ['shared', ['coflight.test/tiles/1.png']],
    ['kept apart', ['coflight.test/2']],
    ['failed', ['coflight.test/3']],
    ['bypassed', ['coflight.test/4']],
    ['images', ['coflight.test/5']],
    ['in flight', ['coflight.test/5', 'coflight.test/6']],
  ])('shows what is %s', async (show, paths) => {
    const { one, rows } = await filled();
    const select = one<HTMLSelectElement>('select');
    select.value = show;
    select.dispatchEvent(new Event('change'));
    await drawn();
    expect(rows().map(([path]) => path)).toEqual(paths);
    expect(one('.said').textContent).toBe(`${paths.length} of 6 rows`);
  });

  test('takes a part of a URL in any case', async () => {
    const { one, rows, visible } = await filled();
    const input = one<HTMLInputElement>('input');
    const type = async (text: string) => {
      input.value = text;
      input.dispatchEvent(new Event('input'));
      await drawn();
    };
    await type(' TILES ');
    expect(rows()).toHaveLength(1);
    await type('nothing');
    expect(visible('.empty')[0]?.textContent).toBe('No request matches the filter.');
  });
});

describe('The buttons', () => {
  test('pause, and go on with the current flights', async () => {
    const { fetch, button, rows } = await inspected();
    button('Pause').click();
    expect(fetch.listening).toBe(0);
    fetch.inFlight = [{ id: 1, url: '/a', bytes: 0, age: 1, subscribers: 1 }];
    expect(button('Pause').getAttribute('aria-pressed')).toBe('true');
    button('Pause').click();
    await drawn();
    expect(rows()).toHaveLength(1);
  });

  test('stand beside the number of rows', async () => {
    const { one } = await filled();
    expect(one('.said').textContent).toBe('6 rows');
  });

  test('clear the rows that have ended', async () => {
    const { button, rows, figures } = await filled();
    button('Clear').click();
    await drawn();
    expect(rows().map(([path]) => path)).toEqual(['coflight.test/5', 'coflight.test/6']);
    expect(figures()).toContain('0 calls');
  });

  test('copy the shown rows as JSON', async () => {
    const { button, one } = await filled();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const select = one<HTMLSelectElement>('select');
    select.value = 'shared';
    // Text for screen readers alone, until there is some.
    expect(one('[role=status]').offsetWidth).toBe(1);
    button('Copy as JSON').click();
    await expect.poll(() => one('[role=status]').textContent).toBe('Copied.');
    expect(one('[role=status]').offsetWidth).toBeGreaterThan(1);
    // The text of a live region is read out when it changes.
    button('Copy as JSON').click();
    expect(one('[role=status]').textContent).toBe('');
    await expect.poll(() => one('[role=status]').textContent).toBe('Copied.');
    const copied = JSON.parse(write.mock.calls[0]?.[0] ?? '');
    expect(copied).toMatchObject({
      counts: { calls: 8, joined: 3, savedBytes: 300 },
      requests: [{ id: 1, callerCount: 4 }],
    });
    write.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    button('Copy as JSON').click();
    await expect.poll(() => one('[role=status]').textContent).toContain('refused');
    write.mockRestore();
  });
});

describe('The description of a row', () => {
  test.each<[number, RegExp]>([
    [0, /One request for 4 callers: 3 requests and 300 B saved\..*leaderfollower, \d+ ms later/],
    [1, /Kept apart by x-request-id\. Add ignoreHeaders: \['x-request-id'\]\..*Nobody joined\./],
    [3, /Not shared\. next in its init could change the answer unseen\./],
    [5, /It can be joined now\./],
  ])('is shown for the one that was clicked (row %i)', async (at, text) => {
    const { visible, detail } = await filled();
    visible('.rows .row')[at]?.click();
    await drawn();
    expect(detail.textContent).toMatch(text);
  });

  test('has a long URL, such as that of an image in `data:`, in a few lines that scroll', async () => {
    const { images, press, one, detail } = await inspected();
    images.tell('launch', { id: 1, url: `data:image/png;base64,${'A'.repeat(4_000)}` });
    await drawn();
    press('End');
    await drawn();
    expect(one('.detail h3').offsetHeight).toBeLessThan(120);
    expect(one('.detail h3').textContent).toHaveLength(4_022);
    expect(detail.textContent).toContain('Method');
  });

  test('grows while it is in flight', async () => {
    const { fetch, visible, detail } = await filled();
    visible('.rows .row')[5]?.click();
    fetch.tell('join', { id: 6 });
    await drawn();
    expect(detail.textContent).toContain('One request for 2 callers');
  });
});

describe('The keyboard', () => {
  test('moves through the rows, and names the one that is chosen', async () => {
    const { grid, root, press } = await filled();
    const chosen = () =>
      root.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-rowindex');
    const found: unknown[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'ArrowDown', 'Home', 'PageDown']) {
      press(key);
      await drawn();
      found.push(chosen());
    }
    expect(found).toEqual(['2', '3', '2', '7', '7', '2', '7']);
  });

  test.each(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'])(
    'names another element with each %s, also where the list scrolls: else a screen reader says nothing',
    async (key) => {
      const { fetch, press, root, grid } = await inspected();
      for (let id = 1; id <= 200; id++) fetch.fly(id);
      press(key.endsWith('Down') ? 'Home' : 'End');
      await drawn();
      const named = () => root.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
      for (let before = named(), step = 0; step < 15; step++, before = named()) {
        press(key);
        await drawn();
        expect(named()).not.toBe(before);
        const all = [...root.querySelectorAll('.rows .row:not([hidden])')];
        const places = all.map((row) => Number(row.getAttribute('aria-rowindex')));
        expect(places).toEqual(places.toSorted((one, other) => one - other));
      }
    },
  );

  test('brings a row into view that is far away', async () => {
    const { fetch, press, root, grid } = await inspected();
    for (let id = 1; id <= 5_000; id++) fetch.fly(id);
    await drawn();
    press('Home');
    await drawn();
    const row = root.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    expect(row?.firstChild?.textContent).toBe('coflight.test/1');
    expect(row?.getBoundingClientRect().top).toBeGreaterThanOrEqual(grid.getBoundingClientRect().top + 26);
  });

  test('keeps the chosen row in view while more comes', async () => {
    const { fetch, press, rows } = await inspected();
    for (let id = 1; id <= 100; id++) fetch.fly(id);
    press('Home');
    await drawn();
    for (let id = 101; id <= 200; id++) fetch.fly(id);
    await drawn();
    expect(rows()[0]?.[0]).toBe('coflight.test/1');
  });

  test.each(['keydown', 'keypress', 'keyup'])('keeps its %s from the shortcuts of the page', async (type) => {
    const { one } = await filled();
    const shortcut = vi.fn();
    document.addEventListener(type, shortcut);
    onTestFinished(() => document.removeEventListener(type, shortcut));
    for (const part of ['input', '.grid', '.grip', '.opener'])
      one(part).dispatchEvent(new KeyboardEvent(type, { key: 'Escape', bubbles: true, composed: true }));
    expect(shortcut).toHaveBeenCalledOnce(); // that of the button, which takes no text
  });

  test('Escape closes first the details, then the inspector', async () => {
    const { element, visible, press, root, one } = await filled();
    press('End');
    await drawn();
    expect(visible('.detail')).toHaveLength(1);
    press('Escape');
    await drawn();
    expect(visible('.detail')).toHaveLength(0);
    expect(element.open).toBe(true);
    press('Escape');
    expect(element.open).toBe(false);
    expect(root.activeElement).toBe(one('.opener'));
  });

  test('Escape in the filter removes its text, and closes nothing', async () => {
    const { element, press, rows, one } = await filled();
    const input = one<HTMLInputElement>('input');
    input.value = 'tiles';
    input.dispatchEvent(new Event('input'));
    press('a', input);
    await drawn();
    expect([input.value, rows().length]).toEqual(['tiles', 1]);
    press('Escape', input);
    await drawn();
    expect([input.value, rows().length, element.open]).toEqual(['', 6, true]);
    press('Escape', input);
    expect(element.open).toBe(false);
  });

  test('Escape closes the inspector also in a page that prevents the default of each key', async () => {
    const { element, press } = await filled();
    const prevent = (event: Event) => event.preventDefault();
    addEventListener('keydown', prevent, true);
    onTestFinished(() => removeEventListener('keydown', prevent, true));
    press('Escape');
    expect(element.open).toBe(false);
  });

  test('In a modal dialog of the page, the inspector can be used, and Escape does not close the dialog with its parts', async () => {
    const { element, press, one, root, visible } = await filled();
    const dialog = document.createElement('dialog');
    onTestFinished(() => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    const input = one<HTMLInputElement>('input');
    input.focus();
    expect(root.activeElement).toBe(null); // all but the dialog is inert
    dialog.append(element);
    await drawn();
    input.focus();
    expect(root.activeElement).toBe(input);
    press('Home');
    await drawn();
    expect(visible('.detail')).toHaveLength(1);
    input.value = 'tiles';
    // A browser closes a dialog by a key whose default is not prevented.
    const isLeft = [input, input, one('.grid')].map((target) => press('Escape', target));
    expect([isLeft, element.open, press('Escape', one('.opener'))]).toEqual([
      [false, false, false],
      false,
      true,
    ]);
  });
});

describe.each(['light', 'dark'])('In the %s theme', (theme) => {
  test.each(['closed', 'empty', 'filled', 'detailed'])(
    'axe finds nothing wrong when it is %s',
    async (state) => {
      const { element, press, button } = state === 'empty' ? await inspected() : await filled();
      element.setAttribute('theme', theme);
      if (state === 'closed') element.open = false;
      if (state === 'detailed') press('Home');
      if (state === 'detailed') button('Pause').click();
      await drawn();
      const { violations } = await axe.run(element, { resultTypes: ['violations'] });
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    },
  );
});
