// The report in sentences, for the terminal and the page alike.

import { bytesText, count, listText, numberText, quoted, timeText } from '../wording/words.ts';
import type { NearMiss } from './near-misses.ts';
import type { Report } from './report.ts';
import type { Saving } from './savings.ts';

/** Says in one or two sentences what sharing would gain. */
export function verdictOf({ withServiceWorker, linger, nearMisses, requests }: Report): string {
  if (!requests.recorded)
    return 'This recording has no requests. Open the network panel first, then load the page.';
  const saved = withServiceWorker.requests;
  if (saved) return savedText(saved, requests.network);
  const later = linger.find(({ requests }) => requests);
  if (!later && nearMisses.length)
    return 'Nothing to gain as it is: requests for one URL were under way together, but they were not the same.';
  if (!later)
    return 'Nothing to gain here. No identical requests were under way together, or within 5 s of each other.';
  const requestsLater = count(later.requests, 'request');
  return `No identical requests were under way together. \`linger: ${later.ms}\` would have saved ${requestsLater}.`;
}

function savedText(saved: number, sent: number): string {
  const percent = (100 * saved) / sent;
  const share = percent < 1 ? 'less than 1 %' : `${Math.round(percent)} %`;
  const start = percent < 3 ? 'Little to gain: sharing' : 'Sharing';
  return `${start} would have saved ${numberText(saved)} of ${count(sent, 'request')} (${share}).`;
}

/** Says who has answered the requests, and which are never shared. */
export function answeredText({ requests }: Report): string[] {
  const { recorded, network, cache, serviceWorker, failed, notHttp, unshared } = requests;
  const groups: [number, string][] = [
    [network, 'to the network'],
    [cache, "answered by the browser's cache, which shares them already"],
    [serviceWorker, 'answered by a service worker'],
    [failed, 'failed or aborted'],
    [notHttp, 'not HTTP'],
  ];
  const parts = groups.filter(([number]) => number).map(([number, what]) => `${numberText(number)} ${what}`);
  const reasons = Object.entries(unshared).map(([reason, number]) => `${reason} (${numberText(number)})`);
  const answered = parts.length ? [`${count(recorded, 'request')}: ${parts.join(', ')}.`] : [];
  return reasons.length ? [...answered, `Never shared: ${reasons.join(', ')}.`] : answered;
}

/** Returns the cells of a saving in a table of savings. */
export const savingCells = ({ requests, bytes, waitedMs, longestWaitMs }: Saving): string[] => [
  numberText(requests),
  bytesText(bytes),
  timeText(waitedMs),
  timeText(longestWaitMs),
];

/** Explains the column of waits. */
export const waitedText =
  'waited: how much longer these requests took than the request they would have joined.';

/** Explains the list of near misses. */
export const nearMissesText = 'Requested again while under way, but not the same request:';

/** Says what kept requests apart. */
export const nearMissText = ({ requests, differs }: NearMiss): string =>
  `${count(requests, 'request')}, kept apart by ${differs.join(', ')}`;

/** Returns the code that names patterns for the service worker. The comments follow the patterns. */
export const matchLines = (match: readonly string[], comments: readonly string[] = []): string[] => [
  "register('/coflight-sw.js', {",
  '  match: [',
  ...match.map((pattern) => `    ${quoted(pattern)},`),
  ...comments.map((comment) => `    // ${comment}`),
  '  ],',
  '});',
];

/** Says which recording this is. */
export const recordingText = ({ creator, requests, durationMs }: Report): string =>
  `${count(requests.recorded, 'request')} in ${timeText(durationMs)}, recorded by ${creator}`;

/** Says what `linger` would add; undefined where it adds nothing. */
export function lingerText({ linger }: Report): string | undefined {
  if (!linger.some(({ requests }) => requests)) return;
  const parts = linger.map(({ ms, requests }) => `${numberText(requests)} with \`linger: ${ms}\``);
  return `\`createFetch\` would have saved more requests: ${listText(parts)}.`;
}
