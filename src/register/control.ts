// Which worker controls the page.

import { next } from '../http/next.ts';

/** Returns true when the page is served by the worker, or by the version of it that has just taken over. */
export function isServed(worker: ServiceWorker, { active }: ServiceWorkerRegistration): boolean {
  const { controller } = navigator.serviceWorker;
  return !!controller && [worker, active].includes(controller);
}

/**
 * Resolves when the worker controls the page. The worker may know that before the page does. Until then, a worker of the
 * same file that was unregistered may control it. To a page that comes back from the back/forward cache, WebKit names one
 * that was replaced.
 */
export async function control(worker: ServiceWorker, registration: ServiceWorkerRegistration): Promise<void> {
  const { serviceWorker } = navigator;
  const isReplaced = ({ controller } = serviceWorker) =>
    controller?.state === 'redundant' && controller.scriptURL === worker.scriptURL;
  while (!isServed(worker, registration) && !isReplaced()) await next(serviceWorker, 'controllerchange');
}
