/** Returns what the text of the attribute `crossorigin` means. Browsers read any unknown text as `anonymous`. */
export const crossOriginOf = (text: string): 'anonymous' | 'use-credentials' =>
  /^use-credentials$/i.test(text) ? 'use-credentials' : 'anonymous';
