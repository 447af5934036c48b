/** WebKit has no byte streams; its own bodies have no BYOB readers either. */
export const byteStream: 'bytes' = /* @__PURE__ */ (() => {
  try {
    new ReadableStream({ type: 'bytes' });
    return 'bytes';
  } catch {
    return undefined as unknown as 'bytes';
  }
})();
