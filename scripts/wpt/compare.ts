// Compares a run with the wrapped fetch with a run of the native fetch.

/** The results of one page's tests. PASS is 0, as in testharness.js. */
export interface PageResult {
  /** Whether the page's own `fetch` was the wrapped one. */
  readonly wrapped: boolean;
  readonly harness: { readonly status: number; readonly message?: string | null };
  readonly tests: readonly {
    readonly name: string;
    readonly status: number;
    readonly message?: string | null;
  }[];
}

export type Results = ReadonlyMap<string, PageResult | undefined>;

const PASS = 0;

/** Returns a subtest's name, with a number when others have the same name. */
function named({ tests }: PageResult): Map<string, (typeof tests)[number]> {
  const counts = new Map<string, number>();
  return new Map(
    tests.map((test) => {
      const count = (counts.get(test.name) ?? 0) + 1;
      counts.set(test.name, count);
      return [count > 1 ? `${test.name} (${count})` : test.name, test];
    }),
  );
}

/** Returns the subtests of a page that pass natively and fail wrapped, with their messages. */
export function lostOn(native: PageResult | undefined, wrapped: PageResult | undefined): Map<string, string> {
  const lost = new Map<string, string>();
  if (!native) return lost;
  const after = wrapped ? named(wrapped) : new Map<string, { status: number; message?: string | null }>();
  for (const [name, { status }] of named(native)) {
    const now = after.get(name);
    if (status === PASS && now?.status !== PASS)
      lost.set(name, now ? (now.message ?? '') : (wrapped?.harness.message ?? 'did not run'));
  }
  return lost;
}

/** The pages on which something was lost. */
export const lostPages = (native: Results, wrapped: Results): string[] =>
  [...native.keys()].filter((page) => lostOn(native.get(page), wrapped.get(page)).size > 0);

/** How many pages ran to their end, and how many subtests they have and pass. */
export function counts(results: Results): { pages: number; subtests: number; passed: number } {
  const ran = [...results.values()].filter((result) => result !== undefined);
  const tests = ran.flatMap((result) => result.tests);
  return {
    pages: ran.length,
    subtests: tests.length,
    passed: tests.filter(({ status }) => status === PASS).length,
  };
}
