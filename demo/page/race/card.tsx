import { Headline } from '../shared/headline.tsx';
import type { FramedPanel, Panels } from '../shared/panels.ts';
import { statusOf } from '../shared/status.ts';
import type { Contest } from './contest.ts';

interface Props {
  readonly panels: Panels;
  readonly contest: Contest;
  readonly panel: FramedPanel;
}

const waits = ({ contest, panel }: Props) => contest.waiting.value.includes(panel.mode);

/** A panel's numbers; none while it waits for its turn in the race. */
export function Card(props: Props) {
  const { panels, panel } = props;
  const { mode } = panel;
  const figures = waits(props) ? undefined : panel.figures.value;
  const status = statusOf(figures, { waits: waits(props), unseen: panel.unseen.value });
  const saves = figures !== undefined && panels.saves(panel);
  return <Headline {...{ mode, figures, status, saves }} scale={panels.scale.value} />;
}

/** The same in two numbers. */
export function Brief(props: Props) {
  const { asked, sent } = (waits(props) ? undefined : props.panel.figures.value?.rows[0]) ?? {};
  return (
    <>
      {asked ?? '–'} → <em>{sent ?? '–'}</em>
    </>
  );
}
