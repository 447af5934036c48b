// The gallery: one large picture, and a button for each picture, which shows its state.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Command } from '../../shared/messages.ts';
import { site, thumbOf } from '../../shared/site.ts';
import type { Panel } from '../panel.ts';
import type { Gallery } from './gallery.ts';
import { rove } from './roving.ts';

interface Props {
  readonly panel: Panel;
  readonly large: boolean;
  readonly embedded: boolean;
  command(wanted: Command): void;
}

export function GalleryView({ panel, large, embedded, command }: Props) {
  const { gallery } = panel;
  const ready = Object.values(gallery.states.value).filter((state) => state === 'ready').length;
  const pick = (name: string) => {
    if (embedded && large) dispatchEvent(new CustomEvent('pick', { detail: name }));
    else command({ type: 'pick', name });
  };
  return (
    <section class={large ? 'gallery large' : 'gallery'} aria-labelledby="gallery">
      <h2 id="gallery" class="unseen">
        Pictures
      </h2>
      <Screen gallery={gallery} />
      <div class="queue">
        <p>
          <button type="button" onClick={() => command({ type: 'preload' })}>
            Preload all
          </button>
          <span>
            {ready} of {site.gallery.length} ready
          </span>
        </p>
        <Strip gallery={gallery} pick={pick} />
      </div>
    </section>
  );
}

const words = {
  '': '',
  waiting: ', waits',
  loading: ', loads',
  ready: ', ready',
  failed: ', failed',
} as const;

function Strip({ gallery, pick }: { gallery: Gallery; pick(name: string): void }) {
  const focused = useSignal(0);
  return (
    <ul
      class="strip"
      onKeyDown={(event) => {
        focused.value = rove(event) ?? focused.value;
      }}
    >
      {site.gallery.map(({ name, title }, index) => (
        <li key={name}>
          <button
            type="button"
            class="thumb"
            data-state={gallery.stateOf(name)}
            aria-current={gallery.shown.value?.region.name === name}
            aria-label={title + words[gallery.stateOf(name)]}
            title={title}
            tabIndex={index === focused.value ? 0 : -1}
            onFocus={() => {
              focused.value = index;
            }}
            onClick={() => pick(name)}
          >
            <img src={thumbOf(name)} alt="" width="300" height="200" loading="lazy" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Screen({ gallery }: { gallery: Gallery }) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = gallery.shown.value;
  const { region, image, after, failed } = shown ?? {};
  useEffect(() => {
    if (image) image.alt = `${region?.title} by night: every town is a light`;
    frame.current?.replaceChildren(...(image ? [image] : []));
  }, [image]);
  const standIn = region?.name ?? site.gallery[0]?.name ?? '';
  const status =
    after === undefined ? (failed ? 'failed' : region ? 'loading' : '') : `${Math.round(after)} ms`;
  return (
    <figure class="screen">
      <div
        class="frame"
        aria-busy={region !== undefined && !image && !failed}
        style={{ '--thumb': `url("${thumbOf(standIn)}")` }}
      >
        <div ref={frame} />
      </div>
      <figcaption>
        <span>{region?.title ?? 'Pick a picture'}</span> <output>{status}</output>
      </figcaption>
    </figure>
  );
}
