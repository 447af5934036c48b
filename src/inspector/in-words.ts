import { apartText, reasonText } from './wording.ts';

/** The result of `explain` of `coflight`. */
export interface Explained {
  readonly shared: boolean;
  readonly bypass: readonly [string | undefined, string | undefined];
  readonly differs: readonly string[];
}

/**
 * Returns the result of `explain` in sentences: first whether the calls share, then why not. Text between backticks is
 * code.
 *
 * @example
 * const found = explain(fetch, '/places', ['/places', { method: 'POST' }]);
 * assert(found.shared, inWords(found).join(' '));
 */
export function inWords({ shared, bypass: [one, other], differs }: Explained): string[] {
  if (shared)
    return ['They share one request.', 'The later call joins the earlier one while it is in flight.'];
  const reasons = [
    one && `The first call is never shared. ${reasonText(one)}`,
    other && `The second call is never shared. ${reasonText(other)}`,
    one || other ? undefined : apartText(differs),
  ];
  return ['They do not share.', ...reasons.filter((reason) => reason !== undefined)];
}
