export function Masthead({ here }: { here: 'maps' | 'gallery' }) {
  return (
    <header class="masthead">
      <a class="brand" href="/">
        <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
          <path
            d="M3 5c9 0 9 11 15 11M3 16h15M3 27c9 0 9-11 15-11"
            fill="none"
            stroke="currentColor"
            stroke-width="2.4"
            stroke-linecap="round"
          />
          <path d="M17 9.5 29 16l-12 6.5 2.6-6.5z" fill="var(--sent)" />
        </svg>
        coflight
      </a>
      <nav aria-label="Pages">
        <a href={`/${location.search}`} aria-current={here === 'maps' ? 'page' : undefined}>
          Maps
        </a>
        <a href={`/gallery.html${location.search}`} aria-current={here === 'gallery' ? 'page' : undefined}>
          Gallery
        </a>
      </nav>
    </header>
  );
}
