// A scope has one worker. Two scripts that are registered for one scope replace each other at every load. So a scope
// that has a worker is left alone.

import { type Failure, failed } from './failure.ts';
import { fileOf, type Script } from './script.ts';
import { trusted } from './trusted.ts';

/** The URLs of the scripts that this page has registered. */
const registered = new Set<string>();

/** By scope: settles when all earlier calls have registered their scripts or failed. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Registers the script, unless its scope has a worker from another file, or from the same file that this page has
 * registered with other options. Other options from an earlier visit are an older version, which is replaced.
 */
export function enter(script: Script, type: WorkerType): Promise<ServiceWorkerRegistration | Failure> {
  const { href, scope } = script;
  const before = turns.get(scope);
  const entered = (async () => {
    await before;
    const failure = await occupied(script);
    if (failure) return failure;
    const registration = await navigator.serviceWorker.register(trusted(href), { type, scope });
    registered.add(href);
    return registration;
  })();
  const turn = entered.catch(() => {}); // the caller gets the error
  turns.set(scope, turn);
  return entered;
}

async function occupied({ href, file, scope }: Script): Promise<Failure | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  // For a scope without a registration, the browser returns the one of a wider scope.
  if (registration?.scope !== scope) return;
  const { active, waiting, installing } = registration;
  const urls = [active, waiting, installing].flatMap((worker) => worker?.scriptURL ?? []);
  const [first] = urls;
  const { pathname } = new URL(scope);
  if (first !== undefined && fileOf(first) !== file)
    return failed(
      'occupied',
      `${pathname} has another service worker, ${fileOf(first)}. Import coflight into it and register that file, or unregister it first.`,
    );
  if (urls.some((url) => url !== href && registered.has(url)))
    return failed(
      'occupied',
      `This page has registered ${file} for ${pathname} with other options. Call \`register\` once, with all options.`,
    );
  return;
}
