/** Returns true when the write fences the read. */
export type Fences = (write: Request, read: Request) => boolean;

export {};
