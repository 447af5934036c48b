import { addressOf } from './address.ts';

export function Masthead({ here }: { here: 'maps' | 'gallery' | 'explain' }) {
  const current = (page: typeof here) => (page === here ? 'page' : undefined);
  return (
    <header class="masthead">
      <a class="brand" href={addressOf('./')}>
        <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
          <path
            d="M3 5c9 0 9 11 15 11M3 16h15M3 27c9 0 9-11 15-11"
            fill="none"
            stroke="currentColor"
            stroke-width="2.4"
            stroke-linecap="round"
          />
          <path d="M17 9.5 29 16l-12 6.5 2.6-6.5z" fill="var(--save)" />
        </svg>
        coflight
      </a>
      <nav aria-label="Pages">
        <a href={addressOf('./')} aria-current={current('maps')}>
          Maps
        </a>
        <a href={addressOf('gallery.html')} aria-current={current('gallery')}>
          Gallery
        </a>
        <a href={addressOf('explain.html')} aria-current={current('explain')}>
          Explain
        </a>
      </nav>
    </header>
  );
}
