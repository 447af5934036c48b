import type { Work } from '../core/flights.ts';
import { type Answer, native, whole } from './answer.ts';
import { outgoing } from './outgoing.ts';

/** How a flight reaches the network, and how much of a body it may hold. */
export interface TransferOptions {
  /** What to call. Default: the worker's own `fetch`, as it is at each call. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Bodies up to this many bytes are read whole before they are handed out. Default 4 MiB. */
  readonly maxWhole?: number | undefined;
}

/** One request on its way. Settles when there is something to hand out: nobody can join after that. */
export interface Transfer extends Work<Answer> {
  /** The leader's. */
  readonly request: Request;
  /** How many subscribers have not been handed their response yet. */
  due: number;
}

const nullBody = [101, 204, 205, 304];
/** A rebuilt response has no URL of its own, and these may depend on where they come from. */
const located = new Set(['script', 'style', 'worker', 'sharedworker', 'xslt']);
const endless = /event-stream|x-mixed-replace|ndjson|json-seq/;

export function transfer(request: Request, options: TransferOptions): Transfer {
  const controller = new AbortController();
  const { fetch = (request) => self.fetch(request), maxWhole = 4 << 20 } = options;
  const arrive = async (): Promise<Answer> => {
    const response = await fetch(outgoing(request, controller.signal));
    if (!rebuildable(request, response)) return native(response);
    const bytes = await wholeBody(response, maxWhole);
    return bytes ? whole(response, bytes) : native(response);
  };
  return { request, due: 0, result: arrive(), abort: (reason) => controller.abort(reason) };
}

function rebuildable(request: Request, response: Response): boolean {
  return (
    ['basic', 'cors', 'default'].includes(response.type) &&
    !response.redirected &&
    response.body !== null &&
    !nullBody.includes(response.status) &&
    !located.has(request.destination) &&
    !endless.test(response.headers.get('content-type') ?? '')
  );
}

/** The body, or nothing where it is larger than that; then it is still all there to be read. */
async function wholeBody(response: Response, most: number): Promise<ArrayBuffer | undefined> {
  const { headers } = response;
  // The length of an encoded body is not that of what comes out.
  const length = headers.has('content-encoding') ? null : headers.get('content-length');
  if (length !== null) return Number(length) > most ? undefined : response.arrayBuffer();
  const bytes = await upTo(most, response.clone());
  if (bytes) response.body?.cancel();
  return bytes;
}

/** Reads that many bytes; gives the rest up where there are more. */
async function upTo(most: number, response: Response): Promise<ArrayBuffer | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    chunks.push(chunk.value);
    size += chunk.value.byteLength;
    if (size > most) {
      reader.cancel();
      return;
    }
  }
  return new Blob(chunks).arrayBuffer();
}
