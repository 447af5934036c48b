// The worker that serves a panel, or must not.

import { type RegisteredWorker, register } from 'coflight/register';
import { site } from '../shared/site.ts';
import { foreign, foreignFault } from './trouble.ts';

/** The worker that serves this page, or what keeps it from doing so. */
export interface Service {
  readonly worker?: RegisteredWorker;
  readonly notice: string;
}

/** Lets the worker serve this page. */
export async function startWorker(): Promise<Service> {
  // In the static copy, the worker that serves all pages also shares the requests of this one.
  if (site.still) return { notice: '' };
  const result = await register('/coflight-sw.js', {
    match: ['/link/*/tiles/*', '/link/*.json', ...(foreign && !foreignFault ? [foreign] : [])],
  });
  if (result.status === 'controlled') return { worker: result.worker, notice: '' };
  const failed = result.status === 'failed';
  const why = failed
    ? [result.message, ...(result.cause ? [`\`cause\`: ${result.cause}`] : [])].join(' ')
    : 'A hard reload bypasses the service worker. Reload once more.';
  return { notice: `There is no service worker here, so each request is sent. ${why}` };
}

/** A port that another panel had before may still have its worker. */
export async function endWorkers(): Promise<Service> {
  if (site.still) return { notice: '' };
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  if (!navigator.serviceWorker?.controller) return { notice: '' };
  location.reload();
  return new Promise(() => {}); // the page ends here
}
