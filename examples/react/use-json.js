import { useEffect, useState } from 'react';
import { fetch } from './fetch.js';

/** Returns the data at a URL, and undefined until it is there. */
export function useJson(url) {
  const [data, setData] = useState();
  useEffect(() => {
    const unmount = new AbortController();
    fetch(url, { signal: unmount.signal })
      .then((response) => response.json())
      .then(setData, (error) => {
        if (!unmount.signal.aborted) throw error;
      });
    // The request ends only when no component waits for it any more. One that is mounted again in the same turn, as
    // strict mode does with all, joins it.
    return () => unmount.abort();
  }, [url]);
  return data;
}
