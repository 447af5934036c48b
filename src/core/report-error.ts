type Platform = { readonly reportError?: (error: unknown) => void };

/** Reports an error that a caller's function has thrown and that must not affect other callers. Node cannot report it. */
export const reportError = (error: unknown): void => (globalThis as Platform).reportError?.(error);
