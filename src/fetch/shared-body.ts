// A body that is read once and handed to many.
//
// The arriving body is a linked list of chunks. The tail is held here; each reader holds the chunk it has come
// to, and the head is held only while newcomers may join. A reader that goes away takes its hold with it, so
// memory is bounded by the slowest living reader. Whoever wants more drives the reading, for all, one chunk ahead.

/** A piece of the body. The first one is empty: it stands for the start. */
export interface Chunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  next?: Chunk;
}

/** Who is told of the arriving body. */
export interface Arrivals {
  /** Bytes have arrived. */
  arrived(bytes: number): void;
  /** The last byte is here, told once; or an error instead of it, told to whoever reads on. */
  ended(failed: boolean): void;
}

/** One network body for many independent readers. What it hands out as text or Blob is shared: they cannot change. */
export class SharedBody {
  /** Where newcomers begin: held exactly while the body may be replayed. */
  start: Chunk | undefined = { bytes: new Uint8Array() };
  /** Some reader has asked for more than the headers. */
  begun = false;
  #last: Chunk = this.start as Chunk;
  /** The one read under way: everybody who wants more waits for it. */
  #reading: Promise<void> | undefined;
  #whole: Promise<Uint8Array<ArrayBuffer>> | undefined;
  #text: Promise<string> | undefined;
  #blob: Promise<Blob> | undefined;
  #done = false;
  #ahead = false;
  readonly #source: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  readonly #arrivals: Arrivals;

  constructor(stream: ReadableStream<Uint8Array<ArrayBuffer>>, arrivals: Arrivals) {
    this.#source = stream.getReader();
    this.#arrivals = arrivals;
  }

  /** Somebody waits for more at this moment. */
  get reading(): boolean {
    return this.begun && !!this.#reading;
  }

  /** That chunk was the last one. */
  endsWith(chunk: Chunk): boolean {
    return this.#done && !chunk.next;
  }

  /** Reads one chunk ahead of all readers: a short body is whole, and its flight over, wanted or not. */
  lookAhead(start: Chunk): void {
    if (this.#ahead) return;
    this.#ahead = true;
    this.#next(start)
      .then((chunk) => chunk && this.#next(chunk))
      .catch(() => {}); // whoever reads is told
  }

  /** What follows a chunk, as soon as it is there; nothing at the end. Rejects with the network's own error. */
  after(chunk: Chunk): Promise<Chunk | undefined> {
    this.begun = true;
    return this.#next(chunk);
  }

  /** All bytes. One array for all who ask: to be copied before it is given away. */
  bytes(start: Chunk): Promise<Uint8Array<ArrayBuffer>> {
    return (this.#whole ??= this.#gather(start));
  }

  text(start: Chunk): Promise<string> {
    return (this.#text ??= this.bytes(start).then((bytes) => new TextDecoder().decode(bytes)));
  }

  /** The headers say its type. */
  blob(start: Chunk, headers: Headers): Promise<Blob> {
    return (this.#blob ??= this.bytes(start).then((bytes) => new Response(bytes, { headers }).blob()));
  }

  async #next(chunk: Chunk): Promise<Chunk | undefined> {
    if (!chunk.next && !this.#done) await (this.#reading ??= this.#read());
    return chunk.next;
  }

  async #read(): Promise<void> {
    try {
      let { done, value } = await this.#source.read();
      // A byte stream takes no empty chunk, and nothing has arrived: read on.
      while (value?.byteLength === 0) ({ done, value } = await this.#source.read());
      this.#done = done;
      if (!value) return this.#arrivals.ended(false);
      this.#last = this.#last.next = { bytes: value };
      this.#arrivals.arrived(value.byteLength);
    } catch (error) {
      this.#arrivals.ended(true);
      throw error;
    } finally {
      this.#reading = undefined;
    }
  }

  async #gather(start: Chunk): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for (let chunk = await this.after(start); chunk; chunk = await this.after(chunk)) {
      parts.push(chunk.bytes);
      size += chunk.bytes.byteLength;
    }
    if (parts.length === 1) return parts[0] as Uint8Array<ArrayBuffer>;
    const whole = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.byteLength;
    }
    return whole;
  }
}
