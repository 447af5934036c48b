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

/** Bytes a second. */
const speeds = [0, 5_000_000, 2_000_000, 1_000_000, 250_000];

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

function titleOf(bandwidth: number): string {
  if (!bandwidth) return 'unlimited';
  return bandwidth < 1_000_000 ? `${bandwidth / 1000} kB/s` : `${bandwidth / 1_000_000} MB/s`;
}

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

/** The address may name a latency and a bandwidth that the fields do not offer. */
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
          max={Math.max(1000, latency)}
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
          {[...new Set([...speeds, bandwidth])].map((bytes) => (
            <option key={bytes} value={bytes}>
              {titleOf(bytes)}
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
