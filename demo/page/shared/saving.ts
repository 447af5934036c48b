/** What was asked for, as a card has it. */
type Counts = { readonly sent: number | undefined; readonly shared: number | undefined } | undefined;

/** Whether the browser shares by itself: plain images of one document, or answers that it may keep. */
export const sharesByItself = (off: Counts): boolean => (off?.shared ?? 0) > (off?.sent ?? 0);

/** Whether the library saves requests beyond what the browser saves without it. */
export const savesMore = (here: Counts, off: Counts): boolean =>
  here?.sent !== undefined && off?.sent !== undefined && !sharesByItself(off) && here.sent < off.sent;
