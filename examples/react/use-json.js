import { useEffect, useState } from 'react';
import { fetch } from './fetch.js';

/** Returns the data at a URL as `data`, or why it could not be loaded as `error`. Both are undefined until then. */
export function useJson(url) {
  const [result, setResult] = useState({});
  useEffect(() => {
    const unmount = new AbortController();
    const load = async () => {
      const response = await fetch(url, { signal: unmount.signal });
      if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
      return response.json();
    };
    const show = (result) => {
      if (!unmount.signal.aborted) setResult(result);
    };
    load().then(
      (data) => show({ url, data }),
      (error) => show({ url, error }),
    );
    // The request ends when no other component waits for it. Strict mode unmounts each component and mounts it again at
    // once: it joins its own request.
    return () => unmount.abort();
  }, [url]);
  // Never the data of the former URL.
  return result.url === url ? result : {};
}
