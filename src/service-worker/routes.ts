import { type Match, patternOf } from './match.ts';

/** The install event of browsers with static routes. */
interface RoutableEvent extends ExtendableEvent {
  addRoutes?(rule: { condition: object; source: 'network' }): Promise<void>;
}

/**
 * Makes the browser send reads that `match` does not name to the network, without starting the worker. It can do so
 * when `match` has only URLs. It never uses a rule that lets network and worker race: that sends two requests, and the
 * follower fails.
 */
export function routePast(event: RoutableEvent, match: readonly Match[]): void {
  if (!event.addRoutes || !match.length || !match.every((one) => typeof one === 'string')) return;
  const named = match.map((one) => ({ urlPattern: patternOf(one) }));
  // Writes come to the worker whatever their URL, because they fence flights.
  const safe = ['GET', 'HEAD', 'OPTIONS'].map((requestMethod) => ({ requestMethod }));
  const or = [...named, { not: { or: safe } }];
  // A browser that has routes, but not this condition, works without the route.
  event.waitUntil(event.addRoutes({ condition: { not: { or } }, source: 'network' }).catch(() => {}));
}
