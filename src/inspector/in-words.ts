import { checkValue, type OptionKind } from '../options/check.ts';
import { apartText, reasonText } from './wording.ts';

/** The result of `explain` of `coflight`. */
export interface Explained {
  readonly shared: boolean;
  readonly bypass: readonly [string | undefined, string | undefined];
  readonly differs: readonly string[];
}

const anExplanation: OptionKind = {
  expected: 'what `explain()` returns',
  accepts: (value) => Array.isArray(Object(value).bypass) && Array.isArray(Object(value).differs),
};

/**
 * Returns the result of `explain` in sentences: first whether the calls share, then why not. Text between backticks is
 * code. Throws a `TypeError` for something else.
 *
 * @example
 * const found = explain(fetch, '/places', ['/places', { method: 'POST' }]);
 * assert(found.shared, inWords(found).join(' '));
 */
export function inWords(found: Explained): string[] {
  checkValue('found', found, anExplanation);
  const { shared, bypass, differs } = found;
  const [one, other] = bypass;
  if (shared)
    return ['They share one request.', 'The later call joins the earlier one while it is in flight.'];
  const reasons = [
    one && `The first call is never shared. ${reasonText(one)}`,
    other && `The second call is never shared. ${reasonText(other)}`,
    one || other ? undefined : apartText(differs),
  ];
  return ['They do not share.', ...reasons.filter((reason) => reason !== undefined)];
}
