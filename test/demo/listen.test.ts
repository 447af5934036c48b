import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { certificateOf, listen } from '../../demo/server/listen.ts';

test('a request that comes while the demo is built is answered once it is built', async () => {
  const { plain, answer } = await listen(0, await certificateOf({ port: 0, help: false }));
  const early = get(plain.page, { headers: { expect: '100-continue' } });
  const answered = once(early, 'response');
  // The server says so at the moment at which it would answer.
  await once(early, 'continue');
  answer((role, scheme) => (_, res) => void res.end(`${role}, ${scheme}`));
  const [response] = await answered;
  expect(await text(response)).toBe('page, plain');
});
