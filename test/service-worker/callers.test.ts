import { expect, test, vi } from 'vitest';
import { coalescer, sent } from '../support/open-coalescer.ts';
import { answer } from '../support/worker-network.ts';
import { seen } from '../support/worker-scope.ts';

test('An abort names no request whose body has arrived, but an equal one that still waits', async () => {
  const ask = () => coalescer.serve(seen('/a'), { clientId: 'one' });
  const early = ask();
  sent[0]?.resolve(answer('whole'));
  expect(await (await early).text()).toBe('whole');
  await vi.advanceTimersByTimeAsync(1);
  void ask();
  coalescer.leave('one', {
    request: { url: 'https://map.example/a', destination: '' },
    time: Date.now() + 1,
  });
  // The browser is asked whether it still waits, and does not come back.
  await vi.advanceTimersByTimeAsync(500);
  expect(sent[1]?.request.signal.aborted).toBe(true);
});
