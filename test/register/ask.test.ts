import { expect, test, vi } from 'vitest';
import { ask } from '../../src/register/ask.ts';
import { deadline } from '../../src/register/deadline.ts';
import { statistics } from '../support/worker-page.ts';

const question = { type: 'coflight:stats' } as const;

test('`ask` resolves with what the worker posts to the port', async () => {
  const worker = {
    postMessage: (message: unknown, ports: unknown) =>
      (ports as MessagePort[])[0]?.postMessage({ answers: message }),
  };
  const closed = vi.spyOn(MessagePort.prototype, 'close');
  const forget = { type: 'coflight:forget' } as const;
  expect(await ask(worker, forget, deadline(60_000))).toEqual({ answers: forget });
  expect(closed).toHaveBeenCalledOnce(); // an open port would keep the page's memory
  closed.mockRestore();
});

test('`ask` takes no other answer for statistics', async () => {
  const worker = {
    postMessage: (_: unknown, ports: unknown) => {
      for (const answer of ['another', statistics()]) (ports as MessagePort[])[0]?.postMessage(answer);
    },
  };
  expect(await ask(worker, question, deadline(60_000))).toEqual(statistics());
});

test('`ask` rejects at its deadline where a worker never answers', async () => {
  const silent = { postMessage() {} };
  await expect(ask(silent, question, deadline(1))).rejects.toThrow(
    'The service worker did not answer "coflight:stats" within 1 ms.',
  );
});
