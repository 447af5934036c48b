// Differences that are known and documented. Any other difference fails the run.

import type { Comparison } from './trial.ts';

interface Known {
  readonly note: string;
  fits(comparison: Pick<Comparison, 'native' | 'shared'>, environment: string, fault: string): boolean;
}

/** Firefox does not say that a response through a worker was redirected when the redirect led to the URL itself. */
const sameResponse = (native: string | undefined, shared: string | undefined, environment: string) =>
  native === shared || (environment === 'Firefox, worker' && native?.replace(' redirected', '') === shared);

export const known: readonly Known[] = [
  {
    note: 'Firefox: a response through any worker is not `redirected` when the redirect led to the URL itself.',
    fits: ({ native, shared }, environment) =>
      sameResponse(native.response, shared.response, environment) &&
      native.error === shared.error &&
      native.body === shared.body,
  },
  {
    note: 'Firefox: when a body breaks off, a native `text()` rejects with an `AbortError`, and a native stream with a `TypeError`, as the standard says. With coflight both reject with the `TypeError`.',
    fits: ({ native, shared }, environment) =>
      environment.startsWith('Firefox') &&
      sameResponse(native.response, shared.response, environment) &&
      native.error === 'AbortError' &&
      shared.error === 'TypeError',
  },
  {
    note: 'WebKitGTK: after an abort, a clone of a native response rejects with a `TypeError` whose message is that of the `AbortError`. The standard says an `AbortError`, and with coflight it is one.',
    fits: ({ native, shared }, environment) =>
      environment.startsWith('WebKit') &&
      native.response === shared.response &&
      !!native.message?.startsWith('AbortError') &&
      shared.error === 'AbortError',
  },
  {
    note: 'Worker: when a body breaks off before the worker has handed the response on, the call itself rejects with the `TypeError`. Natively the response arrives, and reading it rejects with the same class.',
    fits: ({ native, shared }, environment) =>
      environment.endsWith('worker') &&
      native.response !== undefined &&
      shared.response === undefined &&
      shared.error === 'TypeError',
  },
  {
    note: 'A worker that is stopped by force after the headers: a body that it passes on ends in a `TypeError`, never short. So does a long body that has arrived and that its caller has not read. A worker that passes the network on unchanged would not cut it. `waitUntil` holds the worker until the body has arrived.',
    fits: ({ native, shared }, environment, fault) =>
      environment.endsWith('worker') &&
      fault.startsWith('the worker is stopped') &&
      native.response === shared.response &&
      shared.error === 'TypeError',
  },
];

interface Left {
  readonly note: string;
  fits(environment: string, fault: string): boolean;
}

/** What a trial may leave behind. Any other connection or flight that is left fails the run. */
export const knownLeft: readonly Left[] = [
  {
    note: 'Firefox, worker: a body that is cancelled while its server is silent keeps its connection. Firefox tells a worker of the cancel when the next bytes arrive.',
    fits: (environment, fault) => environment === 'Firefox, worker' && fault.includes('silence in mid-body'),
  },
  {
    note: 'WebKitGTK, worker: a body that breaks off by a reset, 0.8 s after its headers or later, counts as in flight for a minute. The timeline of WebKit does not list it.',
    fits: (environment, fault) => environment === 'WebKitGTK, worker' && fault.includes('reset'),
  },
];
