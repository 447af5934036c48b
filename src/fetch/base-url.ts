/** The base of relative URLs where the platform has no base: a name that never resolves. (RFC 2606) */
export const unknownBase = 'http://relative.invalid/';

/** Whether requests may have relative URLs on this platform. */
let takesRelative: boolean | undefined;

/** Returns the base of relative URLs. Undefined where the platform has none, as in Node. */
export function baseUrl(): string | undefined {
  if (takesRelative === undefined)
    try {
      takesRelative = !!new Request('.');
    } catch {
      takesRelative = false;
    }
  return takesRelative ? (globalThis.document?.baseURI ?? globalThis.location?.href) : undefined;
}
