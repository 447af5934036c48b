// React's StrictMode mounts, unmounts and mounts each component in one turn.

import { createElement, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { createFetch } from '../../src/fetch/create-fetch.ts';
import { resource } from '../support/resource.ts';

test('a component that fetches in an effect sends one request in StrictMode, ten of ten times (#12)', async () => {
  const fetch = createFetch();
  const mounts: string[] = [];

  function Places({ url }: { url: string }) {
    const [text, setText] = useState('waiting');
    useEffect(() => {
      const controller = new AbortController();
      mounts.push(url);
      fetch(url, { signal: controller.signal })
        .then((response) => response.text())
        .then(setText, () => {});
      return () => controller.abort();
    }, [url]);
    return createElement('p', null, text);
  }

  for (let time = 0; time < 10; time++) {
    const { url, open, seen } = resource({ gate: 'headers' });
    const element = document.createElement('div');
    const root = createRoot(element);
    onTestFinished(() => root.unmount());
    root.render(createElement(StrictMode, null, createElement(Places, { url })));
    await expect.poll(() => mounts.filter((one) => one === url).length).toBe(2);
    await open('headers');
    await expect.poll(() => element.textContent).toBe('ok');
    const { requests, aborted } = await seen();
    expect([requests.length, aborted]).toEqual([1, 0]);
  }
});
