/** What the marks of the waterfall mean. */
export function Legend({ galleryOnly }: { galleryOnly: boolean }) {
  return (
    <ul class="legend">
      {galleryOnly || (
        <>
          <li>
            maps 1–4: <i class="launched" /> launched, <i class="joined" /> joined
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
        <i class="gallery" /> picture
      </li>
      <li>
        <i class="preload" /> preload
      </li>
      <li>
        <i class="waiting" /> waits in the browser
      </li>
      <li>
        <i class={`pale ${galleryOnly ? 'gallery' : 'tiles'}`} /> pale: at the server
      </li>
      <li>
        <i class="cross">×</i> aborted, or stepped aside
      </li>
    </ul>
  );
}
