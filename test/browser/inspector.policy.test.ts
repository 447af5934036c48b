// A page whose policy allows neither inline styles nor HTML made of strings. The policy holds for this file's page.

import { expect, test } from 'vitest';
import { drawn, inspected } from '../support/inspecting.ts';

test('The inspector works under a strict policy, with its style', async () => {
  const violations: string[] = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
    violations.push(`${violatedDirective} ${sample}`),
  );
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
  document.head.append(policy);
  expect(() => {
    document.createElement('p').innerHTML = 'refused';
  }).toThrow();
  // It is reported late.
  await expect.poll(() => violations).toHaveLength(1);
  violations.length = 0;

  const { fetch, one, rows, press, visible } = await inspected();
  fetch.fly(1, { followers: 2 });
  fetch.tell('launch', { id: 2 });
  await drawn();
  press('Home');
  await drawn();
  expect(rows()).toHaveLength(2);
  expect(getComputedStyle(one('.panel')).display).toBe('flex');
  expect(visible('.detail')).toHaveLength(1);
  // A bar that begins and ends in one turn may have no width.
  expect(one<HTMLElement>('.rows .track i').style.width).toMatch(/^[\d.]+%$/);
  expect(violations).toEqual([]);
});
