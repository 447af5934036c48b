/** True in WebKit, which differs from the other engines, and from the standard, where a test says so. */
export const inWebKit: boolean = /AppleWebKit(?!.*Chrome)/.test(globalThis.navigator?.userAgent ?? '');
