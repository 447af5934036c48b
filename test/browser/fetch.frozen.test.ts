// The page tells of a freeze by an event. test/e2e/fetch.restored.test.ts freezes real pages.

import { expect, test } from 'vitest';
import { createFetch } from '../../src/index.ts';

/** Answers with the number of the request. */
function numbered() {
  let count = 0;
  const fetch = createFetch({ fetch: async () => new Response(String(++count)) });
  return (url: string) => fetch(url).then((response) => response.text());
}

test('after each freeze of its page, a call joins no request from before, and later calls join that one', async () => {
  const read = numbered();
  const answers = [read('/a'), read('/a')];
  for (let freezes = 0; freezes < 2; freezes++) {
    document.dispatchEvent(new Event('freeze'));
    answers.push(read('/a'), read('/a'));
  }
  expect(await Promise.all(answers)).toEqual(['1', '1', '2', '2', '3', '3']);
});

test('a freeze before the first call of a page changes nothing', async () => {
  const read = numbered();
  document.dispatchEvent(new Event('freeze'));
  expect(await Promise.all([read('/a'), read('/a')])).toEqual(['1', '1']);
});
