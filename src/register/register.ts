import type { Greeting } from '../protocol/messages.ts';
import { ask } from './ask.ts';

export interface RegisterOptions {
  /** The part of the site that the worker serves. Default: the folder it lies in. */
  readonly scope?: string;
}

/** What came of it. Where nothing did, the page works on without. */
export type RegisterResult =
  | { readonly status: 'controlled' | 'bypassed' }
  | { readonly status: 'failed'; readonly cause: unknown };

/** Registers the worker; resolves once it serves this page. */
export async function register(
  url = '/coflight-sw.js',
  options: RegisterOptions = {},
): Promise<RegisterResult> {
  try {
    const registration = await navigator.serviceWorker.register(url, options);
    const worker = await active(registration);
    if (navigator.serviceWorker.controller) return { status: 'controlled' };
    const { controlled } = await ask<Greeting>(worker, { type: 'coflight:hello' }, 10_000);
    if (!controlled) return { status: 'bypassed' };
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
    return { status: 'controlled' };
  } catch (cause) {
    return { status: 'failed', cause };
  }
}

/** Its first worker, once that has taken its clients over. */
async function active(registration: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker) throw new Error('The registration has no worker.');
  while (worker.state !== 'activated') {
    if (worker.state === 'redundant') throw new Error('The worker was replaced or failed to install.');
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  }
  return worker;
}
