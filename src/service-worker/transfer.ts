import type { Flight, Work } from '../core/flight.ts';
import { type Answer, native, whole } from './answer.ts';
import { Arrival } from './arrival.ts';
import { outgoing } from './outgoing.ts';

/** One request on its way. Settles when there is something to hand out. */
export interface Transfer extends Work<Answer> {
  /** The leader's request. */
  readonly request: Request;
  readonly arrival: Arrival;
  /** How many subscribers have still to be handed their response. */
  due: number;
}

/** A rebuilt response has no URL of its own, and what these contain may depend on where they come from. */
const located = /script|style|work|xslt/;
/** The browser has a body for these, but takes none. */
const nullBody = [204, 205, 304];
const endless = /event-stream|x-mixed-replace|ndjson|json-seq/;
/** Bytes that a browser holds on their way to a page, though the worker is gone. */
const held = 65_536;

/** Launches it. Bodies up to `most` bytes can be joined until their end. */
export function transfer(
  request: Request,
  network: (request: Request) => Promise<Response>,
  most: number,
  flight: Flight<string, Answer, Transfer>,
): Transfer {
  const controller = new AbortController();
  const arrival = new Arrival(request.url);
  const arrive = async () => share(await network(outgoing(request, controller.signal)), job, most, flight);
  // A body that is not all there can still be called off.
  flight.extend();
  arrival.ended.then(() => flight.end());
  const abort = (reason?: unknown) => controller.abort(reason);
  const job: Transfer = { request, arrival, due: 0, result: arrive(), abort };
  job.result.then(({ later }) => later).then(undefined, () => arrival.end(0));
  return job;
}

/** The headers are there: what is handed out, to those who wait and to those who come until the last byte. */
function share(
  response: Response,
  job: Transfer,
  most: number,
  flight: Flight<string, Answer, Transfer>,
): Answer | Promise<Answer> {
  const { request, arrival } = job;
  const length = lengthOf(response);
  if (!most || length > most || !mayCopy(response)) {
    flight.close();
    arrival.watch();
    return native(response);
  }
  const rebuilds = rebuildable(request, response);
  const copy = length ? response.clone().arrayBuffer() : upTo(most, response.clone());
  // One who is alone gets the body as it comes; those who come later wait for its end.
  const alone = job.due === 1;
  const rest = !alone ? response : length && rebuilds ? undefined : response.clone();
  const later = copy.then((bytes) => {
    flight.close();
    if (bytes) arrival.end(bytes.byteLength > held ? undefined : 0);
    else arrival.watch();
    if (rest && job.due && !(bytes && rebuilds)) return native(rest);
    rest?.body?.cancel();
    return whole(response, bytes as ArrayBuffer);
  });
  return alone ? { response, take: () => response, later } : later;
}

/**
 * The body has an end, and may be looked into. `body` is not asked for: what a script has seen as a stream, a
 * browser may have to clone as one.
 */
function mayCopy({ type, status, headers }: Response): boolean {
  return (
    !/opaque/.test(type) && !nullBody.includes(status) && !endless.test(headers.get('content-type') ?? '')
  );
}

/** How long the body says it is; 0 where it does not. An encoded one says how long it is before it is decoded. */
function lengthOf({ headers }: Response): number {
  return headers.has('content-encoding') ? 0 : Number(headers.get('content-length'));
}

/** A new response would look the same to the page. One that was rebuilt is "basic" to it, whatever its origin. */
function rebuildable({ destination }: Request, { type, redirected }: Response): boolean {
  return type !== 'cors' && !redirected && !located.test(destination);
}

/** All of the body; undefined where it has more bytes than that. */
async function upTo(most: number, { body }: Response): Promise<ArrayBuffer | undefined> {
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>> | null)?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    chunks.push(chunk.value);
    size += chunk.value.byteLength;
    if (size > most) return void reader?.cancel();
  }
  return new Blob(chunks).arrayBuffer();
}
