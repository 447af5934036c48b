// Plots of the cost of a caller by the number of callers, with a panel for each figure.

import type { Plot, Row } from '../support/benchmark.ts';

function panel(rows: readonly Row[], of: string, scales: readonly number[]): object {
  const values = rows.map(({ contender, median }) => {
    const [, name, at = ''] = /^(.*), ([\d,]+)$/.exec(contender) ?? [];
    return { name, at: Number(at.replaceAll(',', '')), median };
  });
  const scale = { type: 'log' };
  return {
    width: 320,
    height: 240,
    data: { values },
    mark: { type: 'line', point: true },
    encoding: {
      x: { field: 'at', type: 'quantitative', scale, title: of, axis: { values: scales, format: ',' } },
      y: { field: 'median', type: 'quantitative', scale, title: rows[0]?.unit },
      color: {
        field: 'name',
        type: 'nominal',
        title: null,
        sort: null,
        legend: { orient: 'bottom', labelLimit: 0 },
      },
    },
  };
}

/** Returns a plot for each series, with two panels: time and memory. */
export function plotsOf(rows: readonly Row[], series: readonly string[], scales: readonly number[]): Plot[] {
  const membersOf = (group: string) => rows.filter((row) => row.group === group);
  return series.map((of) => ({
    name: `scale-${of.replaceAll(' ', '-')}`,
    alt: `Time and memory of a caller, by ${of}`,
    spec: {
      $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
      background: 'white',
      config: { font: 'system-ui, sans-serif', view: { stroke: null } },
      hconcat: ['Time', 'Memory'].map((figure) => panel(membersOf(`${figure}, by ${of}`), of, scales)),
    },
  }));
}
