// One check of options for every entry: unknown names and wrong values throw at once, with one wording.

/** What an option must be. */
export interface Kind {
  /** In words, after "Expected `name` to be". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
}

/** What each option of an entry must be. */
export type Kinds<Options extends object> = { readonly [Name in keyof Required<Options>]: Kind };

/**
 * Throws for the first option that is unknown or wrong: a `RangeError` for a number out of range, else a
 * `TypeError`. Options that are undefined count as left out.
 */
export function checkOptions<Options extends object>(options: Options, kinds: Kinds<Options>): void {
  if (Object(options) !== options || typeof options === 'function')
    throw new TypeError(`Expected \`options\` to be an object, got \`${show(options)}\`.`);
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(kinds, name)) throw unknownOption(name, Object.keys(kinds));
    if (value !== undefined) checkValue(name, value, kinds[name as keyof Options]);
  }
}

/** Throws when a value is not of the kind that its name promises. */
export function checkValue(name: string, value: unknown, { expected, accepts }: Kind): void {
  if (accepts(value)) return;
  const Misuse = typeof value === 'number' && /number/.test(expected) ? RangeError : TypeError;
  throw new Misuse(`Expected \`${name}\` to be ${expected}, got \`${show(value)}\`.`);
}

function unknownOption(name: string, known: readonly string[]): TypeError {
  const close = known
    .map((option) => [distance(name.toLowerCase(), option.toLowerCase()), option] as const)
    .filter(
      ([edits, option]) =>
        (edits <= Math.max(2, option.length / 3) && edits < option.length) || name.startsWith(option),
    )
    .sort(([one], [other]) => one - other)[0];
  return new TypeError(`Unknown option \`${name}\`.${close ? ` Did you mean \`${close[1]}\`?` : ''}`);
}

/** How many letters must be added, removed or replaced to make one text the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1];
    for (let at = 0; at < other.length; at++)
      next.push(
        Math.min(
          (row[at + 1] as number) + 1,
          (next[at] as number) + 1,
          (row[at] as number) + (letter === other[at] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[other.length] as number;
}

/** The value as text; also of one that does not turn into text. */
export function show(value: unknown): string {
  try {
    return String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
