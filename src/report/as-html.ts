// The report as one page without scripts: tables, and a waterfall of the flights that several requests would share.

import { count, numberText, timeText } from '../wording/words.ts';
import { withoutOrigin } from './patterns.ts';
import type { Bar, Report, ReportedFlight } from './report.ts';
import { style } from './style.ts';
import {
  answeredText,
  lingerText,
  matchLines,
  nearMissesText,
  nearMissText,
  recordingText,
  savingCells,
  verdictOf,
  waitedText,
} from './verdict.ts';

/** The most flights in the waterfall, and the most requests of each. More would make the page slow. */
const maxFlights = 500;
const maxRequests = 100;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns HTML that shows the text. Markup in a HAR stays text. */
// No test runs `?? sign`: each of these signs has an escape.
const text = (value: unknown): string => String(value).replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** Returns a sentence as HTML, with the text between backticks as code. */
const prose = (sentence: string): string => text(sentence).replace(/`([^`]+)`/g, '<code>$1</code>');

/** Writes the report as one page. */
export function asHtml(report: Report): string {
  const { patterns, nearMisses, match, flights, notes } = report;
  const lines = [lingerText(report), ...answeredText(report), ...notes].filter((line) => line !== undefined);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>What sharing would have saved</title>
<style>${style}</style>
<main>
<h1>What sharing would have saved</h1>
<p class="soft">${text(recordingText(report))}</p>
<p class="verdict">${prose(verdictOf(report))}</p>
${patterns.length ? savingsTable(report) : ''}
${flights.length ? waterfall(report) : ''}
${nearMisses.length ? nearMissList(report) : ''}
${match.length ? matchCode(match) : ''}
<h2>The recording</h2>
${lines.map((line) => `<p>${prose(line)}</p>`).join('\n')}
</main>
</html>
`;
}

const row = (cells: readonly string[], tag = 'td') =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;

const savingsTable = ({
  patterns,
  origin,
  createFetch,
  withServiceWorker,
}: Report): string => `<h2>By URL</h2>
<table>
${row(['URL', 'sent', 'saved', 'bytes', 'waited', 'longest wait'], 'th')}
${patterns.map((one) => row([text(withoutOrigin(one.pattern, origin)), numberText(one.sent), ...savingCells(one)])).join('\n')}
${row(['all, by <code>createFetch</code> alone', '', ...savingCells(createFetch)])}
${row(['all, with the service worker', '', ...savingCells(withServiceWorker)])}
</table>
<p class="soft">${text(waitedText)}</p>`;

const nearMissList = ({ nearMisses, origin }: Report): string => `<h2>Near misses</h2>
<p>${text(nearMissesText)}</p>
<ul>
${nearMisses
  .map((miss) => {
    const what = `${withoutOrigin(miss.pattern, origin)}: ${nearMissText(miss)}.`;
    return `<li>${text(what)}<br><small>${prose(miss.advice)}</small></li>`;
  })
  .join('\n')}
</ul>`;

const matchCode = (match: readonly string[]): string => `<h2>For the service worker</h2>
<pre>${text(matchLines(match).join('\n'))}</pre>`;

function waterfall(report: Report): string {
  const { flights } = report;
  const shown = flights.slice(0, maxFlights).map((flight) => flightRows(flight, report));
  const rest = flights.length - shown.length;
  return `<h2>Waterfall</h2>
<p>Each row is one request that would have served several. Blue was needed, striped was not. Open a row to see its requests.</p>
${shown.join('\n')}
${more(rest, 'row')}`;
}

const more = (rest: number, what: string) =>
  rest > 0 ? `<p class="soft">… and ${count(rest, what)} more</p>` : '';

function flightRows({ url, leader, followers }: ReportedFlight, { durationMs, origin }: Report): string {
  const all = 1 + followers.length;
  const bars = [leader, ...followers.slice(0, maxRequests - 1)];
  const [start, end] = [leader.start, bars.reduce((last, { end }) => Math.max(last, end), leader.end)];
  const overview = bars.map((bar) => barIn(bar, leader, { start: 0, length: durationMs })).reverse();
  const rows = bars.map((bar) => {
    const label = `entry ${bar.entry}, at ${timeText(bar.start)}, ${timeText(bar.end - bar.start)}`;
    const zoomed = barIn(bar, leader, { start, length: end - start });
    return `<div class="bar"><span>${label}</span><span class="track">${zoomed}</span></div>`;
  });
  return `<details><summary><span>${text(withoutOrigin(url, origin))} <small>${count(all, 'request')}</small></span>
<span class="track" aria-hidden="true">${overview.join('')}</span></summary>
${rows.join('\n')}
${more(all - bars.length, 'request')}</details>`;
}

function barIn(bar: Bar, leader: Bar, axis: { start: number; length: number }): string {
  const percent = (ms: number) => `${((100 * ms) / (axis.length || 1)).toFixed(3)}%`;
  const place = `left:${percent(bar.start - axis.start)};width:${percent(bar.end - bar.start)}`;
  return `<i class="${bar === leader ? 'sent' : 'saved'}" style="${place}"></i>`;
}
