/** Says whether a write fences a read. */
type Fences = (write: Request, read: Request) => boolean;

export type { Fences as F };
