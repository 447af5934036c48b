import { type Match, patternOf } from './match.ts';

/** What browsers with static routes add to the install event. */
interface RoutableEvent extends ExtendableEvent {
  addRoutes?(rule: { condition: object; source: 'network' }): Promise<void>;
}

/**
 * Where `match` is all URLs, tells the browser to send everything else to the network without asking, or even
 * starting, the worker. Never by a rule that lets network and worker race: it sends two requests and fails the
 * follower.
 */
export function routePast(event: RoutableEvent, match: readonly Match[], methods: readonly string[]): void {
  if (!event.addRoutes || !match.length || !match.every((one) => typeof one === 'string')) return;
  const or = [
    ...match.map((one) => ({ urlPattern: patternOf(one) })),
    ...methods.map((requestMethod) => ({ requestMethod })),
  ];
  // A browser that knows routes, but not this condition, does without.
  event.waitUntil(event.addRoutes({ condition: { not: { or } }, source: 'network' }).catch(() => {}));
}
