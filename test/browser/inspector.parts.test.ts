// Parts of the inspector that pointers and odd states reach.

import { describe, expect, onTestFinished, test } from 'vitest';
import { cdp, server } from 'vitest/browser';
import { defineInspector, type InspectorElement, inspect } from '../../src/inspector/index.ts';
import { style } from '../../src/inspector/style.ts';
import { Source } from '../support/inspected.ts';
import { drawn, inspected, see } from '../support/inspecting.ts';

declare module 'vitest/browser' {
  interface CDPSession {
    send(method: 'Emulation.setEmulatedMedia', how: { features: object[] }): Promise<void>;
  }
}

describe('The upper edge', () => {
  /** The edge of a docked panel, whose height is known, and the height that it has set. */
  async function edge() {
    const seen = await inspected();
    const grip = seen.one('.grip');
    const panel = grip.parentElement as HTMLElement;
    const height = () => Number(grip.getAttribute('aria-valuenow'));
    return { ...seen, grip, panel, height, press: (key: string) => seen.press(key, grip) };
  }
  const pointer = (type: string, clientY: number) => new PointerEvent(type, { pointerId: 1, clientY });

  test('sets the height by arrow keys, between its bounds', async () => {
    const { panel, height, press } = await edge();
    const before = panel.offsetHeight;
    expect(press('ArrowUp')).toBe(false);
    expect(height()).toBe(before + 24);
    press('ArrowDown');
    expect(height()).toBe(before);
    for (let times = 0; times < 60; times++) press('ArrowDown');
    expect(height()).toBe(180);
    for (let times = 0; times < 60; times++) press('ArrowUp');
    expect(height()).toBe(Math.round(innerHeight * 0.92));
  });

  test('bounds the height by the window of its own document', async () => {
    const { panel, height, press } = await edge();
    const frame = document.createElement('iframe');
    Object.assign(frame.style, { width: '600px', height: '300px' });
    document.body.append(frame);
    const host = (panel.getRootNode() as ShadowRoot).host;
    frame.contentDocument?.body.append(host);
    for (let times = 0; times < 60; times++) press('ArrowUp');
    frame.remove();
    expect(height()).toBe(300 * 0.92);
  });

  test('says the height of the panel before it has the focus, and another height with the next drawing', async () => {
    const { fetch, panel, height } = await edge();
    expect(height()).toBeGreaterThanOrEqual(180);
    expect(height()).toBe(panel.offsetHeight);
    panel.style.height = '200px';
    fetch.fly(1);
    await drawn();
    expect(height()).toBe(200);
  });

  test('says a height that a style has changed when it gets the focus', async () => {
    const { grip, panel, height } = await edge();
    panel.style.height = '200px';
    grip.focus();
    expect(height()).toBe(200);
  });

  test('leaves other keys alone', async () => {
    const { panel, height, press } = await edge();
    const before = panel.offsetHeight;
    expect(press('Enter')).toBe(true);
    expect([height(), panel.offsetHeight]).toEqual([before, before]);
  });

  test('follows a pointer exactly while it is pressed', async () => {
    const { grip, panel, height } = await edge();
    const { bottom, height: before } = panel.getBoundingClientRect();
    let captured: number | undefined;
    grip.setPointerCapture = (id) => {
      captured = id;
    };
    grip.hasPointerCapture = (id) => captured === id;
    grip.dispatchEvent(pointer('pointermove', bottom - 250));
    expect(height()).toBe(Math.round(before));
    grip.dispatchEvent(pointer('pointerdown', bottom));
    grip.dispatchEvent(pointer('pointermove', bottom - 250));
    expect(height()).toBe(250);
  });
});

describe('A panel that is low, as in a window at 400 %,', () => {
  test.each([320, 900])('has room for rows and details when it is %d pixels wide', async (width) => {
    const { fetch, grid, detail, one, press } = await inspected();
    for (let id = 1; id <= 20; id++) fetch.fly(id);
    const panel = one('.panel');
    Object.assign(panel.style, { width: `${width}px`, height: '180px' });
    press('End');
    await drawn();
    const { top, bottom } = panel.getBoundingClientRect();
    for (const part of [grid, detail]) {
      expect(part.clientHeight).toBeGreaterThan(90);
      part.scrollIntoView({ block: 'nearest' });
      // Scrolling rounds to whole pixels.
      const shown = part.getBoundingClientRect();
      expect([shown.top > top - 1, shown.bottom < bottom + 1]).toEqual([true, true]);
    }
    expect(getComputedStyle(panel).overflowY).toBe('auto');
  });
});

// Only Chromium forces the colours of a page when it is asked to.
describe.runIf(server.browser === 'chromium')('In forced colours', () => {
  test('the chosen row, the pressed button and the part with the focus can be told apart', async () => {
    const force = (value: string) =>
      cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
    await force('active');
    onTestFinished(() => force('none'));
    const { fetch, one, visible, button, press } = await inspected();
    for (const id of [1, 2]) fetch.fly(id);
    await drawn();
    press('End');
    button('Pause').click();
    await drawn();
    const looks = (elements: HTMLElement[]) =>
      elements.map((element) => {
        const { outline, backgroundColor } = getComputedStyle(element);
        return outline + backgroundColor;
      });
    const [other, chosen] = looks(visible('.rows .row'));
    expect(chosen).not.toBe(other);
    const [pressed, plain] = looks([button('Pause'), button('Clear')]);
    expect(pressed).not.toBe(plain);
    for (const part of ['.grid', '.grip']) {
      // As the keyboard does.
      one(part).focus({ focusVisible: true } as FocusOptions);
      expect(getComputedStyle(one(part)).outlineStyle).toBe('solid');
    }
    // A row with a background would cover the outline of the grid.
    expect(getComputedStyle(one('.rows .odd')).backgroundColor).toMatch(/, 0\)$/);
  });
});

describe('The details', () => {
  test('list 20 callers, and count the rest', async () => {
    const { fetch, press, detail } = await inspected();
    fetch.fly(1, { followers: 24, bytes: 0 });
    await drawn();
    press('ArrowDown');
    await drawn();
    expect(detail.querySelectorAll('li')).toHaveLength(20);
    expect(detail.textContent).toContain('and 5 more');
    expect(detail.textContent).toContain('Bodyunknown');
  });

  test('The details of a bypassed call have no callers, and stay as they are once it has ended', async () => {
    const { fetch, press, detail } = await inspected();
    fetch.tell('bypass', { id: 1, role: 'bypass', reason: 'method' });
    fetch.tell('settle', { id: 1, role: 'bypass', bytes: 0, outcome: 'done' });
    await drawn();
    press('ArrowDown');
    await drawn();
    const [close] = detail.children;
    expect(detail.textContent).toMatch(
      /^✕http:\/\/coflight\.test\/1Not shared\. Only GET and HEAD are shared\.Method.*Bodyunknown$/,
    );
    fetch.tell('launch', { id: 2 });
    await drawn();
    expect(detail.children[0]).toBe(close);
  });

  test('are closed by their button, which gives the focus to the list', async () => {
    const { fetch, press, detail, visible, root, grid } = await inspected();
    fetch.tell('launch', { id: 1 });
    await drawn();
    press('ArrowDown');
    await drawn();
    expect(visible('.detail')).toHaveLength(1);
    detail.querySelector<HTMLElement>('.close')?.click();
    await drawn();
    expect(visible('.detail')).toHaveLength(0);
    expect(root.activeElement).toBe(grid);
    expect(grid.hasAttribute('aria-activedescendant')).toBe(false);
  });

  test('leave the focus in the list while the row changes', async () => {
    const { fetch, press, grid, root } = await inspected();
    fetch.tell('launch', { id: 1 });
    await drawn();
    grid.focus();
    press('ArrowDown');
    for (const _ of [1, 2]) {
      fetch.tell('join', { id: 1 });
      await drawn();
      expect(root.activeElement).toBe(grid);
    }
  });

  test('are closed by a press on their button that lasts while the row changes', async () => {
    const { fetch, press, detail, root } = await inspected();
    fetch.tell('launch', { id: 1 });
    await drawn();
    press('ArrowDown');
    await drawn();
    // A browser reports no click on an element that was taken out, even for a moment, since it was pressed.
    const moved: MutationRecord[] = [];
    const observer = new MutationObserver((records) => moved.push(...records));
    onTestFinished(() => observer.disconnect());
    const close = detail.querySelector('.close') as Node;
    observer.observe(root, { childList: true, subtree: true });
    fetch.tell('join', { id: 1 });
    await drawn();
    expect(moved.length).toBeGreaterThan(0);
    expect(moved.filter(({ removedNodes }) => [...removedNodes].includes(close as ChildNode))).toEqual([]);
  });

  test('leave room for the times of the axis in a panel of 1,000 pixels', async () => {
    const { fetch, press, element, visible, one } = await inspected();
    element.toggleAttribute('inline', true);
    element.style.width = '1000px';
    fetch.tell('launch', { id: 1, time: performance.now() - 600 });
    fetch.tell('settle', { id: 1, outcome: 'done' });
    await drawn();
    press('Home');
    await drawn();
    expect(visible('.detail')).toHaveLength(1);
    // Texts that do not fit push each other beyond the end of the axis.
    expect(one('.ticks').scrollWidth).toBe(one('.ticks').clientWidth);
  });

  test.each([340, 430, 480, 530, 600, 760, 830, 940])(
    'leave a gap between the times of the axis in a panel of %i pixels',
    async (width) => {
      const { fetch, press, element, root } = await inspected();
      element.toggleAttribute('inline', true);
      element.style.width = `${width}px`;
      fetch.tell('launch', { id: 1, time: performance.now() - 890 });
      fetch.tell('settle', { id: 1, outcome: 'done' });
      await drawn();
      press('Home');
      await drawn();
      const text = document.createRange();
      const times = [...root.querySelectorAll('.ticks span:not(.quiet)')]
        .filter((time) => getComputedStyle(time).visibility === 'visible')
        .map((time) => {
          text.selectNodeContents(time);
          return text.getBoundingClientRect();
        });
      expect(times.length).toBeGreaterThan(1);
      for (const [at, { right }] of times.entries())
        expect(times[at + 1]?.left ?? Infinity).toBeGreaterThan(right + 3);
    },
  );

  test('go with their row when it is cleared', async () => {
    const { fetch, press, button, visible } = await inspected();
    fetch.fly(1);
    await drawn();
    press('ArrowDown');
    await drawn();
    button('Clear').click();
    await drawn();
    expect(visible('.detail')).toHaveLength(0);
  });

  test('keep the focus on their button while the row changes', async () => {
    const { fetch, press, detail, root } = await inspected();
    fetch.tell('launch', { id: 1 });
    await drawn();
    press('ArrowDown');
    await drawn();
    detail.querySelector<HTMLElement>('.close')?.focus();
    fetch.tell('join', { id: 1 });
    await drawn();
    expect(root.activeElement?.classList.contains('close')).toBe(true);
    expect(root.activeElement?.isConnected).toBe(true);
  });
});

test('The style of the page does not reach the inspector', async () => {
  const { root, element, fetch, press } = await inspected();
  fetch.fly(1, { followers: 1 });
  await drawn();
  press('Home');
  const names = ['color', 'fontSize', 'fontFamily', 'letterSpacing', 'textTransform', 'direction'] as const;
  const look = async () => {
    await drawn();
    return [...root.querySelectorAll<HTMLElement>(element.open ? '.panel, .panel *' : '.opener')].map(
      (part) => {
        const style = getComputedStyle(part);
        return [part.className, ...names.map((name) => style[name]), part.offsetWidth, part.offsetHeight];
      },
    );
  };
  const looks = async () => {
    element.open = true;
    const panel = await look();
    element.open = false;
    return [...panel, ...(await look())];
  };
  const before = await looks();
  const page = document.createElement('style');
  page.textContent = `html { font-size: 62.5% }
    * { color: red; font: 3rem serif; letter-spacing: 2px; text-transform: uppercase; direction: rtl }`;
  document.head.append(page);
  onTestFinished(() => page.remove());
  expect(await looks()).toEqual(before);
});

test('A URL can be selected in the details, also where nothing in the page can be selected', async () => {
  const { one } = await inspected();
  document.documentElement.style.webkitUserSelect = 'none';
  onTestFinished(() => document.documentElement.removeAttribute('style'));
  // With `auto`, the page decides.
  expect(getComputedStyle(one('.panel')).webkitUserSelect).toBe('text');
});

test('A rule of the page for the children of its body moves no docked inspector', async () => {
  const { root, element } = await inspected();
  const page = document.createElement('style');
  page.textContent = 'html { overflow: hidden }'; // a scroll bar would make the window narrower
  document.head.append(page);
  onTestFinished(() => page.remove());
  const places = () =>
    [true, false].map((open) => {
      element.open = open;
      return root
        .querySelector(open ? '.panel' : '.opener')
        ?.getBoundingClientRect()
        .toJSON();
    });
  const before = places();
  page.textContent += `body > * { position: relative; display: flex; z-index: auto; max-width: 30ch; height: 9px;
    margin: 2rem auto; padding: 1rem; overflow: hidden }`;
  expect(places()).toEqual(before);
});

describe('The element', () => {
  test('gives its recording as JSON, and can be defined twice', async () => {
    const { element, fetch } = await inspected();
    fetch.fly(1);
    expect(() => defineInspector()).not.toThrow();
    expect(JSON.parse(JSON.stringify(element))).toMatchObject({ counts: { calls: 1 } });
  });

  test('gives its recording as JSON, also without a preloader', () => {
    const { element } = see(inspect(new Source()) as InspectorElement);
    expect(JSON.parse(JSON.stringify(element))).toMatchObject({ counts: { calls: 0 }, requests: [] });
  });

  test('shows no line at its foot, and no sentence in its list, when there is nothing to say', async () => {
    const { element, fetch, visible } = await inspected();
    element.inspect({ fetch });
    expect(visible('.empty')).toHaveLength(1);
    fetch.fly(1);
    await drawn();
    expect([...visible('.foot'), ...visible('.empty')]).toEqual([]);
  });

  test('shows the text between backticks as code', async () => {
    const { fetch, press, detail } = await inspected();
    fetch.fly(1, { differs: ['x-request-id'] });
    await drawn();
    press('Home');
    await drawn();
    const code = [...detail.querySelectorAll('code')].map(({ textContent }) => textContent);
    expect(code).toEqual(['x-request-id', "ignoreHeaders: ['x-request-id']"]);
  });

  test('has a part for each class that its style names', async () => {
    const { fetch, press, root } = await inspected();
    for (const id of [1, 2]) fetch.fly(id, { followers: 1 });
    await drawn();
    press('Home');
    await drawn();
    const classes = [...new Set(style.match(/\.[a-z]+/g))];
    expect(classes.length).toBeGreaterThan(20);
    expect(classes.filter((name) => !root.querySelector(name))).toEqual([]);
  });

  test('says that nothing is inspected yet', async () => {
    defineInspector();
    const element = document.createElement('coflight-inspector');
    element.open = true;
    document.body.append(element);
    const { visible } = see(element);
    await drawn();
    expect(visible('.empty')[0]?.textContent).toBe(
      'Nothing is inspected yet: call `inspect(fetch, images, worker)`.',
    );
  });

  test('says that it is paused and has recorded nothing', async () => {
    const { button, visible } = await inspected();
    button('Pause').click();
    await drawn();
    expect(visible('.empty')[0]?.textContent).toBe('Paused. Nothing was recorded.');
  });

  test('does not choose a row by a click beside the rows', async () => {
    const { grid, detail } = await inspected();
    grid.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await drawn();
    expect(detail.hidden).toBe(true);
  });

  test('keeps a line at its foot while the numbers in it change', async () => {
    const { images, visible, footer } = await inspected();
    const [line] = visible('.foot > span');
    images.queue.waiting = 7;
    images.tell('launch', { id: 1 });
    await drawn();
    expect(footer()).toContain('7 waiting');
    expect(visible('.foot > span')[0]).toBe(line);
  });

  test('has fewer lines at its foot when a source goes', async () => {
    const { element, footer } = await inspected();
    expect(footer()).toContain('Preloader');
    element.inspect({});
    await drawn();
    expect(footer()).toBe('');
  });
});
