// The connection between the panels and the server: how slow it is, and what its answers say about caching. The address
// of the page keeps the settings.

import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { changed, defaults, type Settings as LinkSettings } from '../../server/settings.ts';
import { keepSettings, wishedSettings } from './address.ts';
import type { Link } from './link.ts';
import { OtherHttp } from './other-http.tsx';
import { Prose } from './prose.tsx';
import { secure, site } from './site.ts';

const speeds: readonly (readonly [bytes: number, title: string])[] = [
  [0, 'unlimited'],
  [5_000_000, '5 MB/s'],
  [2_000_000, '2 MB/s'],
  [1_000_000, '1 MB/s'],
  [250_000, '250 kB/s'],
];

const policies = ['no-cache', 'no-store', 'max-age=600', ''] as const;

type Line = Pick<LinkSettings, 'latency' | 'bandwidth' | 'cacheControl'>;

const { latency, bandwidth, cacheControl } = defaults;
const usual: Line = { latency, bandwidth, cacheControl };

/** Returns the first settings to show. A wrong one in the address is shown only after the server has refused it. */
function begin(): Line {
  try {
    return changed(defaults, wishedSettings());
  } catch {
    return usual;
  }
}

const titleOf = (bandwidth: number) =>
  speeds.find(([bytes]) => bytes === bandwidth)?.[1] ?? `${bandwidth / 1000} kB/s`;

interface Props {
  readonly links: readonly Link[];
  /** True while the server is gone. When it is back, it gets the settings again. */
  readonly lost: boolean;
}

export function Settings({ links, lost }: Props) {
  const line = useSignal<Line>(begin());
  const refused = useSignal('');
  const set = async (changes: Partial<Line>) => {
    try {
      const [report] = await Promise.all(links.map((link) => link.set(changes)));
      if (report) line.value = report.settings;
      refused.value = '';
      return true;
    } catch (error) {
      refused.value = (error as Error).message;
      return false;
    }
  };
  const change = async (changes: Partial<Line>) => {
    if (await set(changes)) keepSettings(changes);
  };
  useEffect(() => {
    if (!lost) void set(wishedSettings());
  }, [lost]);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // The error message is inside.
    if (refused.value && details.current) details.current.open = true;
  }, [refused.value]);
  const { latency, bandwidth, cacheControl } = line.value;
  const cache = cacheControl || 'no Cache-Control';
  return (
    <details class="line" ref={details}>
      <summary>
        <b>Connection</b> {latency} ms, {titleOf(bandwidth)}, {cache}, HTTP/{secure ? '2' : '1.1'}
        {site.still && ', simulated'}
      </summary>
      <Fields line={line} change={change} />
      {refused.value && (
        <p class="notice bad">
          <Prose text={refused.value} />
        </p>
      )}
      {cacheControl.startsWith('max-age') && (
        <p>Browsers share cacheable answers themselves. In every panel, most repeats come from the cache.</p>
      )}
      <p>The server delays each answer by the latency. All answers of a panel share the bandwidth.</p>
      {!site.still && <OtherHttp />}
    </details>
  );
}

interface FieldsProps {
  readonly line: Signal<Line>;
  change(changes: Partial<Line>): void;
}

function Fields({ line, change }: FieldsProps) {
  const { latency, bandwidth, cacheControl } = line.value;
  return (
    <form aria-label="Connection" onSubmit={(event) => event.preventDefault()}>
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
          onChange={({ currentTarget }) => change({ latency: currentTarget.valueAsNumber })}
        />
      </label>
      <label>
        <span>Bandwidth</span>
        <select
          name="bandwidth"
          value={bandwidth}
          onChange={({ currentTarget }) => change({ bandwidth: Number(currentTarget.value) })}
        >
          {speeds.map(([bytes, title]) => (
            <option key={bytes} value={bytes}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {!site.still && (
        <label>
          <span>Cache-Control</span>
          <select
            name="cacheControl"
            value={cacheControl}
            onChange={({ currentTarget }) =>
              change({ cacheControl: currentTarget.value as Line['cacheControl'] })
            }
          >
            {policies.map((policy) => (
              <option key={policy} value={policy}>
                {policy || 'none'}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="button" onClick={() => change(usual)}>
        Reset
      </button>
    </form>
  );
}
