import type { WorkerStats } from '../protocol/messages.ts';
import { ask } from './ask.ts';
import { type Failure, failureOf, unavailable } from './failure.ts';
import { checkArguments, type RegisterOptions, scriptUrl } from './options.ts';
import { RegisteredWorker } from './registered-worker.ts';
import { warnIfStale } from './stale.ts';
import { within } from './within.ts';

/**
 * What came of it: the page is controlled; or it is not although the worker is there, because the user asked for a
 * hard reload (or the worker serves another scope); or there is no worker. In any case the page works.
 */
export type RegisterResult =
  | { readonly status: 'controlled' | 'bypassed'; readonly worker: RegisteredWorker }
  | Failure;

/**
 * Registers the worker at that URL; resolves once it serves this page, on a first visit too, without a reload.
 * What keeps it from doing so is a result, not a rejection.
 *
 * Rejects with a TypeError or RangeError for a wrong argument alone.
 *
 * @example
 * const result = await register('/coflight-sw.js', { match: '/tiles/*', fetch });
 * if (result.status === 'failed') report(result.message);
 */
export async function register(
  url = '/coflight-sw.js',
  options: RegisterOptions = {},
): Promise<RegisterResult> {
  checkArguments(url, options);
  const { scope, type = 'classic', timeout = 10_000, fetch } = options;
  const none = unavailable();
  if (none) return none;
  const script = scriptUrl(url, options);
  try {
    const registration = await navigator.serviceWorker.register(script, {
      type,
      ...(scope !== undefined && { scope }),
    });
    const worker = await within(timeout, active(registration), `${script} was not active`);
    const { controlled, version } = await ask<WorkerStats>(worker, { type: 'coflight:stats' }, timeout);
    if (controlled) await within(timeout, control(), `${script} did not take control`);
    const stale = warnIfStale(url, version);
    const status = controlled ? 'controlled' : 'bypassed';
    return { status, worker: new RegisteredWorker(registration, stale, fetch) };
  } catch (cause) {
    return failureOf(script, scope, cause);
  }
}

/** The worker of a registration, once it has taken over the pages that were open. */
async function active({ active, waiting, installing }: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const worker = active ?? waiting ?? installing;
  if (!worker) throw new Error('The registration has no worker.');
  while (worker.state !== 'activated') {
    if (worker.state === 'redundant') throw new Error('The worker could not be installed.');
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  }
  return worker;
}

/** The worker may know sooner than the page that it is in control. */
async function control(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return;
  await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
}
