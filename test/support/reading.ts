/** A reader of a response's body, which must be there. */
export const readerOf = (response: Response): ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> =>
  (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();

/** The next piece that a reader gets, as text; undefined at the end. */
export async function piece(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string | undefined> {
  const { value } = await reader.read();
  return value && new TextDecoder().decode(value);
}

/** Returns the state of a promise in this turn. */
export const soFar = <T>(promise: Promise<T>): Promise<T | 'pending'> =>
  Promise.race([promise, Promise.resolve('pending' as const)]);
