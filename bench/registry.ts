import * as coalesce from './coalesce.ts';
import * as fetch from './fetch.ts';
import * as flights from './flights.ts';
import * as preload from './preload.ts';
import type { Benchmark } from './support/benchmark.ts';

/** Every benchmark, in the order in which all of them run. */
export const benchmarks: readonly Benchmark[] = [flights, coalesce, fetch, preload];
