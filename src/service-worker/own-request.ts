import { Arrival } from './arrival.ts';
import { type Caller, extend } from './caller.ts';
import type { Network } from './options.ts';

/** Sends the request of a caller that may not use the shared answer. Its event lasts until the body has arrived. */
export async function sendOwn({ request, event }: Caller, network: Network): Promise<Response> {
  const arrival = new Arrival(request.url);
  extend(event, arrival.done);
  try {
    const response = await network(request, event);
    arrival.watch(response.status);
    return response;
  } catch (error) {
    arrival.end(0);
    throw error;
  }
}
