// Callers that ask at one time, and the cost of each of them.

import { Gate } from '../support/gate.ts';
import { collect, held } from '../support/memory.ts';

/** Asks for a key. `told` is called with the result when the gate is open. */
export type Caller = (key: string, gate: Gate, told: () => void) => void;

export async function contenders(): Promise<Record<string, Caller>> {
  const { bareMap, coflight } = await import('../contenders/keyed.ts');
  const { createFetch } = await import('../../dist/index.js');
  const [map, flights] = [bareMap<number>(), coflight<number>()];
  let network: () => Promise<Response> = async () => new Response('');
  const wrapped = createFetch({ fetch: () => network() });
  const texts = bareMap<string>();
  const answer = (gate: Gate) => async () => {
    await gate.work();
    return new Response('[1,2,3]');
  };
  return {
    'bare Map': (key, gate, told) => map(key, gate.work, told),
    'coflight, Flights': (key, gate, told) => flights(key, gate.work, told),
    'a Response each': (key, gate, told) => {
      const text = async () => (await answer(gate)()).text();
      texts(key, text, (text) => void new Response(text).text().then(told));
    },
    'coflight, createFetch': (key, gate, told) => {
      network = answer(gate);
      wrapped(`http://localhost${key}`)
        .then((response) => response.text())
        .then(told);
    },
  };
}

export interface Crowd {
  readonly callers: number;
  readonly keyOf: (caller: number) => string;
}

function ask(caller: Caller, { callers, keyOf }: Crowd): Gate {
  const gate = new Gate(callers);
  for (let at = 0; at < callers; at++) caller(keyOf(at), gate, gate.told);
  return gate;
}

/** Returns the nanoseconds for each caller, over that many callers in total. */
export const timed = (caller: Caller, crowd: Crowd, all: number) => async () => {
  collect();
  const from = performance.now();
  for (let asked = 0; asked < all; asked += crowd.callers) await ask(caller, crowd).open();
  return ((performance.now() - from) * 1e6) / all;
};

/** Returns the bytes for each caller that waits. Small crowds are measured several times, each with its own keys. */
export const weighed =
  (caller: Caller, { callers, keyOf }: Crowd, all: number) =>
  async () => {
    const before = held();
    const gates = Array.from({ length: Math.max(1, all / callers) }, (_, crowd) =>
      ask(caller, { callers, keyOf: (at) => `/${crowd}${keyOf(at)}` }),
    );
    const bytes = (held() - before) / (gates.length * callers);
    for (const gate of gates) await gate.open();
    return bytes;
  };
