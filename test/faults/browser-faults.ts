// Faults of the browser and of the machine. The server answers well.

import type { Socket } from 'node:net';
import { type Act, acts, body, type Fault, longBody, type Moment, moments } from './resource.ts';
import { inSteps } from './wire.ts';

const faultOf = (act: Act, at: Moment, bytes: Buffer = body.all): Fault<Socket> => ({
  name: `${act} ${at}${bytes === body.all ? '' : ', a long one'}`,
  act: { act, at },
  serve: inSteps(bytes),
});

const last = 'after the body, before the last caller reads it';

/** A worker is stopped at every step of its work. Other acts make no difference to most of them. */
export const faults: readonly Fault<Socket>[] = [
  ...acts.flatMap((act) => {
    const all = act === 'the worker is stopped' ? (Object.keys(moments) as Moment[]) : undefined;
    return (all ?? (['before the headers', 'in mid-body'] as const)).map((at) => faultOf(act, at));
  }),
  faultOf('the worker is stopped', last, longBody),
];
