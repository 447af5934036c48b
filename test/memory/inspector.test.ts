// The rows of the inspector keep little of what they show. Runs with --expose-gc.

import { expect, test } from 'vitest';
import { Recording } from '../../src/inspector/recording.ts';
import { used } from '../support/collecting.ts';
import { Source } from '../support/inspected.ts';

test('Rows about long URLs keep no long URL', async () => {
  const fetch = new Source();
  const recording = new Recording(() => {});
  recording.start(fetch as never, undefined);
  const before = await used();
  for (let id = 0; id < 100; id++) {
    // Each is a text of its own, as a browser gives it.
    const url = Buffer.from(`data:text/plain,${id}${'x'.repeat(1e6)}`).toString();
    fetch.tell('bypass', { id, role: 'bypass', url });
  }
  expect(recording.entries).toHaveLength(100);
  expect((await used()) - before).toBeLessThan(10e6);
});
