import { bare } from '../http/bare.ts';
import { onCollected } from '../response/collected.ts';
import { fromNetwork } from '../response/native-class.ts';
import { Reader } from '../response/reader.ts';
import { sharedResponse } from '../response/shared-response.ts';
import type { Caller } from './caller.ts';
import type { Download } from './download.ts';

/** Stops listening to the caller's signal after the response was collected. A native clone may still be in use. */
const released = /* @__PURE__ */ onCollected<Caller>((caller) => caller.release());

/** Returns the own response of a caller that waits for it. */
export function ownResponse({ response, source, body }: Download, caller: Caller): Response {
  if (body?.start && source) return sharedResponse(source, Reader.at(body, body.start, caller));
  const own = response as Response;
  // `fail` holds the response, which could never be collected then.
  caller.fail = undefined;
  // All followers clone in the turn that brings the headers, before the leader's caller can use the original. One that
  // lingers is cloned later, too: then the leader gets no original.
  const { role, flight } = caller.subscriber;
  const isUsed = own.bodyUsed || own.body?.locked;
  const mine = (role === 'leader' && !flight.joinable) || isUsed ? own : cloneOf(own);
  // Scripts cannot see the end of an opaque body, so its caller can abort it while the response exists.
  if (own.type === 'opaque') released().register(mine, caller);
  else caller.release();
  return mine;
}

/** Returns a clone that says the same: the clone of a mock's response may forget what the mock has defined. */
function cloneOf(own: Response): Response {
  const clone = own.clone?.() ?? own;
  for (const name of fromNetwork)
    if (clone[name] !== own[name]) Reflect.defineProperty(clone, name, bare({ value: own[name] }));
  return clone;
}
