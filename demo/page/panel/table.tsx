// The panel's table: in each row, the parts add up to the number of asks.

import type { Row } from './figures.ts';

const bytesOf = (bytes: number) =>
  bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

const columns = [
  ['asked', 'Asked'],
  ['sent', 'Sent'],
  ['shared', 'Shared'],
  ['aborted', 'Aborted'],
] as const;

export function Table({ rows }: { rows: readonly Row[] }) {
  return (
    <section aria-labelledby="counts">
      <h2 id="counts" class="unseen">
        Counts
      </h2>
      <table class="counts">
        <thead>
          <tr>
            <td />
            {columns.map(([name, title]) => (
              <th key={name} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">Bytes</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.title}>
              <th scope="row">{row.title}</th>
              {columns.map(([name]) => (
                <td key={name} data-count={`${row.title}.${name}`}>
                  {row[name] ?? '–'}
                </td>
              ))}
              <td>{row.bytes === undefined ? '–' : bytesOf(row.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
