// The sentences of the inspector.

import { adviceFor } from '../wording/advice.ts';
import { bytesText, count, listText, numberText, timeText } from '../wording/words.ts';
import type { Counts } from './counts.ts';
import { type Entry, savedBytes, savedRequests } from './entry.ts';
import type { Filter } from './filter.ts';
import type { QueueStats, Sources, WorkerCounters, WorkerNow } from './sources.ts';

/** Why a call bypasses all flights. */
const reasons: Readonly<Record<string, string>> = {
  method: 'Only GET and HEAD are shared.',
  body: 'A call with a body is not shared.',
  keepalive: 'A `keepalive` call may outlive the page.',
  'only-if-cached': 'Only the cache may answer it.',
  'opt-out': '`coalesce: false` was given.',
  ineligible: 'The option `eligible` refused it.',
  vary: 'The answer of the flight that it joined varies by something in which they differ.',
  navigate: 'It is a navigation.',
  range: 'A `no-cors` request for a range cannot be made again.',
  upgrade: 'A WebSocket has one owner.',
  scheme: 'Only http and https are shared.',
  foreign: 'Its input is neither a string nor a URL nor a `Request`.',
  receiver: '`fetch` was called as a method of another object.',
  invalid: 'It is invalid, and `fetch` rejects it.',
};

/** Returns why a call bypasses, as a sentence. */
export function reasonText(reason: string): string {
  if (!reason.startsWith('init: ')) return reasons[reason] ?? reason;
  const name = reason.slice('init: '.length);
  return `\`${name}\` in its init could change the answer unseen. If it does not, add \`ignoreInit: ['${name}']\`.`;
}

/** Returns sentences about the differences that kept a request apart from another one. */
export function apartText(differs: readonly string[]): string {
  return `Kept apart by ${listText(differs.map((name) => `\`${name}\``))}. ${adviceFor(differs)}`;
}

/** The URL as far as it matters beside others: without the origin of the page. */
export function pathOf(url: string): string {
  const { origin } = globalThis.location ?? {};
  return origin && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url.replace(/^https?:\/\//, '');
}

/** Returns the state of a row in a few words. */
export function stateText({ outcome, reason, differs, isUrgent, kind }: Entry): string {
  const about =
    (reason && `bypass: ${reason}`) ??
    (differs && `apart: ${differs.join(', ')}`) ??
    (kind === 'image' ? (isUrgent ? 'wanted now' : 'preload') : undefined);
  if (outcome === 'done') return about ?? outcome;
  return [outcome ?? 'in flight', about].filter(Boolean).join(' · ');
}

export const sizeText = ({ bytes }: Entry): string => (bytes ? bytesText(bytes) : '');

/** Bytes that were saved. Unlike a size, 0 is known. */
const savedText = (bytes: number): string => (bytes ? bytesText(bytes) : '0 B');

export const durationText = ({ start, end }: Entry, now: number): string => timeText((end ?? now) - start);

/** Says why the list is empty. */
export function emptyText(
  { show, text }: Filter,
  { isPaused, fetch, images }: Sources & { readonly isPaused: boolean },
): string {
  if (text || show !== 'all') return 'No request matches the filter.';
  if (isPaused) return 'Paused. Nothing was recorded.';
  return fetch || images
    ? 'No requests yet. Calls of the wrapped fetch and images of the preloader appear here.'
    : 'Nothing is inspected yet: call `inspect(fetch, images, worker)`.';
}

/** The figures of the head line. */
export function summary(counts: Counts, savedTotal: number): [value: string, label: string][] {
  return [
    [numberText(counts.calls), counts.calls === 1 ? 'call' : 'calls'],
    [numberText(counts.requests), counts.requests === 1 ? 'request' : 'requests'],
    [numberText(counts.joined), 'joined'],
    [savedText(savedTotal), 'saved'],
    [numberText(counts.nearMisses), 'kept apart'],
    [numberText(counts.bypassed), 'bypassed'],
    [numberText(counts.failed), 'failed'],
  ];
}

/** The preloader's line. */
export function queueText({ inFlight, waiting, held, heldBytes }: QueueStats, counts: Counts): string {
  const memory = held ? ` (${bytesText(heldBytes)} decoded)` : '';
  return [
    `${inFlight} in lanes and loads`,
    `${waiting} waiting`,
    `${held} held${memory}`,
    `stepped aside ${count(counts.steppedAside, 'time')}`,
  ].join(' · ');
}

const countersText = ({ calls, launched, joined }: WorkerCounters) =>
  `${count(calls, 'request')} seen, ${numberText(launched)} sent, ${numberText(joined)} joined`;

/** The worker's line. */
export const workerText = ({ all, page, inFlight, version }: WorkerNow): string =>
  `all tabs: ${countersText(all)}, ${inFlight} in flight · this page: ${countersText(page)} · version ${version}`;

/** Returns the meaning of a row, one sentence for each fact. */
export function storyOf(entry: Entry): string[] {
  const { kind, reason, differs, callerCount, leftCount, closedBy, end } = entry;
  const story: string[] = [];
  if (reason) story.push(`Not shared. ${reasonText(reason)}`);
  if (differs) story.push(apartText(differs));
  if (kind === 'flight') {
    const followers = callerCount - 1;
    story.push(
      followers
        ? `One request for ${count(callerCount, 'caller')}: ${count(savedRequests(entry), 'request')} and ${savedText(savedBytes(entry))} saved.`
        : 'Nobody joined.',
    );
  }
  if (leftCount) story.push(`${count(leftCount, 'caller')} left early.`);
  if (end === undefined && kind === 'flight')
    story.push(closedBy ? `Nobody can join any more: \`${closedBy}\`.` : 'It can be joined now.');
  if (entry.outcome === 'stepped aside')
    story.push('It stepped aside for something more urgent, and waits again.');
  return story;
}
