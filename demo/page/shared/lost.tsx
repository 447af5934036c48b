import { site } from './site.ts';

/** Says that the server is gone, and how to bring it back. */
export function Lost({ lost }: { lost: boolean }) {
  const { port } = new URL(site.plain.front, location.href);
  return (
    <div role="alert">
      {lost && (
        <p class="notice bad">
          The server cannot be reached. Start it again with{' '}
          <code class="command">npm run demo -- --port {port}</code>, and this page goes on.
        </p>
      )}
    </div>
  );
}
