// The settings of a page's link to this server.

/** Which `Cache-Control` answers may carry; the first is the default. */
const cachePolicies = ['no-cache', 'no-store', 'max-age=600', ''] as const;

export interface Settings {
  /** Milliseconds from a request to the head of its answer. */
  readonly latency: number;
  /** Bytes a second for all answers together; 0 is no limit. */
  readonly bandwidth: number;
  /** The header's value; empty for no header. */
  readonly cacheControl: (typeof cachePolicies)[number];
  /** While true, requests arrive and are counted, but nothing is answered. */
  readonly hold: boolean;
}

export const defaults: Settings = {
  latency: 150,
  bandwidth: 2_000_000,
  cacheControl: 'no-cache',
  hold: false,
};

/** Says what is wrong with a request, in a line for its sender. */
export class BadRequest extends Error {}

function isWhole(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
}

const checks: { readonly [name: string]: readonly [expected: string, fits: (value: unknown) => boolean] } = {
  latency: ['a whole number of milliseconds from 0 to 10000', (value) => isWhole(value, 10_000)],
  bandwidth: ['a whole number of bytes a second from 0 to 1000000000', (value) => isWhole(value, 1e9)],
  cacheControl: [
    `one of ${cachePolicies.map((policy) => `"${policy}"`).join(', ')}`,
    (value) => cachePolicies.some((policy) => policy === value),
  ],
  hold: ['true or false', (value) => typeof value === 'boolean'],
};

/** The settings with some of them changed. Throws `BadRequest` where a change makes no sense, and then changes none. */
export function changed(settings: Settings, changes: unknown): Settings {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    throw new BadRequest(`Expected an object of settings, got \`${JSON.stringify(changes)}\`.`);
  for (const [name, value] of Object.entries(changes)) {
    const check = Object.hasOwn(checks, name) && checks[name];
    if (!check)
      throw new BadRequest(`Expected a setting of ${Object.keys(checks).join(', ')}, got \`${name}\`.`);
    const [expected, fits] = check;
    if (!fits(value))
      throw new BadRequest(`Expected \`${name}\` to be ${expected}, got \`${JSON.stringify(value)}\`.`);
  }
  return { ...settings, ...changes };
}
