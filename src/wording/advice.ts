// Advice about differences that keep two requests apart.

import { listText } from './words.ts';

/** Headers that number requests for tracing. No answer depends on them. */
const tracing =
  /^(?:traceparent|tracestate|baggage|sentry-trace|newrelic|uber-trace-id|b3|x-b3-.*|x-datadog-.*|(?:x-)?(?:amzn-)?(?:request|trace|correlation|span|transaction)-?id)$/;

/** Headers that name the user. */
const identifying = /^(?:authorization|x-.*(?:token|auth|user|session|api-?key).*)$/;

/** Members of a request that are part of the key. */
const member = /^(?:method|mode|credentials|cache|redirect|referrer|referrerPolicy|integrity)$/;

/** Advice for differences that are no headers. */
const phrases: Readonly<Record<string, string>> = {
  'a write': 'The later request must see what the write has changed.',
  'the mode': 'Elements and `fetch` get different kinds of answers from another origin.',
  'the page': 'The service worker shares between pages, except `HEAD` and parts of files.',
  'the size of the body': 'Raise `maxReplay`, if there is memory for it.',
  '20 s after the headers': 'No caller joins an answer that is so old.',
  'a body without an end': 'A later caller would miss the beginning.',
  url: 'They ask for different resources.',
  key: 'The option `key` tells them apart.',
  // Reasons why a flight is closed, by their names in the wrapped fetch.
  fences: 'The later request must see what a write has changed.',
  forget: 'The later request must not share the earlier answer.',
  joinUntil: 'The headers had arrived, and `joinUntil` is `headers`.',
  maxReplay: 'Raise `maxReplay`, if there is memory for it.',
  age: 'No caller joins an answer whose headers arrived 20 s ago.',
  leaderTimeout: 'A caller had waited for `leaderTimeout`.',
  '`Vary: *`': 'The server forbids it. Let it name the headers that matter.',
};

/** Returns what to do about differences: names of headers, parameters of the query (`?t`), or a phrase. */
export function adviceFor(differences: readonly string[]): string {
  const [first = ''] = differences;
  // A header may be named `constructor`.
  if (Object.hasOwn(phrases, first)) return phrases[first] as string;
  if (first.startsWith('?')) return 'Leave the parameter out, or ignore it with the option `key`.';
  if (differences.includes('range')) return 'They ask for different parts.';
  if (differences.some((name) => identifying.test(name))) return 'Different users must not share an answer.';
  const members = differences.filter((name) => member.test(name));
  if (members.length)
    return `Give both calls the same ${listText(members.map((name) => `\`${name}\``))}, if the answer does not depend on ${pronoun(members)}.`;
  const names = `\`ignoreHeaders: [${differences.map((name) => `'${name}'`).join(', ')}]\``;
  if (differences.every((name) => tracing.test(name)))
    return `Add ${names}. These headers only trace requests.`;
  return `Add ${names}, if the answer does not depend on ${pronoun(differences)}.`;
}

const pronoun = (things: readonly string[]): string => (things.length > 1 ? 'them' : 'it');
