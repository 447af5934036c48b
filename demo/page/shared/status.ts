// The status of the race that a card shows.

import type { Figures } from '../panel/figures.ts';
import type { Stage } from '../panel/stage.ts';

/** How the words are meant: as progress, as good news, or as bad ones. */
export type Tone = 'calm' | 'live' | 'good' | 'bad';

export interface Status {
  readonly text: string;
  readonly tone: Tone;
}

function statusOfStage(stage: Stage): Status {
  if (stage.name === 'view') return { text: `View ${stage.view} of ${stage.of}`, tone: 'live' };
  if (stage.name === 'picture') return { text: 'Waits for the picture', tone: 'live' };
  if (stage.name === 'landed') return { text: 'Landed', tone: 'good' };
  if (stage.name === 'stopped') return { text: 'Stopped', tone: 'calm' };
  if (stage.name === 'failed') return { text: 'Not finished', tone: 'bad' };
  return { text: '', tone: 'calm' };
}

interface Surroundings {
  /** Another panel flies, and this one comes later. */
  readonly waits?: boolean;
  /** Its maps are out of sight, where browsers draw nothing. */
  readonly unseen?: boolean;
}

export function statusOf(figures: Figures | undefined, { waits, unseen }: Surroundings = {}): Status {
  if (waits) return { text: 'Waits its turn', tone: 'calm' };
  if (!figures) return { text: 'Starts …', tone: 'calm' };
  if (figures.lost) return { text: 'The server is gone', tone: 'bad' };
  const status = statusOfStage(figures.stage);
  if (unseen && figures.stage.name === 'view')
    return { text: `${status.text}: scroll to the maps`, tone: 'live' };
  return status;
}
