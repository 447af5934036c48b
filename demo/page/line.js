// The form that sets the line's speed, and the buttons that are about asking.

import { element } from './dom.js';

/** @import { Link } from './link.js' */

/** Binds the form to the link: a change here is set there, a change there is shown here. */
export function bindLine(/** @type {Link} */ link) {
  const form = element('line', HTMLFormElement);
  const latency = element('latency', HTMLInputElement);
  const bandwidth = element('bandwidth', HTMLSelectElement);
  const cacheControl = element('cache-control', HTMLSelectElement);
  const shown = element('latency-value', HTMLOutputElement);
  const hold = element('hold', HTMLButtonElement);

  const show = () => {
    const settings = link.report?.settings;
    if (!settings) return;
    if (document.activeElement !== latency) latency.value = String(settings.latency);
    shown.value = `${latency.value} ms`;
    bandwidth.value = String(settings.bandwidth);
    cacheControl.value = settings.cacheControl;
    hold.ariaPressed = String(settings.hold);
  };
  link.addEventListener('report', show);
  show();

  form.addEventListener('submit', (event) => event.preventDefault());
  latency.addEventListener('input', () => {
    shown.value = `${latency.value} ms`;
  });
  latency.addEventListener('change', () => link.set({ latency: latency.valueAsNumber }));
  bandwidth.addEventListener('change', () => link.set({ bandwidth: Number(bandwidth.value) }));
  cacheControl.addEventListener('change', () => {
    link.set({ cacheControl: /** @type {'no-cache'} */ (cacheControl.value) });
  });
  hold.addEventListener('click', () => link.set({ hold: hold.ariaPressed !== 'true' }));
}
