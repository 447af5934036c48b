// Parts of the inspector that pointers and odd states reach.

import { describe, expect, test } from 'vitest';
import { defineInspector, type InspectorElement } from '../../src/inspector/index.ts';
import { drawn, inspected, see } from '../support/inspecting.ts';

describe('The upper edge', () => {
  /** The edge of a docked panel, whose height is known, and the height that it has set. */
  async function edge() {
    const seen = await inspected();
    const grip = seen.one('.grip');
    const panel = grip.parentElement as HTMLElement;
    const height = () => Number(grip.getAttribute('aria-valuenow'));
    return { grip, panel, height, press: (key: string) => seen.press(key, grip) };
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

  test('leaves other keys alone', async () => {
    const { height, press } = await edge();
    expect(press('Enter')).toBe(true);
    expect(height()).toBe(0);
  });

  test('follows a pointer exactly while it is pressed', async () => {
    const { grip, panel, height } = await edge();
    const { bottom } = panel.getBoundingClientRect();
    let captured: number | undefined;
    grip.setPointerCapture = (id) => {
      captured = id;
    };
    grip.hasPointerCapture = (id) => captured === id;
    grip.dispatchEvent(pointer('pointermove', bottom - 250));
    expect(height()).toBe(0);
    grip.dispatchEvent(pointer('pointerdown', bottom));
    grip.dispatchEvent(pointer('pointermove', bottom - 250));
    expect(height()).toBe(250);
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
    expect(detail.querySelector('ol')).toBeNull();
    fetch.tell('launch', { id: 2 });
    await drawn();
    expect(detail.children[0]).toBe(close);
  });

  test('are closed by their button', async () => {
    const { fetch, press, detail, visible } = await inspected();
    fetch.tell('launch', { id: 1 });
    await drawn();
    press('ArrowDown');
    await drawn();
    expect(visible('.detail')).toHaveLength(1);
    detail.querySelector<HTMLElement>('.close')?.click();
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

describe('The element', () => {
  test('gives its recording as JSON, and can be defined twice', async () => {
    const { element, fetch } = await inspected();
    fetch.fly(1);
    expect(() => defineInspector()).not.toThrow();
    expect(JSON.parse(JSON.stringify(element))).toMatchObject({ counts: { calls: 1 } });
  });

  test('says that nothing is inspected yet', async () => {
    defineInspector();
    const element = document.createElement('coflight-inspector') as InspectorElement;
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

  test('has fewer lines at its foot when a source goes', async () => {
    const { element, footer } = await inspected();
    expect(footer()).toContain('Preloader');
    element.inspect({});
    await drawn();
    expect(footer()).toBe('');
  });
});
