import { site } from './site.ts';

/** Says what is simulated where there is no server. */
export function StillNote() {
  if (!site.still) return null;
  return (
    <p class="rules still">
      This copy has no server: a service worker in your browser plays it. It simulates latency, bandwidth, six
      connections for each panel, and the counts. The maps and the library are real. Only the views of the
      race are drawn.
    </p>
  );
}
