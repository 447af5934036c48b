// Random calls of `fetch`, with odd names and values, in every form that the platform takes.

import fc from 'fast-check';

export type Call = readonly [input: RequestInfo | URL, init?: RequestInit | undefined];

/** Makes the same call each time, with new objects. Making it may throw, as `new URL` and `new Request` do. */
export type MakeCall = () => Call;

type Members = Readonly<Record<string, unknown>>;
type Header = readonly [name: string, value: string];

const host = 'http://coflight.test';
const part = fc.constantFrom(
  ...[
    '',
    'a',
    'A',
    'a b',
    'a%20b',
    '__proto__',
    'constructor',
    '%00',
    '%2e',
    '..',
    'ä',
    '"],["',
    '\\',
    ' ["GET"]',
  ],
  ...[
    '?',
    '?a',
    '?a=1',
    '?"',
    "?'",
    '??',
    '#',
    '#x',
    '?#x',
    '//',
    ':80',
    '%',
    '|',
    '{',
    '\u0001',
    '\n',
    '😀',
    '\ud800',
  ],
);
const url = fc.oneof(
  { weight: 9, arbitrary: fc.array(part, { maxLength: 3 }).map((parts) => `${host}/${parts.join('')}`) },
  fc.constantFrom(`${host}:80/a`, 'HTTP://COFLIGHT.test/a', `${host}./a`, 'http://me:secret@coflight.test/a'),
  fc.constantFrom('https://coflight.test/a', 'data:,a', 'ftp://coflight.test/a', 'http://'),
  // Where there is no base, the platform refuses it, and a mock may take it.
  ...(globalThis.document ? [fc.constant('')] : []),
);

const name = fc.constantFrom(
  ...[
    'x-a',
    'X-A',
    'x-b',
    'accept',
    'Accept',
    'authorization',
    'Authorization',
    'range',
    'cookie',
    'content-type',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', "!#$%&'*+-.^_`|~", 'method', 'GET'],
);
const value = fc.constantFrom(
  ...[
    '',
    ' ',
    '1',
    ' 1',
    '1, 2',
    '2',
    'A',
    '\u00ff',
    '\t1',
    '\\',
    '","',
    '"],["x-b","2',
    '["x-b","2"]',
    'null',
    '[]',
  ],
  ...['Bearer 1', 'Bearer 2', 'bearer 1', '1\u0000', '1\r\nx-b: 2', '€'],
);
const headers = fc.array(fc.tuple(name, value) as fc.Arbitrary<Header>, { maxLength: 3 });

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const init: fc.Arbitrary<Members> = fc.record({
  method: rarely(fc.constantFrom('GET', 'get', 'HEAD', 'head', 'POST', 'PATCH', 'patch', 'TRACE', '', 'G T')),
  mode: rarely(fc.constantFrom('cors', 'no-cors', 'same-origin', 'navigate', '__proto__')),
  credentials: rarely(fc.constantFrom('omit', 'same-origin', 'include', 'toString')),
  cache: rarely(
    fc.constantFrom('default', 'reload', 'no-store', 'no-cache', 'force-cache', 'only-if-cached', 'none'),
  ),
  redirect: rarely(fc.constantFrom('follow', 'error', 'manual')),
  referrer: rarely(
    fc.constantFrom('', 'about:client', `${host}/page`, 'http://other.test/', 'http://', 'a"b'),
  ),
  referrerPolicy: rarely(fc.constantFrom('', 'no-referrer', 'origin', 'unsafe-url', 'none')),
  integrity: rarely(fc.constantFrom('', 'sha256-AAAA', 'sha256-AAAA ', '","', '__proto__')),
  keepalive: rarely(fc.boolean()),
  priority: rarely(fc.constantFrom('high', 'low', 'auto')),
  signal: rarely(fc.constantFrom(null, undefined)),
  body: rarely(fc.constantFrom('', 'a', null)),
  retry: rarely(fc.constantFrom(1, null)),
  next: rarely(fc.constant({ tags: ['a'] })),
  coalesce: rarely(fc.boolean()),
});

/** How a call is written. None of these makes a difference to what is sent. */
interface Form {
  readonly input: 'text' | 'URL' | 'Request' | 'Request of another realm';
  readonly headers: 'object' | 'pairs' | 'Headers' | 'iterator';
  /** The members that a `Request` has already. */
  readonly inRequest: boolean;
  readonly isReversed: boolean;
  readonly isUpper: boolean;
  /** Leaves the init out, when it is empty. */
  readonly isShort: boolean;
  /** The init has its members from its prototype. */
  readonly isInherited: boolean;
}

/** The classes of another realm, where there is a document. */
const realm: { readonly Request: typeof Request } = (() => {
  if (!globalThis.document) return globalThis;
  const frame = document.body.appendChild(document.createElement('iframe'));
  return frame.contentWindow as unknown as typeof globalThis;
})();

const form: fc.Arbitrary<Form> = fc.record({
  input: fc.constantFrom('text', 'URL', 'Request', 'Request of another realm'),
  headers: fc.constantFrom('object', 'pairs', 'Headers', 'iterator'),
  inRequest: fc.boolean(),
  isReversed: fc.boolean(),
  isUpper: fc.boolean(),
  isShort: fc.boolean(),
  isInherited: fc.boolean(),
});

interface Asked {
  readonly url: string;
  readonly headers: readonly Header[];
  readonly init: Members;
}

function headersIn(list: readonly Header[], { headers, isReversed, isUpper }: Form): unknown {
  const names = new Set(list.map(([name]) => name.toLowerCase()));
  // The order of equal names matters.
  const ordered = isReversed && names.size === list.length ? [...list].reverse() : list;
  const written = ordered.map(
    ([name, value]) => [isUpper ? name.toUpperCase() : name, value] as [string, string],
  );
  if (headers === 'pairs' || names.size < list.length) return written;
  if (headers === 'iterator') return written.values();
  return headers === 'Headers' ? new Headers(written) : Object.fromEntries(written);
}

function write({ url, headers, init }: Asked, form: Form): Call {
  const defined = Object.fromEntries(Object.entries(init).filter(([, value]) => value !== undefined));
  const full = { ...defined, ...(headers.length && { headers: headersIn(headers, form) }) } as RequestInit;
  const given = form.isInherited ? (Object.create(full) as RequestInit) : full;
  const { Request } = form.input === 'Request' ? globalThis : realm;
  if (/Request/.test(form.input)) {
    if (form.inRequest) return [new Request(url, given)];
    return form.isShort && !Object.keys(full).length ? [new Request(url)] : [new Request(url), given];
  }
  const input = form.input === 'URL' ? new URL(url) : url;
  return form.isShort && !Object.keys(full).length ? [input] : [input, given];
}

const asked: fc.Arbitrary<Asked> = fc.record({ url, headers, init });

/** A call, and how it is written. */
export interface Written extends Asked {
  readonly form: Form;
}

/** Returns a function that makes the call. */
export const makeOf =
  ({ form, ...asked }: Written): MakeCall =>
  () =>
    write(asked, form);

/** Two calls: one request in two forms, or two that differ in one part, or two unrelated ones. */
export const pair: fc.Arbitrary<readonly [Written, Written]> = fc
  .tuple(asked, asked, fc.constantFrom('same', 'url', 'headers', 'init', 'all'), form, form)
  .map(([one, two, part, first, second]) => {
    const other = part === 'same' ? one : part === 'all' ? two : { ...one, [part]: two[part as keyof Asked] };
    return [
      { ...one, form: first },
      { ...other, form: second },
    ];
  });

/** Everything that a request shows, as one text, with the URL as it is sent. Written without the library. */
export function factsOf(request: Request): string {
  const members = Object.entries(Object.getOwnPropertyDescriptors(Request.prototype))
    .filter(([name, { get }]) => get && !/^(url|body|bodyUsed|signal|headers|duplex|destination)$/.test(name))
    .map(([name]) => `${name}: ${String(request[name as keyof Request])}`);
  const headers = [...request.headers].map(
    ([name, value]) => `${name.length} ${name}: ${value.length} ${value}`,
  );
  const [sent] = request.url.split('#');
  return [sent, ...members, ...headers].join('\n');
}

/** What the platform makes of a call: its facts, or `refused`. */
export function nativeOf(make: MakeCall): string {
  try {
    return factsOf(new Request(...make()));
  } catch {
    return 'refused';
  }
}
