import { useEffect } from 'preact/hooks';
import { addressOf } from './address.ts';
import { modes } from './modes.ts';
import type { FramedPanel } from './panels.ts';
import { origins } from './site.ts';

/** A panel in its frame. The style sheet sets its height, so that nothing moves when the panel has loaded. */
export function Frame({ panel }: { panel: FramedPanel }) {
  const { title } = modes[panel.mode];
  useEffect(() => {
    if (!panel.frame) return;
    // Browsers draw nothing in a frame that is out of sight, so its maps wait.
    const observer = new IntersectionObserver(([entry]) => {
      panel.unseen.value = entry?.isIntersecting === false;
    });
    observer.observe(panel.frame);
    return () => observer.disconnect();
  }, []);
  return (
    <div class="panel-frame">
      <p>
        <a href={addressOf(`${origins[panel.mode]}/`)} target="_blank" rel="noopener">
          Open alone<span class="unseen">: {title}</span>
        </a>
      </p>
      <iframe
        title={`${title}: four maps, counts, pictures`}
        src={panel.src}
        ref={(frame) => {
          panel.frame = frame;
        }}
      />
    </div>
  );
}
