// The line between the panels and the server: how slow it is, what its answers say about caching.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Settings as LinkSettings } from '../../server/settings.ts';
import type { Link } from './link.ts';
import { secure, site } from './site.ts';

const speeds: readonly (readonly [bytes: number, title: string])[] = [
  [0, 'unlimited'],
  [5_000_000, '5 MB/s'],
  [2_000_000, '2 MB/s'],
  [1_000_000, '1 MB/s'],
  [250_000, '250 kB/s'],
];

const policies = ['no-cache', 'no-store', 'max-age=600', ''] as const;

/** The same page over the other version of HTTP. */
function otherHttp(): string {
  const address = new URL(location.href);
  address.host = new URL((secure ? site.plain : site.secure)[site.role]).host;
  address.protocol = secure ? 'http:' : 'https:';
  return address.href;
}

export function Settings({ links }: { links: readonly Link[] }) {
  const settings = useSignal<LinkSettings | undefined>(undefined);
  useEffect(() => {
    void links[0]?.report(Number.MAX_SAFE_INTEGER).then((report) => (settings.value = report.settings));
  }, []);
  const set = async (changes: Partial<LinkSettings>) => {
    const [report] = await Promise.all(links.map((link) => link.set(changes)));
    if (report) settings.value = report.settings;
  };
  const { latency = 0, bandwidth = 0, cacheControl = 'no-cache', hold = false } = settings.value ?? {};
  return (
    <form class="line" aria-label="The line" onSubmit={(event) => event.preventDefault()}>
      <label>
        <span>
          Latency <output>{latency} ms</output>
        </span>
        <input
          type="range"
          name="latency"
          min="0"
          max="1000"
          step="10"
          value={latency}
          onChange={({ currentTarget }) => set({ latency: currentTarget.valueAsNumber })}
        />
      </label>
      <label>
        <span>Bandwidth</span>
        <select
          name="bandwidth"
          value={bandwidth}
          onChange={({ currentTarget }) => set({ bandwidth: Number(currentTarget.value) })}
        >
          {speeds.map(([bytes, title]) => (
            <option key={bytes} value={bytes}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Cache-Control</span>
        <select
          name="cacheControl"
          value={cacheControl}
          onChange={({ currentTarget }) =>
            set({ cacheControl: currentTarget.value as LinkSettings['cacheControl'] })
          }
        >
          {policies.map((policy) => (
            <option key={policy} value={policy}>
              {policy || 'none'}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>HTTP</span>
        <select name="http" value={secure ? '2' : '1.1'} onChange={() => location.assign(otherHttp())}>
          <option value="1.1">1.1</option>
          <option value="2">2, over TLS</option>
        </select>
      </label>
      <button type="button" aria-pressed={hold} onClick={() => set({ hold: !hold })}>
        Hold answers
      </button>
      {cacheControl.startsWith('max-age') && (
        <p>
          Browsers share what is plainly cacheable by themselves: most repeats never leave the cache, in every
          panel.
        </p>
      )}
    </form>
  );
}
