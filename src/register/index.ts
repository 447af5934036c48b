export type { Counters, RequestMembers, WorkerStats } from '../protocol/messages.ts';
export type { Failure, FailureReason } from './failure.ts';
export type { RegisterOptions } from './options.ts';
export { type RegisterResult, register } from './register.ts';
export type { RegisteredWorker } from './registered-worker.ts';
export type { RequestDetail, RequestFacts, RequestSource, SourceEvent } from './sources.ts';
