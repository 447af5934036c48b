import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Opening, Place } from './place.ts';

export async function openNode({ origin, seed, isNative }: Opening): Promise<Place> {
  const args = [origin, String(seed), isNative ? 'native' : 'shared'];
  const child = fork(fileURLToPath(new URL('node-child.ts', import.meta.url)), args, {
    execArgv: ['--expose-gc', '--no-warnings'],
  });
  const answers = new Map<number, (value: never) => void>();
  child.on('message', ({ id, value }: { id: number; value: never }) => {
    answers.get(id)?.(value);
    answers.delete(id);
  });
  let count = 0;
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`The process of the load has ended with ${code}.`);
  });
  gone.catch(() => {});
  const ask = <Value>(job: string, ...args: readonly unknown[]): Promise<Value> => {
    const { promise, resolve } = Promise.withResolvers<Value>();
    const id = count++;
    answers.set(id, resolve as never);
    child.send({ id, job, args });
    return Promise.race([promise, gone]);
  };
  return {
    name: 'Node',
    version: `Node ${process.versions.node}`,
    round: (milliseconds, most) => ask('round', milliseconds, most),
    crowd: (flights, how) => ask('crowd', flights, how === 'native'),
    async share(readers, url, open) {
      const read = ask<number[]>('share', readers, url);
      await open();
      return read;
    },
    memory: () => ask('memory'),
    inFlight: () => ask('inFlight'),
    problems: () => ask('problems'),
    async close() {
      child.kill();
      await gone.catch(() => {});
    },
  };
}
