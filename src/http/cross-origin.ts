/** Returns the `crossOrigin` that an element has. Browsers read any other text as `anonymous`. (HTML, "CORS settings attributes") */
export const crossOriginOf = (text: string): 'anonymous' | 'use-credentials' =>
  /^use-credentials$/i.test(text) ? 'use-credentials' : 'anonymous';
