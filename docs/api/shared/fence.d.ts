/** Returns true when the write fences the read. */
type Fences = (write: Request, read: Request) => boolean;

export type { Fences as F };
