import { CesiumWidget, Request, Resource } from '@cesium/engine';
import { register } from 'coflight/register';

/** Cesium loads by XMLHttpRequest, so the worker shares, and not the wrapped fetch. */
export async function client(_, { wrapped }) {
  if (wrapped) {
    const { status, message } = await register('/coflight-sw.js', { scope: location.pathname });
    if (status !== 'controlled') throw new Error(`${status}: ${message}`);
  }
  // Its scene ends what was cancelled, once in each frame.
  new CesiumWidget(document.body, { baseLayer: false, skyBox: false, skyAtmosphere: false, globe: false });
  return (url, signal) => {
    const request = new Request();
    signal?.addEventListener('abort', () => request.cancel());
    return Resource.fetchJson({ url, request });
  };
}
