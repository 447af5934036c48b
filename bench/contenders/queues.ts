// Queues that let a few of many tasks run at a time.

/// <reference path="./packages.d.ts" />

import { RequestScheduler } from '@loaders.gl/loader-utils';
import PQueue from 'p-queue';
import { Job } from '../../src/core/job.ts';
import { Queue } from '../../src/core/queue.ts';

/** Runs the task when there is a lane for it. */
export type Lanes = <Value>(task: () => Promise<Value>) => Promise<Value>;

const coflight = (lanes: number): Lanes => {
  const queue = new Queue(lanes);
  return (task) => new Job(queue, { start: () => ({ result: task() }) }).result;
};

const pQueue = (lanes: number): Lanes => {
  const queue = new PQueue({ concurrency: lanes });
  return (task) => queue.add(task);
};

const requestScheduler = (lanes: number): Lanes => {
  const scheduler = new RequestScheduler({ maxRequests: lanes });
  return async (task) => {
    const token = await scheduler.scheduleRequest({});
    try {
      return await task();
    } finally {
      token?.done();
    }
  };
};

export const queues: Readonly<Record<string, (lanes: number) => Lanes>> = {
  coflight,
  'p-queue': pQueue,
  RequestScheduler: requestScheduler,
};
