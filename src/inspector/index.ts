export { hints, type Write } from './hints.ts';
export { type Explained, inWords } from './in-words.ts';
export { inspect } from './inspect.ts';
export { defineInspector, type InspectorElement } from './inspector-element.ts';
export type {
  FlightFacts,
  FlightNow,
  ImageFacts,
  InspectedFetch,
  InspectedImages,
  InspectedWorker,
  QueueStats,
  Sources,
  WorkerCounters,
  WorkerNow,
} from './sources.ts';
export { track } from './track.ts';
