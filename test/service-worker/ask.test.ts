import { expect, test } from 'vitest';
import { type Addressee, ask } from '../../src/register/ask.ts';

const question = { type: 'coflight:stats' } as const;

test('a question is answered at its port', async () => {
  const worker: Addressee = {
    postMessage: (message, [port] = []) => (port as MessagePort).postMessage({ answers: message }),
  };
  expect(await ask(worker, question, 1_000)).toEqual({ answers: question });
});

test('a worker that is silent is waited for no longer than was said', async () => {
  const silent: Addressee = { postMessage() {} };
  await expect(ask(silent, question, 1)).rejects.toThrow(
    'The service worker did not answer "coflight:stats" within 1 ms.',
  );
});
