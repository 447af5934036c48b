// The values of a whole body, each made once for all readers, as far as no reader can change it.

import { bare } from '../http/bare.ts';
import { BlobParts } from './blob-parts.ts';
import { type Chunk, join } from './chunks.ts';
import { weakly } from './collected.ts';
import { frozen } from './frozen.ts';
import { jsonCopy } from './json-copy.ts';

/** Whether each reader gets its own value of JSON, the default, or all of them get one frozen value. */
export type JsonValues = 'own' | 'frozen';

/** The methods of a response that read its whole body. */
export type Method = 'text' | 'json' | 'bytes' | 'arrayBuffer' | 'blob' | 'formData';

/** What a value is made from: the start of the body, or parts, which do not hold the start. */
export type From = Chunk | BlobParts;

/** What all readers share. */
interface Values {
  bytes?: Uint8Array<ArrayBuffer>;
  text?: string;
  parsed?: unknown;
  blob?: { readonly type: string | null; readonly blob: Promise<Blob> };
}

/** Decodes all bodies. It keeps no state between them. */
let decoder: TextDecoder | undefined;

/** The methods that a `Method` names return the value of one reader. `last` is true when no other reader shares the body. */
export class WholeBody {
  /** True when all readers get one frozen value of JSON. */
  readonly isFrozen: boolean;
  /** The value of JSON that all readers get. Made once, so it stays. */
  #frozen: unknown;
  #parts: ReturnType<typeof weakly<BlobParts>> | undefined;
  /** The collector may take them: a clone that no one reads, or an answer that lingers, holds the body alone. */
  #values: ReturnType<typeof weakly<Values>> | undefined;

  constructor(json: JsonValues | undefined) {
    this.isFrozen = json === 'frozen';
  }

  /** Returns what has been made so far, as far as it was not collected. The last reader shares with no later one. */
  #made(last: boolean): Values {
    let values = this.#values?.deref();
    if (values) return values;
    values = {};
    if (!last) this.#values = weakly(values);
    return values;
  }

  /** Returns all bytes. They must only be read: all readers share them. */
  #shared(start: Chunk, last: boolean): Uint8Array<ArrayBuffer> {
    return (this.#made(last).bytes ??= join(start));
  }

  /** Returns bytes for one caller alone: a copy, unless that caller is the `last` one that wants them. */
  bytes(start: Chunk, last: boolean): Uint8Array<ArrayBuffer> {
    const bytes = this.#shared(start, last);
    // The copy of a subclass such as Node's `Buffer` is a plain array. The subclass's own `slice` may return a view.
    return last && bytes !== start.next?.bytes ? bytes : new Uint8Array(bytes);
  }

  arrayBuffer(start: Chunk, last: boolean): ArrayBuffer {
    return this.bytes(start, last).buffer;
  }

  /** Returns one string for all readers. */
  text(start: Chunk, last: boolean): string {
    return (this.#made(last).text ??= (decoder ??= new TextDecoder()).decode(this.#shared(start, last)));
  }

  /** Returns one frozen value for all readers, or a value for one caller alone, the `last` one without a copy. */
  json(start: Chunk, last: boolean): unknown {
    const parse = () => JSON.parse(this.text(start, last));
    if (this.isFrozen) return (this.#frozen ??= frozen(parse()));
    return last ? parse() : jsonCopy((this.#made(last).parsed ??= parse()), parse);
  }

  /** Returns a form for one caller alone. */
  formData(start: Chunk, last: boolean, headers: () => Headers): Promise<FormData> {
    return new Response(this.#shared(start, last), bare({ headers: headers() })).formData();
  }

  /** Returns the parts of a Blob of the body, the same ones for all readers that hold them. */
  parts(start: Chunk): BlobParts {
    const parts = this.#parts?.deref() ?? new BlobParts(start);
    this.#parts = weakly(parts);
    return parts;
  }

  /** Returns a Blob for one caller alone, who may give it a name. All Blobs of one type share their bytes. */
  blob(parts: BlobParts, last: boolean, headersOf: () => Headers): Promise<Blob> {
    const headers = headersOf();
    const type = headers.get('content-type');
    const make = () => new Response(parts.whole(), bare({ headers })).blob();
    const made = this.#made(last);
    if (made.blob?.type !== type) return (made.blob = { type, blob: make() }).blob;
    return made.blob.blob.then((blob) => {
      const own = blob.slice(0, blob.size, blob.type);
      // A slice has its type in lower case.
      // No test in Node or Chromium runs `make()`: there, all Blobs have it so.
      return own.type === blob.type ? own : make();
    });
  }
}
