import { createFetch } from 'coflight';
import { createPreloader } from 'coflight/preload';
import { cache } from 'react';
import { Gallery } from './gallery.jsx';

// At module level, on the server: it does nothing there.
const images = createPreloader();

// One for each request, so that no user gets another user's answer. All components of the request share it.
const getFetch = cache(() => createFetch());

export const dynamic = 'force-dynamic';

async function Asks({ times }) {
  const fetch = getFetch();
  const ask = async () => (await fetch(process.env.ON_SERVER, { cache: 'no-store' })).json();
  const answers = await Promise.all(Array.from({ length: times }, ask));
  return <span>{answers.length} answers, </span>;
}

export default function Page() {
  return (
    <main>
      <p id="server">
        <Asks times={6} />
        <Asks times={4} />
        {images.stats().inFlight} images
      </p>
      <Gallery json={process.env.IN_PAGE} image={process.env.IMAGE} />
    </main>
  );
}
