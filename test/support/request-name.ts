import type { RequestName } from '../../src/protocol/messages.ts';

/** Names a request of the tests' page, as the page itself does. */
export const requestName = (path: string): RequestName => ({
  url: `https://map.example${path}`,
  method: 'GET',
  destination: '',
  mode: 'cors',
  credentials: 'same-origin',
  cache: 'default',
  redirect: 'follow',
  integrity: '',
  referrer: 'https://map.example/page',
  referrerPolicy: '',
  headers: [['accept', '*/*']],
});
