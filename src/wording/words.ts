// Writes the numbers, names and lines of the report and of the inspector.

/** `1,200`. */
export const numberText = (number: number): string => number.toLocaleString('en');

/** `1 request`, `1,200 requests`. */
export const count = (number: number, what: string): string =>
  `${numberText(number)} ${what}${number === 1 ? '' : 's'}`;

/** Bytes with a unit and two or three digits. 0 means unknown, because an answer has at least headers. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return bytes ? `${bytes} B` : '?';
  const isMega = bytes >= 999_500;
  const value = bytes / (isMega ? 1e6 : 1e3);
  return `${value < 9.95 ? value.toFixed(1) : numberText(Math.round(value))} ${isMega ? 'MB' : 'kB'}`;
}

/** Milliseconds below a second, else seconds with one decimal. `null` is unknown. */
export function timeText(ms: number | null): string {
  if (ms === null) return '?';
  return ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** A list in a sentence: `a`, `a and b`, `a, b and c`. */
export const listText = (items: readonly string[]): string =>
  items.length < 2 ? items.join() : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** Replaces control characters of a HAR, which could steer a terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, '\uFFFD');

/** Cuts out the middle of a long text. The result is joined: parts in a template keep the long text in memory. */
export function shorten(text: string, width: number): string {
  if (text.length <= width) return text;
  const half = (width - 1) / 2;
  return [text.slice(0, Math.ceil(half)), text.slice(text.length - Math.floor(half))].join('…');
}

/** Breaks a text into lines at spaces. */
export function wrap(text: string, width: number): string[] {
  const [first, ...words] = text.split(' ') as [string, ...string[]];
  const lines = [first];
  let line = first;
  for (const word of words) {
    const longer = `${line} ${word}`;
    if (longer.length > width) lines.push((line = word));
    else lines[lines.length - 1] = line = longer;
  }
  return lines;
}

/** A text as JavaScript writes it. */
export const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
