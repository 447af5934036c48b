// Plots with a bar for each row: the median of each contender, with coflight's bar in another colour.

import type { Plot, Row } from './benchmark.ts';

export interface Bars {
  readonly name: string;
  readonly alt: string;
  /** The group whose rows are drawn. */
  readonly group: string;
  /** The rows to draw, from top to bottom. Default: all rows of the group. */
  readonly contenders?: readonly string[];
  /** The title of the axis. */
  readonly axis: string;
}

/** Returns a bar plot of one group. Rows without a figure are left out. */
export function bars(rows: readonly Row[], { name, alt, group, contenders, axis }: Bars): Plot {
  const members = rows.filter((row) => row.group === group && row.median !== undefined);
  const drawn = contenders?.flatMap((wanted) => members.filter(({ contender }) => contender === wanted));
  const values = (drawn ?? members).map(({ contender, median = 0 }) => ({
    contender,
    median,
    label: median >= 100 ? median.toFixed(0) : median.toPrecision(3),
    ours: contender.startsWith('coflight'),
  }));
  return {
    name,
    alt,
    spec: {
      $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
      background: 'white',
      padding: 12,
      config: { font: 'system-ui, sans-serif', view: { stroke: null } },
      width: 460,
      height: { step: 26 },
      data: { values },
      encoding: {
        y: {
          field: 'contender',
          type: 'nominal',
          sort: null,
          title: null,
          axis: { labelFontSize: 12, labelLimit: 260 },
        },
        x: { field: 'median', type: 'quantitative', title: axis, axis: { grid: false, tickCount: 5 } },
      },
      layer: [
        {
          mark: { type: 'bar', height: 16 },
          encoding: {
            color: {
              field: 'ours',
              type: 'nominal',
              legend: null,
              scale: { domain: [true, false], range: ['#0b6bcb', '#b9c2cc'] },
            },
          },
        },
        { mark: { type: 'text', align: 'left', dx: 4 }, encoding: { text: { field: 'label' } } },
      ],
    },
  };
}
