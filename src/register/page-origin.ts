/**
 * Returns the origin of the page, or "null" where it has none. A script of the page may have a global variable `origin`,
 * so the URL counts. Only a frame without an address, such as `srcdoc`, has an origin that its URL does not show.
 */
export function pageOrigin(): string {
  const shown = new URL(location.href).origin;
  return [shown, origin].includes('null') ? origin : shown;
}
