// The panel's book-keeping: the page's own counts, and the server's.

import type { Row } from './figures.ts';

const bytesOf = (bytes: number) =>
  bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

export function Table({ rows }: { rows: readonly Row[] }) {
  return (
    <table class="counts">
      <thead>
        <tr>
          <td />
          <th scope="col">Asked</th>
          <th scope="col">Joined</th>
          <th scope="col">Sent</th>
          <th scope="col">At server</th>
          <th scope="col">Aborted</th>
          <th scope="col">Bytes</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, asked, joined, sent, server, aborted, bytes }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td data-count={`${title}.asked`}>{asked}</td>
            <td data-count={`${title}.joined`}>{joined}</td>
            <td data-count={`${title}.sent`}>{sent ?? '–'}</td>
            <td data-count={`${title}.server`}>{server ?? '–'}</td>
            <td data-count={`${title}.aborted`}>{aborted}</td>
            <td>{server === undefined ? '–' : bytesOf(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
