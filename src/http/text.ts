/**
 * Returns one text for a list of values. Lists of equal length have equal texts exactly when their values are equal as
 * text. Quotes each value by itself: a page may have given arrays a `toJSON`, which a quoted list would use.
 */
export const textOf = (values: readonly unknown[]): string =>
  `[${values.map((value) => JSON.stringify(`${value}`)).join()}]`;
