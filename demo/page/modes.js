// The switch: off, in the page, in a service worker. The address remembers it, so that a reload keeps it.

import { register } from 'coflight/register';
import { element } from './dom.js';

/** @import { RegisteredWorker } from 'coflight/register' */
/** @import { Mode } from './requests.js' */

/** @type {readonly string[]} */
const modes = ['off', 'page', 'worker'];

/** The mode that the address names; in the page where it names none. */
export function modeOfAddress() {
  const mode = new URL(location.href).searchParams.get('mode');
  return /** @type {Mode} */ (mode && modes.includes(mode) ? mode : 'page');
}

/** Lets the address name the link and the mode. */
export function rememberInAddress(/** @type {string} */ id, /** @type {Mode} */ mode) {
  const address = new URL(location.href);
  address.searchParams.set('link', id);
  address.searchParams.set('mode', mode);
  history.replaceState(null, '', address);
  return address;
}

/** Shows a line under the switch, or none. */
export function notice(/** @type {string} */ text) {
  const line = element('notice');
  line.textContent = text;
  line.hidden = !text;
}

/**
 * Makes the mode true: with a worker in control of this page, or with none. Answers with what could be had.
 *
 * @returns {Promise<{ mode: Mode, worker?: RegisteredWorker }>}
 */
export async function establish(/** @type {Mode} */ mode) {
  notice('');
  if (mode !== 'worker') {
    await leaveWorker();
    return { mode };
  }
  const result = await register('/coflight-sw.js', { match: '/link/*' });
  if (result.status === 'controlled') return { mode, worker: result.worker };
  notice(
    result.status === 'failed'
      ? `Requests share flights within the page, because there is no service worker. ${result.message}`
      : 'A hard reload goes past the service worker. Reload the page once more to switch over.',
  );
  return { mode: 'page' };
}

/** A page stays under its worker until it is loaded anew. */
async function leaveWorker() {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  if (!navigator.serviceWorker?.controller) return;
  location.reload();
  await new Promise(() => {}); // the page ends here
}
