// The upper edge of a docked panel, which sets its height: by the pointer, or by arrow keys.

import { make } from './dom.ts';

/** Pixels of one press of a key. */
const step = 24;

/** Lets the edge of a panel, its first part, say the height to screen readers. */
export const tellHeight = (panel: HTMLElement): void =>
  panel.firstElementChild?.setAttribute('aria-valuenow', `${panel.offsetHeight}`);

export function resizeHandle(panel: HTMLElement): HTMLElement {
  const set = (pixels: number) => {
    // The panel may have been moved to another window.
    const { innerHeight } = panel.ownerDocument.defaultView as Window;
    const height = Math.round(Math.min(innerHeight * 0.92, Math.max(180, pixels)));
    panel.style.setProperty('--height', `${height}px`);
    tellHeight(panel);
  };
  const edge = make('div', {
    class: 'grip',
    role: 'separator',
    tabindex: '0',
    'aria-orientation': 'horizontal',
    'aria-label': 'Height of the inspector',
    'aria-valuemin': '180',
    'aria-valuemax': '10000',
    // A style or the window may have changed the height.
    focus: () => tellHeight(panel),
    keydown: (event: KeyboardEvent) => {
      const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!direction) return;
      event.preventDefault();
      set(panel.offsetHeight + direction * step);
    },
    pointerdown: (event: PointerEvent) => edge.setPointerCapture(event.pointerId),
    pointermove: (event: PointerEvent) => {
      if (edge.hasPointerCapture(event.pointerId)) set(panel.getBoundingClientRect().bottom - event.clientY);
    },
  });
  return edge;
}
