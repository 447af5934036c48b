/** True for methods that promise to change nothing. (RFC 9110, section 9.2.1) */
export const isSafe = (method: string): boolean => /^(get|head|options|trace)$/i.test(method);
