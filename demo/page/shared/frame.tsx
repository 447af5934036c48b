import { modes } from './modes.ts';
import type { FramedPanel } from './panels.ts';

/** A panel in its frame, as high as what it shows. */
export function Frame({ panel }: { panel: FramedPanel }) {
  const { title } = modes[panel.mode];
  return (
    <div class={`panel-frame ${panel.mode}`}>
      <p>
        <b>{title}</b>
        <a href={panel.src} target="_blank" rel="noopener">
          Open alone
        </a>
      </p>
      <iframe
        title={`Panel: ${title}`}
        src={panel.src}
        ref={(frame) => {
          panel.frame = frame;
        }}
        style={{ height: `${panel.height.value || 900}px` }}
      />
    </div>
  );
}
