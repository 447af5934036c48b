// Random programs of several tabs: what they ask for, when, and how the server answers. Pages load the types alone.

import fc from 'fast-check';

/** What the server answers for one item, each time. */
export interface Item {
  /** 0 for the origin of the pages, 1 for another one. */
  readonly origin: 0 | 1;
  readonly status: number;
  /** Bytes, about. */
  readonly size: number;
  /** Milliseconds before the headers. */
  readonly delay: number;
  /** In how many pieces the body is sent, with a pause after each. */
  readonly pieces: number;
  /** How it ends: whole, reset before the headers, or reset in mid-body. */
  readonly end: 'whole' | 'reset' | 'cut';
  /** Whether it is behind a redirect. */
  readonly isMoved: boolean;
  /** Whether it depends on the header `x-lang`, and says so by `Vary`. */
  readonly varies: boolean;
  /** Whether it is an image: an SVG with the answer in it. */
  readonly isImage: boolean;
  /** Whether it may be kept: it has no `no-store`. */
  readonly isStored: boolean;
}

export type Use = 'text' | 'json' | 'blob' | 'bytes' | 'stream' | 'slow' | 'clone' | 'cancel';

/** One call. `at`: milliseconds after the begin of the program. */
export interface Read {
  readonly do: 'read';
  readonly at: number;
  readonly item: number;
  readonly user: '' | 'ann' | 'bob';
  readonly lang: '' | 'de' | 'fr';
  readonly isAnonymous: boolean;
  readonly byXhr: boolean;
  readonly use: Use;
  /** Milliseconds after which the caller aborts. */
  readonly abortsAfter: number | undefined;
}

/** What shows an image: an element of its own, or the preloader as an element or as a `Blob`, now or as a preload. */
export type Shower = 'img' | 'load' | 'preload' | 'blob';

/** An image is shown. */
export interface Look {
  readonly do: 'look';
  readonly at: number;
  readonly item: number;
  readonly by: Shower;
  readonly crossOrigin: '' | 'anonymous';
  readonly abortsAfter: number | undefined;
}

/** A POST to an item. It fences the origin of the item. */
export interface Write {
  readonly do: 'write';
  readonly at: number;
  readonly item: number;
  readonly byXhr: boolean;
  /** Milliseconds before its answer. */
  readonly delay: number;
}

/** Changes the cookie that the browser sends. Only the first tab logs in, once after the other. */
export interface LogIn {
  readonly do: 'log in';
  readonly at: number;
}

export type Step = Read | Look | Write | LogIn;

export interface Program {
  readonly items: readonly Item[];
  readonly tabs: readonly (readonly Step[])[];
  /** A tab that is closed, loads its page again, or goes to another page and back in the middle, and when. */
  readonly leaves:
    | { readonly tab: number; readonly at: number; readonly how: 'close' | 'reload' | 'return' }
    | undefined;
  /** When the browser stops the worker. */
  readonly stops: number | undefined;
  /** A tab that the browser freezes, when, and for how many milliseconds. */
  readonly freezes: { readonly tab: number; readonly at: number; readonly lasts: number } | undefined;
}

/** What a place can do. */
export interface Abilities {
  readonly tabs: number;
  /** What calls may be made by an XHR. */
  readonly xhr: 'none' | 'reads' | 'all';
  readonly hasCookies: boolean;
  readonly canLeave: boolean;
  readonly canStop: boolean;
  /** Whether the browser freezes tabs, and keeps a page that was left as it was. */
  readonly canFreeze: boolean;
  readonly hasImages: boolean;
}

/** With a prototype, as Firefox's protocol wants it. */
const record = <Its extends object>(its: { [Key in keyof Its]: fc.Arbitrary<Its[Key]> }): fc.Arbitrary<Its> =>
  fc.record(its, { noNullPrototype: true }) as fc.Arbitrary<Its>;

/** Milliseconds within which all calls begin. */
const length = 800;
const itemCount = 3;

const item = ({ hasImages }: Abilities): fc.Arbitrary<Item> =>
  record({
    origin: fc.constantFrom(0, 0, 1),
    status: fc.constantFrom(200, 200, 200, 404, 503),
    size: fc.constantFrom(100, 5_000, 60_000, 300_000),
    delay: fc.constantFrom(0, 5, 30, 60, 120, 200),
    pieces: fc.constantFrom(1, 2, 6, 12),
    end: fc.constantFrom('whole', 'whole', 'whole', 'whole', 'whole', 'whole', 'reset', 'cut'),
    isMoved: fc.constantFrom(false, false, false, true),
    varies: fc.constantFrom(false, true),
    isImage: hasImages ? fc.boolean() : fc.constant(false),
    isStored: fc.boolean(),
  });

/** Calls come in bursts, so that many begin in one turn, and others in the middle of a flight. */
const at = fc
  .tuple(fc.constantFrom(0, 100, 200, 300, 400, 500, 600, 700), fc.constantFrom(0, 0, 0, 5, 20, 50, 80))
  .map(([burst, after]) => burst + after);
const which = fc.constantFrom(...Array.from({ length: itemCount }, (_, nth) => nth));

const abortsAfter = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 3 },
  { arbitrary: fc.integer({ min: 0, max: 150 }), weight: 1 },
);

const read = ({ xhr }: Abilities): fc.Arbitrary<Read> =>
  record({
    do: fc.constant('read'),
    at,
    item: which,
    user: fc.constantFrom('', '', '', '', '', 'ann', 'bob'),
    lang: fc.constantFrom('', '', '', '', 'de', 'fr'),
    isAnonymous: fc.constantFrom(false, false, false, false, false, false, true),
    byXhr: xhr !== 'none' ? fc.constantFrom(false, false, true) : fc.constant(false),
    use: fc.constantFrom('text', 'text', 'json', 'blob', 'bytes', 'stream', 'slow', 'clone', 'cancel'),
    abortsAfter,
  });

const look: fc.Arbitrary<Look> = record({
  do: fc.constant('look'),
  at,
  item: which,
  by: fc.constantFrom('img', 'load', 'preload', 'blob'),
  crossOrigin: fc.constantFrom('', 'anonymous'),
  abortsAfter,
});

const write = ({ xhr }: Abilities): fc.Arbitrary<Write> =>
  record({
    do: fc.constant('write'),
    at,
    item: which,
    byXhr: xhr === 'all' ? fc.boolean() : fc.constant(false),
    delay: fc.integer({ min: 0, max: 60 }),
  });

const logIn: fc.Arbitrary<LogIn> = record({ do: fc.constant('log in'), at });

const steps = (abilities: Abilities, isFirst: boolean): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      fc.array(read(abilities), { minLength: 30, maxLength: 60 }),
      fc.array(look, abilities.hasImages ? { minLength: 15, maxLength: 30 } : { maxLength: 0 }),
      fc.array(write(abilities), { maxLength: 3 }),
      fc.array(logIn, { maxLength: isFirst && abilities.hasCookies ? 2 : 0 }),
    )
    .map((all) => all.flat().toSorted((one, other) => one.at - other.at));

const leaves = ({ tabs, canFreeze }: Abilities): fc.Arbitrary<Program['leaves']> =>
  record({
    tab: fc.integer({ min: 1, max: tabs - 1 }),
    at: fc.nat(length),
    how: fc.constantFrom('close', 'reload', canFreeze ? 'return' : 'reload'),
  });

const freezes = ({ tabs }: Abilities): fc.Arbitrary<Program['freezes']> =>
  record({ tab: fc.nat(tabs - 1), at: fc.nat(length), lasts: fc.constantFrom(20, 100, 400) });

const programOf = (abilities: Abilities): fc.Arbitrary<Program> =>
  record({
    items: fc.array(item(abilities), { minLength: itemCount, maxLength: itemCount }),
    tabs: fc.tuple(...Array.from({ length: abilities.tabs }, (_, nth) => steps(abilities, !nth))),
    leaves: abilities.canLeave
      ? fc.option(leaves(abilities), { nil: undefined, freq: 2 })
      : fc.constant(undefined),
    stops: abilities.canStop
      ? fc.option(fc.nat(length), { nil: undefined, freq: 1 })
      : fc.constant(undefined),
    freezes: abilities.canFreeze
      ? fc.option(freezes(abilities), { nil: undefined, freq: 1 })
      : fc.constant(undefined),
  });

/** Shows images alone, and reads no image as JSON. */
function fitting({ items, tabs, ...rest }: Program): Program {
  const fit = (step: Step): Step[] => {
    const isImage = 'item' in step && items[step.item]?.isImage;
    if (step.do === 'look') return isImage ? [step] : [];
    return [isImage && step.do === 'read' && step.use === 'json' ? { ...step, use: 'text' } : step];
  };
  return { ...rest, items, tabs: tabs.map((steps) => steps.flatMap(fit)) };
}

/** Returns so many programs. The same seed makes the same ones. */
export const programsFor = (abilities: Abilities, seed: number, count: number): Program[] =>
  fc.sample(programOf(abilities).map(fitting), { seed, numRuns: count });
