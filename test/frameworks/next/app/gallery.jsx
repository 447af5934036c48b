'use client';

import { createFetch } from 'coflight';
import { createPreloader } from 'coflight/preload';
import { useImage } from 'coflight/react';
import { useEffect, useState } from 'react';

// At module level: evaluated on the server, too.
const fetch = createFetch();
const images = createPreloader({ busy: fetch });

function Part({ url }) {
  const [text, setText] = useState('waiting');
  useEffect(() => {
    const unmount = new AbortController();
    fetch(url, { signal: unmount.signal })
      .then((response) => response.json())
      .then(({ data }) => setText(String(data.me)))
      .catch(() => {});
    return () => unmount.abort();
  }, [url]);
  return <i>{text}</i>;
}

export function Gallery({ json, image }) {
  const shown = useImage(image, { images });
  return (
    <section>
      <p id="page">
        {Array.from({ length: 10 }, (_, at) => (
          <Part key={at} url={json} />
        ))}
      </p>
      {shown.props && <img {...shown.props} alt="" />}
    </section>
  );
}
