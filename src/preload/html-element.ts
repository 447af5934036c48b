/** Makes an element of HTML. The `createElement` of a document that is no HTML, such as an SVG, makes others. */
export const htmlElement = <Name extends keyof HTMLElementTagNameMap>(
  owner: Document,
  name: Name,
): HTMLElementTagNameMap[Name] =>
  owner.createElementNS('http://www.w3.org/1999/xhtml', name) as HTMLElementTagNameMap[Name];
