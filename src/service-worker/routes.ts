import { patternOf } from './match.ts';
import type { EventOptions } from './options.ts';

/** The install event of browsers with static routes. */
interface RoutableEvent extends ExtendableEvent {
  addRoutes?(rule: { condition: object; source: 'network' }): Promise<void>;
}

/**
 * Makes the browser send some requests to the network without starting the worker: those that `match` does not name and
 * that fence nothing that it names. It can do so when `match` has only URLs. It never uses a rule that lets network and
 * worker race: that sends two requests, and the follower fails.
 */
export function routePast(event: RoutableEvent, { match = [], fences }: EventOptions): void {
  const urls = [match].flat();
  if (!event.addRoutes || !urls.length || !urls.every((one) => typeof one === 'string')) return;
  const patterns = urls.map(patternOf);
  const named = patterns.map((urlPattern) => ({ urlPattern }));
  const origins = patterns.map((pattern) => ({ urlPattern: { ...pattern, pathname: '*', search: '*' } }));
  const safe = ['GET', 'HEAD', 'OPTIONS'].map((requestMethod) => ({ requestMethod }));
  // A write fences its origin. Chromium loses the beacon of a closing page that would have to start the worker.
  const harmless = fences ? safe : [...safe, { not: { or: origins } }];
  const or = [...named, { not: { or: harmless } }];
  // A browser that has routes, but not this condition, works without the route.
  event.waitUntil(event.addRoutes({ condition: { not: { or } }, source: 'network' }).catch(() => {}));
}
