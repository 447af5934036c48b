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
    throw misuse('`options` to be an object', options);
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(kinds, name)) throw unknownOption(name, Object.keys(kinds));
    if (value !== undefined) checkValue(name, value, kinds[name as keyof Options]);
  }
}

/** Throws when a value is not of the kind that its name promises. */
export function checkValue(name: string, value: unknown, { expected, accepts }: Kind): void {
  if (accepts(value)) return;
  const isOutOfRange = typeof value === 'number' && /number/.test(expected);
  throw misuse(`\`${name}\` to be ${expected}`, value, isOutOfRange ? RangeError : TypeError);
}

/** The error for a value that is not what was expected. */
export const misuse = (expected: string, value: unknown, Misuse: ErrorConstructor = TypeError): Error =>
  new Misuse(`Expected ${expected}, got \`${show(value)}\`.`);

function unknownOption(name: string, known: readonly string[]): TypeError {
  const close = known.find((option) => areAlike(name.toLowerCase(), option.toLowerCase()));
  return new TypeError(`Unknown option \`${name}\`.${close ? ` Did you mean \`${close}\`?` : ''}`);
}

/** True when the name starts with the option, or when at most three letters differ, wherever they stand. */
const areAlike = (name: string, option: string): boolean =>
  name.startsWith(option) || lettersBeyond(name, option) + lettersBeyond(option, name) < 4;

/** Counts the letters of one text that the other does not have. */
const lettersBeyond = (one: string, other: string): number =>
  [...other].reduce((rest, letter) => rest.replace(letter, ''), one).length;

/** The value as text; also of one that does not turn into text. */
function show(value: unknown): string {
  try {
    return String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
