// Faults of the browser and of the machine. The server answers well.

import type { Socket } from 'node:net';
import { type Act, acts, body, type Fault, type Gate } from './resource.ts';
import { finishWith, midway, whole } from './wire.ts';

const when: Readonly<Record<Gate, string>> = { headers: 'before the headers', rest: 'in mid-body' };

const faultOf = (act: Act, gate: Gate): Fault<Socket> => ({
  name: `${act} ${when[gate]}`,
  act: { act, gate },
  serve: midway(whole, finishWith(body.second)),
});

export const faults: readonly Fault<Socket>[] = acts.flatMap((act) => [
  faultOf(act, 'headers'),
  faultOf(act, 'rest'),
]);
