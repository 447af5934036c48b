/**
 * Returns one text for a list of values. Lists of equal length have equal texts exactly when their values are equal as
 * text. Each value is quoted by itself: a page that gives arrays or objects a `toJSON` decides what a quoted list is.
 */
export const textOf = (values: readonly unknown[]): string =>
  `[${values.map((value) => JSON.stringify(`${value}`)).join()}]`;
