import { type Match, patternOf } from './match.ts';

/** What browsers with static routes add to the install event. */
interface RoutableEvent extends ExtendableEvent {
  addRoutes?(rule: { condition: object; source: 'network' }): Promise<void>;
}

/**
 * Where `match` is all URLs, tells the browser to send all other reads to the network without asking, or even
 * starting, the worker. Never by a rule that lets network and worker race: it sends two requests and fails the
 * follower.
 */
export function routePast(event: RoutableEvent, match: readonly Match[]): void {
  if (!event.addRoutes || !match.length || !match.every((one) => typeof one === 'string')) return;
  const named = match.map((one) => ({ urlPattern: patternOf(one) }));
  // Writes come to the worker, whatever their URL: they fence what it has in flight.
  const safe = ['GET', 'HEAD', 'OPTIONS'].map((requestMethod) => ({ requestMethod }));
  const or = [...named, { not: { or: safe } }];
  // A browser that knows routes, but not this condition, does without.
  event.waitUntil(event.addRoutes({ condition: { not: { or } }, source: 'network' }).catch(() => {}));
}
