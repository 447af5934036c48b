import { createFetch } from 'coflight';
import { createPreloader } from 'coflight/preload';
import { Gallery } from './gallery.jsx';

// At module level, on the server: it does nothing there.
const images = createPreloader();

export const dynamic = 'force-dynamic';

export default async function Page() {
  const fetch = createFetch(); // one for each request, so that no user gets another user's answer
  const ask = async () => (await fetch(process.env.ON_SERVER, { cache: 'no-store' })).json();
  const answers = await Promise.all(Array.from({ length: 10 }, ask));
  return (
    <main>
      <p id="server">
        {answers.length} answers, {images.stats().inFlight} images
      </p>
      <Gallery json={process.env.IN_PAGE} image={process.env.IMAGE} />
    </main>
  );
}
