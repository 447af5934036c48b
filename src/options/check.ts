// One check of options for every entry: unknown names and wrong values throw at once, with one wording.

/** The values that an option accepts. */
export interface OptionKind {
  /** The values in words, after "Expected `name` to be". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
}

/** The values that each option of an entry accepts. */
export type OptionKinds<Options extends object> = { readonly [Name in keyof Required<Options>]: OptionKind };

/**
 * Returns a copy without the options that are undefined. Options are own members of the object and members of its class,
 * as the `signal` of an `AbortController`. Members that a page has added to `Object.prototype` are none. Throws for the
 * first unknown or wrong option: a `RangeError` for a number out of range, else a `TypeError`.
 */
export function checkOptions<Options extends object>(options: Options, kinds: OptionKinds<Options>): Options {
  const names = Object.keys(kinds);
  // An `AbortSignal` or a promise has none of the options. It was meant for something else.
  if (!isPlain(options) && (typeof options !== 'object' || !names.some((name) => name in Object(options))))
    throw misuse('`options` to be a plain object', options);
  const own = { __proto__: null } as Options;
  for (const key of new Set([...Object.keys(options), ...names])) {
    const name = key as keyof object;
    if (!names.includes(name)) throw unknownOption(name, names);
    const value = options[name];
    if (value === undefined || (name in {} && !Object.hasOwn(options, name))) continue;
    checkValue(name, value, kinds[name]);
    own[name] = value;
  }
  return own;
}

/** Throws when a value is not one that `kind` accepts. */
export function checkValue(name: string, value: unknown, { expected, accepts }: OptionKind): void {
  if (accepts(value)) return;
  const isOutOfRange = typeof value === 'number' && /number/.test(expected);
  // For a list, the message shows the wrong item. An option that takes a list takes a list of one.
  const [wrong = value] = /list/.test(expected) ? [value].flat().filter((item) => !accepts([item])) : [];
  throw misuse(`\`${name}\` to be ${expected}`, wrong, isOutOfRange ? RangeError : TypeError);
}

/** Returns the error for an unexpected value. */
export const misuse = (expected: string, value: unknown, Misuse: ErrorConstructor = TypeError): Error =>
  new Misuse(`Expected ${expected}, got \`${show(value)}\`.`);

/** Returns the answer of an option `fetch`. Throws when it is no response: such a function may answer anything. */
export function expectResponse<Answer>(answer: Answer): Answer {
  if (Object(answer) !== answer) throw misuse('`fetch` to resolve to a Response', answer);
  return answer;
}

/**
 * Returns the error for an unknown option. Suggests the closest option, if one is close: the name begins with it, or differs
 * from it in at most three letters and in fewer than the name has.
 */
function unknownOption(name: string, known: readonly string[]): TypeError {
  const apart = (option: string) => lettersApart(name.toLowerCase(), option.toLowerCase());
  const isAlike = (option: string) =>
    name.toLowerCase().startsWith(option.toLowerCase()) || apart(option) < Math.min(4, name.length);
  const [close] = known.filter(isAlike).sort((one, other) => apart(one) - apart(other));
  return new TypeError(`Unknown option \`${name}\`.${close ? ` Did you mean \`${close}\`?` : ''}`);
}

/** Counts the letters in which two texts differ, at any position. */
const lettersApart = (one: string, other: string): number =>
  lettersBeyond(one, other) + lettersBeyond(other, one);

/** Counts the letters of one text that the other does not have. */
const lettersBeyond = (one: string, other: string): number =>
  [...other].reduce((rest, letter) => rest.replace(letter, ''), one).length;

/** Returns the kind of a value, such as `[object Map]`. */
export const kindOf = (value: unknown): string => Object.prototype.toString.call(value);

/** True for an object of no particular kind. */
export const isPlain = (value: unknown): boolean => kindOf(value) === '[object Object]';

/**
 * Returns the value as text. Quotes a text that looks like a number. Names an object by its kind: the text of a function is
 * its source, and the text of a `URL` or of a list of one looks like a string.
 */
function show(value: unknown): string {
  if (Object(value) === value) return kindOf(value);
  return typeof value === 'string' && !Number.isNaN(Number(value)) ? `'${value}'` : String(value);
}
