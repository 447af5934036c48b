import type { Flight, Work } from '../core/flights.ts';
import { type Answer, native, whole } from './answer.ts';
import { Arrival } from './arrival.ts';
import { outgoing } from './outgoing.ts';

/** One request on its way. Settles when there is something to hand out: nobody can join after that. */
export interface Transfer extends Work<Answer> {
  /** The leader's request. */
  readonly request: Request;
  /** How many subscribers have still to be handed their response. */
  due: number;
  /** Resolves when there is nothing left to call off, whatever came of it. */
  readonly ended: Promise<void>;
}

/** A rebuilt response has no URL of its own, and what these contain may depend on where they come from. */
const located = new Set(['script', 'style', 'worker', 'sharedworker', 'xslt']);
/** The browser has a body for these, but takes none. */
const nullBody = [204, 205, 304];
const endless = /event-stream|x-mixed-replace|ndjson|json-seq/;

/** Launches it. Bodies up to `most` bytes are read whole. */
export function transfer(
  request: Request,
  network: (request: Request) => Promise<Response>,
  most: number,
  flight: Flight<Answer, Transfer>,
): Transfer {
  const controller = new AbortController();
  const arrival = new Arrival(request.url);
  const arrive = async (): Promise<Answer> => {
    const response = await network(outgoing(request, controller.signal));
    const bytes = await wholeBody(response, most);
    flight.close();
    if (bytes) arrival.end();
    if (!bytes || !rebuildable(request, response)) return native(response, arrival);
    response.body?.cancel();
    return whole(response, bytes);
  };
  // A body that is not all there can still be called off.
  flight.stay();
  arrival.ended.then(() => flight.end());
  const result = arrive();
  result.catch(arrival.end);
  const abort = (reason?: unknown) => controller.abort(reason);
  return { request, due: 0, ended: arrival.ended, result, abort };
}

/** A new response would look the same to the page. One that was rebuilt is "basic" to it, whatever its origin. */
function rebuildable({ destination }: Request, { type, redirected }: Response): boolean {
  return type !== 'cors' && !redirected && !located.has(destination);
}

/** A copy of the body, once it is all there; undefined where it is too large, endless, or nobody may read it. */
async function wholeBody(response: Response, most: number): Promise<ArrayBuffer | undefined> {
  const { body, status, headers } = response;
  const isEndless = endless.test(headers.get('content-type') ?? '');
  if (!most || !body || nullBody.includes(status) || isEndless) return;
  // The length of an encoded body is not that of what comes out.
  const length = headers.has('content-encoding') ? 0 : Number(headers.get('content-length'));
  return length > most
    ? undefined
    : upTo(most, response.clone().body as ReadableStream<Uint8Array<ArrayBuffer>>);
}

/** Reads that many bytes; gives up where there are more. */
async function upTo(
  most: number,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<ArrayBuffer | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = body.getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    chunks.push(chunk.value);
    size += chunk.value.byteLength;
    if (size > most) return void reader.cancel();
  }
  return new Blob(chunks).arrayBuffer();
}
