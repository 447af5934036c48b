import type { Call } from './call.ts';
import type { LaunchRecord } from './log.ts';

/** Why no call can join a flight: the name of an option or a member, or its `age`. */
export type ClosedBy =
  /** It was launched before or during a write. */
  | 'fences'
  /** `forget()` closed it. So do a freeze of the page, and another function that was installed as the global `fetch`. */
  | 'forget'
  /** Its headers have arrived, and the option says so or its content has no end. */
  | 'joinUntil'
  /** More bytes than that have arrived. */
  | 'maxReplay'
  /** Its headers arrived 20 s ago. */
  | 'age'
  /** A follower has waited that long for its headers. */
  | 'leaderTimeout';

/** A flight that has not settled. */
export interface FlightState extends Readonly<LaunchRecord> {
  /** Milliseconds since its launch. */
  readonly age: number;
  /** Counts its callers, and clones of their responses. */
  readonly subscribers: number;
  /** Why no call can join it. Undefined while calls can join. */
  readonly closedBy?: ClosedBy | undefined;
}

/** Returns the record of a flight that a call launches. Most flights never need the request. */
export const recordOf = ({ url, request }: Call, key: string, id: number): LaunchRecord => ({
  id,
  key,
  url,
  bytes: 0,
  get request() {
    return request();
  },
});
