// A scope has one worker. Two scripts that are registered for one scope replace each other at every load. So a scope
// that has a worker is left alone.

import { type Failure, failed } from './failure.ts';
import { fileOf, type Script } from './script.ts';
import { trusted } from './trusted.ts';

/** The types of the scripts that this page has registered, by scope and URL. */
const registered = new Map<string, WorkerType>();

const idOf = (scope: string, url: string) => `${scope} ${url}`;

/** By scope: settles when all earlier calls have registered their scripts, have removed them, or have failed. */
const turns = new Map<string, Promise<unknown>>();

/** Makes later registrations of the scope wait until the work has settled. Returns the work. */
export function takeTurn<Result>(scope: string, work: Promise<Result>): Promise<Result> {
  // The next turn needs no results, which would hold those of all turns before.
  turns.set(
    scope,
    Promise.allSettled([turns.get(scope), work]).then(() => {}),
  );
  return work;
}

/**
 * Registers the script, unless its scope has a worker from another file, or from the same file that this page has
 * registered with other options. Other options from an earlier visit are an older version, which is replaced.
 */
export function registerScript(
  script: Script,
  type: WorkerType,
): Promise<ServiceWorkerRegistration | Failure> {
  const { href, scope } = script;
  const before = turns.get(scope);
  const enter = async () => {
    await before;
    const failure = await occupied(script, type);
    if (failure) return failure;
    const registration = await navigator.serviceWorker.register(trusted(href), { type, scope });
    registered.set(idOf(scope, href), type);
    return registration;
  };
  return takeTurn(scope, enter());
}

/**
 * Returns whether the scope has a worker that may serve its pages. Undefined when its registration names no worker: WebKit
 * may name none for a moment, when several tabs register at once.
 */
export async function hasWorker(scope: string): Promise<boolean | undefined> {
  const registration = await registrationOf(scope);
  if (!registration) return false;
  const workers = workersOf(registration);
  return workers.length ? workers.some(({ state }) => state !== 'redundant') : undefined;
}

/** Returns the registration of exactly this scope. The browser may return the one of a wider scope. */
async function registrationOf(scope: string): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  return registration?.scope === scope ? registration : undefined;
}

/** Returns the workers of a registration, the active one first. */
const workersOf = ({ active, waiting, installing }: ServiceWorkerRegistration): ServiceWorker[] =>
  [active, waiting, installing].filter((worker) => worker !== null);

async function occupied({ href, file, scope }: Script, type: WorkerType): Promise<Failure | undefined> {
  const registration = await registrationOf(scope);
  const urls = registration ? workersOf(registration).map(({ scriptURL }) => scriptURL) : [];
  const [first] = urls;
  const { pathname } = new URL(scope);
  if (first !== undefined && fileOf(first) !== file)
    return failed(
      'occupied',
      `${pathname} has another service worker, ${fileOf(first)}. Import coflight into it and register that file, or unregister it first.`,
    );
  const isOther = (url: string) => {
    const before = registered.get(idOf(scope, url));
    return before && (url !== href || before !== type);
  };
  if (urls.some(isOther))
    return failed(
      'occupied',
      `This page has registered ${file} for ${pathname} with other options. Call \`register\` once, with all options. After a hot reload, reload the page.`,
    );
  return;
}
