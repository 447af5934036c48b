import type { WorkerStats } from '../protocol/messages.ts';
import { ask } from './ask.ts';
import { control, isServed } from './control.ts';
import { deadline, type Within } from './deadline.ts';
import { crossOrigin, type Failure, failureOf, unavailable } from './failure.ts';
import { checkArguments, type RegisterOptions } from './options.ts';
import { pageShown } from './page-shown.ts';
import { installed, Redundant, reachState } from './reach-state.ts';
import { hasWorker, registerScript } from './register-script.ts';
import type { RegisteredWorker } from './registered-worker.ts';
import { type Script, scriptOf } from './script.ts';
import { versionOfFile, warnIfStale } from './stale.ts';
import { answerTimeout, WorkerHandle } from './worker-handle.ts';

/** How often a registration that names no worker is looked at. WebKit names the worker of another tab late. */
const mostLooks = 6;
/** Milliseconds. Each wait is so much longer than the one before: 1.5 s in all. */
const lookDelay = 100;

/**
 * The result of `register`. The page works in any case.
 *
 * - `'controlled'`: the worker serves this page.
 * - `'waiting'`: an older version serves this page, with other options or without coflight. The new version waits
 *   until all tabs are closed or `applyUpdate()` is called.
 * - `'bypassed'`: the worker is active and does not serve this page. The user has asked for a hard reload, the page
 *   is not in its scope, or a worker of your own has not claimed its pages.
 * - `'failed'`: this page got no worker. One from before may still serve it.
 */
export type RegisterResult =
  | { readonly status: 'controlled' | 'waiting' | 'bypassed'; readonly worker: RegisteredWorker }
  | Failure;

/**
 * Registers the worker at a URL, by default `/coflight-sw.js`. Resolves once it serves this page, also on a first visit,
 * and never reloads the page. Failures are results, not rejections. On a server the result is a failure and nothing
 * happens. A page that is rendered in advance waits until it is shown.
 *
 * Rejects only for a wrong argument, with a TypeError or RangeError.
 *
 * @example
 * const result = await register('/coflight-sw.js', { match: '/tiles/*', listenTo: fetch });
 * if (result.status === 'failed') report(result.message);
 */
export async function register(
  url = '/coflight-sw.js',
  options: RegisterOptions = {},
): Promise<RegisterResult> {
  const own = checkArguments(url, options);
  const none = unavailable();
  if (none) return none;
  const script = scriptOf(url, own);
  if (!script.isOwn) return crossOrigin(script);
  await pageShown();
  const within = deadline(own.timeout ?? 10_000);
  let looks = 0;
  const attempted = (): Promise<RegisterResult> =>
    attempt(script, own, within).catch(async (cause) => {
      // Tabs that register at one time may replace each other's worker.
      const isNamed = cause instanceof Redundant && (await hasWorker(script.scope));
      if (!(isNamed ?? looks < mostLooks)) throw cause;
      if (!isNamed) await within(wait(lookDelay * looks++), `${script.file} was not installed`);
      return attempted();
    });
  return attempted().catch((cause) => failureOf(script, cause, within));
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function attempt(script: Script, options: RegisterOptions, within: Within): Promise<RegisterResult> {
  const { type = 'classic', listenTo = [] } = options;
  const { href, file } = script;
  const registration = await within(registerScript(script, type), `${file} was not registered`);
  if ('status' in registration) return registration;
  const { worker, stats } = await answering(registration, file, within);
  const stale = warnIfStale(file, await versionOfFile(registration, stats, within));
  // A worker of the same file may serve the page for another scope.
  const serves = isServed(worker, registration);
  const isCurrent = stats !== undefined && worker.scriptURL === href;
  const { installing } = registration;
  // Only a version that is installed waits, and hears of `applyUpdate()`.
  if (!isCurrent && installing) await within(installed(installing), '').catch(() => {});
  return {
    status: !serves ? 'bypassed' : isCurrent ? 'controlled' : 'waiting',
    worker: new WorkerHandle(registration, { stale, sources: [listenTo].flat() }),
  };
}

/** A worker that is active, and its answer, if it has one. The worker controls the page if its answer says so. */
interface Answering {
  readonly worker: ServiceWorker;
  readonly stats: WorkerStats | undefined;
}

/** Waits for the answer of the active worker, or of the version that replaces it meanwhile. */
async function answering(
  registration: ServiceWorkerRegistration,
  file: string,
  within: Within,
): Promise<Answering> {
  const { active, waiting, installing } = registration;
  // A version that was replaced may still be the active one in this turn.
  const current = active?.state === 'redundant' ? null : active;
  const worker = current ?? waiting ?? installing ?? active;
  if (!worker) throw new Redundant('The registration has no worker.');
  // WebKit does not tell every page that the worker was activated, when several are opened at once.
  await within(
    Promise.race([reachState(worker, ['activated']), control(worker, registration)]),
    `${file} was not activated`,
  );
  const answer = async (): Promise<Answering> => {
    const stats = await statsOf(worker, registration, file, within);
    if (stats?.controlled) await within(control(worker, registration), `${file} did not take control`);
    return { worker, stats };
  };
  return (await unlessReplaced(worker, answer())) ?? answering(registration, file, within);
}

/** Settles like the promise, or with undefined when the worker is replaced before. */
function unlessReplaced<Value>(worker: ServiceWorker, promise: Promise<Value>): Promise<Value | undefined> {
  const controller = new AbortController();
  const replaced = reachState(worker, ['redundant'], controller.signal).then(() => undefined);
  return Promise.race([promise, replaced]).finally(() => controller.abort());
}

/**
 * Returns the answer of the active worker, or undefined for a version without coflight that is about to be
 * replaced.
 */
async function statsOf(
  worker: ServiceWorker,
  registration: ServiceWorkerRegistration,
  file: string,
  within: Within,
): Promise<WorkerStats | undefined> {
  const answer = ask<WorkerStats>(
    worker,
    { type: 'coflight:stats', openedAt: performance?.timeOrigin },
    (promise) => within(promise, `${file}, which must import coflight, did not answer`),
  );
  try {
    return await deadline(answerTimeout)(answer, '');
  } catch {
    // The browser may not have looked for an update since the site began to use coflight.
    await within(registration.update(), '').catch(() => {});
    return registration.installing || registration.waiting ? undefined : answer;
  }
}
