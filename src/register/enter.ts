// One scope has one worker. Two pages or libraries that each register their own replace the other's at every load,
// so a scope that is taken is left alone.

import { type Failure, failed } from './failure.ts';
import { fileOf, type Script } from './script.ts';

/** The URLs of the scripts that this page has registered. */
const registered = new Set<string>();

/** By scope: settles when the calls before have registered their scripts. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Registers the script, unless another one has its scope: another file, or the same one that this page has
 * registered with other options. A file that an earlier visit has registered with other options is an older version.
 */
export function enter(script: Script, type: WorkerType): Promise<ServiceWorkerRegistration | Failure> {
  const { href, scope } = script;
  const before = turns.get(scope);
  const entered = (async () => {
    await before;
    const failure = await occupied(script);
    if (failure) return failure;
    const registration = await navigator.serviceWorker.register(href, { type, scope });
    registered.add(href);
    return registration;
  })();
  turns.set(
    scope,
    entered.catch(() => {}),
  );
  return entered;
}

async function occupied({ href, file, scope }: Script): Promise<Failure | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  // For a scope without a registration, the browser answers with that of a wider one.
  if (registration?.scope !== scope) return;
  const { active, waiting, installing } = registration;
  const urls = [active, waiting, installing].flatMap((worker) => worker?.scriptURL ?? []);
  const { pathname } = new URL(scope);
  const [first] = urls;
  if (first !== undefined && fileOf(first) !== file)
    return failed(
      'occupied',
      `Another service worker serves ${pathname}: ${fileOf(first)}. Import coflight into it and register that file, or unregister it first.`,
    );
  if (urls.some((url) => url !== href && registered.has(url)))
    return failed(
      'occupied',
      `This page has registered ${file} for ${pathname} with other options. Call register once, with all of them.`,
    );
  return;
}
