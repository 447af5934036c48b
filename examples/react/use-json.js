import { useEffect, useState } from 'react';
import { fetch } from './fetch.js';

/** The data at a URL; undefined until it is there. */
export function useJson(url) {
  const [data, setData] = useState();
  useEffect(() => {
    const unmount = new AbortController();
    fetch(url, { signal: unmount.signal })
      .then((response) => response.json())
      .then(setData, (error) => {
        if (!unmount.signal.aborted) throw error;
      });
    // Ends the request where no component waits for it any more. Not at once: one that is mounted again in the same
    // turn, as strict mode does with all, joins it.
    return () => queueMicrotask(() => unmount.abort());
  }, [url]);
  return data;
}
