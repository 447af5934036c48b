import { Request, Resource } from '@cesium/engine';
import { register } from 'coflight/register';

/** Cesium loads by XMLHttpRequest, so the worker shares, and not the wrapped fetch. */
export async function client(_, { wrapped }) {
  if (wrapped) {
    const { status, message } = await register('/coflight-sw.js', { scope: location.pathname });
    if (status !== 'controlled') throw new Error(`${status}: ${message}`);
  }
  return (url, signal) => {
    const request = new Request();
    const answer = Resource.fetchJson({ url, request });
    signal?.addEventListener('abort', () => request.cancel());
    return answer;
  };
}
