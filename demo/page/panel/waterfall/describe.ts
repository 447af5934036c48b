// Describes the flight of the chosen row in words.

import type { Link } from '../../shared/link.ts';
import type { Ask, Flight } from '../flight.ts';

const nameOf = ({ who }: Ask) =>
  typeof who === 'number' ? `map ${who}` : who === 'click' ? 'a click' : 'the preloads';

const outcomes = { done: 'arrived', failed: 'failed', aborted: 'aborted' } as const;

/** Says what happened to a request, with times in milliseconds since the first flight. */
export function describeFlight(flight: Flight | undefined, begun: number, link: Link): string {
  if (!flight) return 'Choose a row to see what happened to its request.';
  const since = (time: number) => `${Math.round(time - begun)} ms`;
  const [leader, ...followers] = flight.callers;
  const { server, ended, outcome } = flight;
  return [
    (link.pathOf(flight.url) ?? flight.url).replace(/\?.*/, ''),
    `launched ${leader ? `by ${nameOf(leader)} ` : ''}at ${since(flight.launched)}`,
    followers.length && `joined by ${followers.map(nameOf).join(', ')}`,
    server && `at the server at ${since(server.arrived)}`,
    outcome && ended && `${outcomes[outcome]} at ${since(ended)}`,
    server?.bytes && `${(server.bytes / 1000).toFixed(1)} kB`,
  ]
    .filter(Boolean)
    .join(' · ');
}
