import type { Mode } from '../../../server/site.ts';

interface Props {
  readonly mode: Mode;
  /** There are no maps. */
  readonly galleryOnly: boolean;
}

/** What the marks of the waterfall mean. */
export function Legend({ mode, galleryOnly }: Props) {
  return (
    <ul class="legend">
      {galleryOnly || (
        <>
          <li>
            <i class="aboard" /> maps 1–4{mode === 'off' ? '' : ' aboard, bold who launched'}
          </li>
          <li>
            <i class="tiles" /> tile
          </li>
          <li>
            <i class="json" /> JSON
          </li>
        </>
      )}
      <li>
        <i class="gallery" /> picture, <i class="preload" /> preloaded
      </li>
      <li>
        <i class="waiting" /> waits in the browser
      </li>
      <li>
        <i class="cross">×</i> {mode === 'off' ? 'called off' : 'called off, or stepped aside'}
      </li>
    </ul>
  );
}
