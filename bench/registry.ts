import * as bytes from './bytes.ts';
import * as coalesce from './coalesce.ts';
import * as fetch from './fetch.ts';
import * as files from './files.ts';
import * as flights from './flights.ts';
import * as laws from './laws.ts';
import * as preload from './preload.ts';
import * as queue from './queue.ts';
import * as scale from './scale.ts';
import * as serviceWorker from './service-worker.ts';
import * as slow from './slow.ts';
import * as smooth from './smooth.ts';
import * as sprite from './sprite.ts';
import * as start from './start.ts';
import * as stream from './stream.ts';
import type { Benchmark } from './support/benchmark.ts';

/** Every benchmark, in the order in which all of them run. */
export const benchmarks: readonly Benchmark[] = [
  coalesce,
  fetch,
  sprite,
  slow,
  stream,
  files,
  queue,
  preload,
  serviceWorker,
  smooth,
  flights,
  scale,
  laws,
  bytes,
  start,
];
