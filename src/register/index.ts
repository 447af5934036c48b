export type { Counters, WorkerStats } from '../protocol/messages.ts';
export type { Failure, FailureReason } from './failure.ts';
export type { FlightSource, RegisterOptions, Settled } from './options.ts';
export { type RegisterResult, register } from './register.ts';
export type { RegisteredWorker } from './registered-worker.ts';
