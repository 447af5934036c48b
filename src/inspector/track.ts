// Tracks of the Performance panel: measures of User Timing, with a `detail` that Chromium's DevTools read.
// https://developer.chrome.com/docs/devtools/performance/extension

import { bytesText, count } from '../wording/words.ts';
import { addCaller, callEntry, type Entry, flightEntry, imageEntry, savedRequests } from './entry.ts';
import {
  checkSource,
  type FlightFacts,
  type ImageFacts,
  type InspectedFetch,
  type InspectedImages,
  listenTo,
} from './sources.ts';
import { apartText, pathOf, reasonText, stateText } from './wording.ts';

/** One bar of a track. */
interface Bar {
  readonly track: 'leaders' | 'followers' | 'bypassed' | 'images';
  readonly color: 'primary' | 'secondary' | 'tertiary' | 'tertiary-dark' | 'error';
  readonly start: number;
  readonly end: number;
}

/**
 * Draws flights, their followers, bypassed calls and images as tracks of the group *coflight* in the Performance panel
 * of Chromium's DevTools. Other browsers show the measures as plain ones. Returns a function that stops this.
 * Throws a TypeError for something else, such as the platform's own `fetch`.
 */
export function track(fetch: InspectedFetch | undefined, images?: InspectedImages | undefined): () => void {
  if (fetch !== undefined) checkSource('fetch', fetch);
  if (images !== undefined) checkSource('images', images);
  const stops = [fetch && trackFetch(fetch), images && trackImages(images)];
  return () => {
    for (const stop of stops) stop?.();
  };
}

function trackFetch(fetch: InspectedFetch): () => void {
  const open = new Map(fetch.flights().map((flight) => [flight.id, flightEntry(flight)]));
  const begin = (facts: FlightFacts) => {
    open.set(facts.id, callEntry(facts));
  };
  return listenTo(fetch, {
    launch: begin,
    bypass: begin,
    join: (facts: FlightFacts) => {
      const { id, time } = facts;
      const entry = open.get(id);
      if (entry) addCaller(entry, time);
      // The answer is whole already, and lingers.
      else drawFollower(callEntry(facts), time, time);
    },
    leave: ({ id }: FlightFacts) => {
      const entry = open.get(id);
      if (entry) entry.leftCount++;
    },
    settle: ({ id, time, bytes, outcome }: FlightFacts) => {
      const entry = open.get(id);
      if (!entry) return;
      open.delete(id);
      drawCallers(Object.assign(entry, { end: time, bytes, outcome }), time);
    },
  });
}

function trackImages(images: InspectedImages): () => void {
  const open = new Map<number, Entry>();
  const end = ({ id = 0 }: ImageFacts, outcome: string | undefined) => {
    const entry = open.get(id);
    open.delete(id);
    const end = performance.now();
    if (entry)
      draw(Object.assign(entry, { end, outcome }), {
        track: 'images',
        color: colorOf(entry),
        start: entry.start,
        end,
      });
  };
  return listenTo(images, {
    launch: (facts: ImageFacts) => {
      open.set(facts.id ?? 0, imageEntry(facts));
    },
    leave: (facts: ImageFacts) => end(facts, 'stepped aside'),
    settle: (facts: ImageFacts) => end(facts, facts.outcome),
  });
}

function drawCallers(entry: Entry, end: number): void {
  const { kind, start, callers } = entry;
  const isFlight = kind === 'flight';
  draw(entry, { track: isFlight ? 'leaders' : 'bypassed', color: colorOf(entry), start, end });
  for (const time of callers.slice(1)) drawFollower(entry, time, end);
}

const drawFollower = (entry: Entry, start: number, end: number) =>
  draw(entry, { track: 'followers', color: 'secondary', start, end });

function colorOf({ kind, isUrgent, outcome }: Entry): Bar['color'] {
  if (outcome === 'failed') return 'error';
  if (kind === 'flight') return 'primary';
  return isUrgent ? 'tertiary-dark' : 'tertiary';
}

function draw(entry: Entry, { track, color, start, end }: Bar): void {
  const { url, method, bytes, differs, reason, callerCount } = entry;
  const properties = [
    ['URL', url],
    ['Method', method],
    ['State', stateText(entry)],
    ...(entry.kind === 'flight'
      ? [
          ['Callers', `${callerCount}`],
          ['Saved', count(savedRequests(entry), 'request')],
        ]
      : []),
    ...(bytes ? [['Body', bytesText(bytes)]] : []),
    ...(differs ? [['Kept apart', apartText(differs)]] : []),
    ...(reason ? [['Not shared', reasonText(reason)]] : []),
  ];
  const tooltipText = `${method} ${pathOf(url)}: ${stateText(entry)}`;
  const devtools = { dataType: 'track-entry', track, trackGroup: 'coflight', color, tooltipText, properties };
  const name = pathOf(url);
  const ofPage = performance.getEntriesByName(name, 'measure');
  performance.measure(name, { start, end, detail: { devtools } });
  // The Performance panel has recorded the measure, and observers get it. The page's list of measures must not grow, nor
  // lose a measure of the page that has this name.
  if (!ofPage.length) performance.clearMeasures(name);
}
