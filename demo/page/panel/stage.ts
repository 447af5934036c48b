/** Where a panel is in the race. */
export type Stage =
  | { readonly name: 'rest' | 'landed' | 'stopped' }
  | { readonly name: 'view'; readonly view: number; readonly of: number }
  /** All views are shown, but the picture that was clicked is not. */
  | { readonly name: 'picture' }
  | { readonly name: 'failed'; readonly why: string };
