export type { CallOptions } from './core/arguments.ts';
export {
  type BeforeOptions,
  type Coalesced,
  type CoalesceOptions,
  coalesce,
  type PlatformSignal,
  type RunOptions,
} from './core/coalesce.ts';
export type { Flight, Launch, Work } from './core/flight.ts';
export { Flights, type JoinOptions } from './core/flights.ts';
export type { Signal } from './core/signals.ts';
export type { Subscriber } from './core/subscriber.ts';
