import { useImage, usePreload } from 'coflight/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const names = ['Dawn', 'Noon', 'Dusk', 'Night'];
const addressOf = (name) => `/${name.toLowerCase()}.svg`;
const addresses = names.map(addressOf);

/** The picture that is chosen: it loads at once, ahead of all that preload. */
function Picture({ name }) {
  const { status, props } = useImage(addressOf(name));
  return (
    <figure aria-busy={status === 'loading'}>
      {props && <img {...props} alt={name} />}
      <figcaption>{status === 'failed' ? `${name} did not come.` : name}</figcaption>
    </figure>
  );
}

function Gallery() {
  const [name, choose] = useState(names[0]);
  const { progress } = usePreload(addresses);
  return (
    <>
      <h1>A click comes first</h1>
      <p>
        The pictures preload one after another, each for 0.4 seconds. The one that you choose does not wait
        for them.
      </p>
      <p role="status">
        {progress.done} of {progress.total} preloaded
      </p>
      <Picture name={name} />
      <nav aria-label="Pictures">
        {names.map((one) => (
          <button key={one} type="button" aria-pressed={one === name} onClick={() => choose(one)}>
            {one}
          </button>
        ))}
      </nav>
    </>
  );
}

createRoot(document.getElementById('app')).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
