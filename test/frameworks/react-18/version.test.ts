// Keeps the tests of the hooks from passing here with React 19.

import { version } from 'react';
import { version as versionOfDom } from 'react-dom';
import { expect, test } from 'vitest';

test('The tests of the hooks run with React 18', () => {
  for (const found of [version, versionOfDom]) expect(found).toMatch(/^18\./);
});
