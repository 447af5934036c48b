import type { WorkerStats } from '../protocol/messages.ts';
import { ask } from './ask.ts';
import { deadline, type Within } from './deadline.ts';
import { enter } from './enter.ts';
import { type Failure, failed, failureOf, unavailable } from './failure.ts';
import { checkArguments, type RegisterOptions } from './options.ts';
import { reach } from './reach.ts';
import { answerTimeout, RegisteredWorker } from './registered-worker.ts';
import { type Script, scriptOf } from './script.ts';
import { versionOfFile, warnIfStale } from './stale.ts';

/**
 * What came of it. `'controlled'`: the worker serves this page. `'waiting'`: an older version of it does, with other
 * options, and this one waits until all tabs are closed or `applyUpdate()` is called. `'bypassed'`: the worker is
 * there and does not serve this page, because the user asked for a hard reload or the page is not in its scope.
 * `'failed'`: there is no worker. In any case the page works.
 */
export type RegisterResult =
  | { readonly status: 'controlled' | 'waiting' | 'bypassed'; readonly worker: RegisteredWorker }
  | Failure;

/**
 * Registers the worker at that URL; resolves once it serves this page, on a first visit too, without a reload.
 * What keeps it from doing so is a result, not a rejection. On a server nothing happens: the result is a failure.
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
  const none = unavailable();
  if (none) return none;
  const script = scriptOf(url, options);
  if (!script.isOwn)
    return failed(
      'cross-origin',
      `A worker has to be a file of this origin, ${origin}, not ${script.href.slice(0, 99)}`,
    );
  return attempt(script, options).catch((cause) => failureOf(script, cause));
}

async function attempt(script: Script, options: RegisterOptions): Promise<RegisterResult> {
  const { type = 'classic', timeout = 10_000, fetch } = options;
  const { href, file } = script;
  const within = deadline(timeout);
  const registration = await within(enter(script, type), `${file} was not registered`);
  if ('status' in registration) return registration;
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker) throw new Error('The registration has no worker.');
  await within(reach(worker, ['activated']), `${file} was not active`);
  const stats = await statsOf(worker, registration, within);
  if (stats?.controlled) await within(control(worker), `${file} did not take control`);
  const stale = warnIfStale(file, await versionOfFile(registration, stats, within));
  const serves = navigator.serviceWorker.controller?.scriptURL === worker.scriptURL;
  const isCurrent = stats !== undefined && worker.scriptURL === href;
  return {
    status: !serves ? 'bypassed' : isCurrent ? 'controlled' : 'waiting',
    worker: new RegisteredWorker(registration, stale, fetch),
  };
}

/** What the active worker answers; undefined for a version without coflight where another one follows. */
async function statsOf(
  worker: ServiceWorker,
  registration: ServiceWorkerRegistration,
  within: Within,
): Promise<WorkerStats | undefined> {
  const answer = ask<WorkerStats>(worker, { type: 'coflight:stats' }, within);
  try {
    return await deadline(answerTimeout)(answer, '');
  } catch {
    // The browser looks for updates now and then, and perhaps has not looked since the site began to use coflight.
    await within(registration.update(), '').catch(() => {});
    return registration.installing || registration.waiting ? undefined : answer;
  }
}

/** Resolves when the page has the worker as its controller. The worker may know sooner that it is. */
async function control({ scriptURL }: ServiceWorker): Promise<void> {
  const { serviceWorker } = navigator;
  while (serviceWorker.controller?.scriptURL !== scriptURL)
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
}
