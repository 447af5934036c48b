// Draws flights as rows of a waterfall. It draws only the rows in view, so hundreds of rows cost no more than twenty.

import { scaleLinear } from 'd3-scale';
import type { Ask, Flight } from '../flight.ts';

/** By how much the text of the user's browser is larger than usual. */
const textScale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

export const rowHeight = 6;
export const axisHeight: number = Math.round(20 * textScale);
/** Pixels for the marks of the callers. */
const gutter = 40;

/** The colours, by what they mean, as the page's style has them. */
export interface Ink {
  readonly tiles: string;
  readonly json: string;
  readonly gallery: string;
  readonly waiting: string;
  readonly quiet: string;
  readonly rule: string;
  readonly text: string;
  readonly joined: string;
  readonly paper: string;
}

export interface Frame {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Pixels that are scrolled away. */
  readonly top: number;
  readonly ink: Ink;
  /** Milliseconds from the left edge to the right. */
  readonly span: number;
  readonly begun: number;
  readonly now: number;
  /** The row that is chosen, or -1. */
  readonly chosen: number;
}

const columns: Readonly<Record<Ask['who'], number>> = { 1: 0, 2: 1, 3: 2, 4: 3, preload: 0, click: 3 };

const scaleOf = ({ begun, span, width }: Frame) =>
  scaleLinear()
    .domain([begun, begun + span])
    .range([gutter, width - 8]);

export function draw(frame: Frame, flights: readonly Flight[]): void {
  const { context, width, height, top } = frame;
  context.clearRect(0, 0, width, height);
  const first = Math.max(0, Math.floor(top / rowHeight));
  const last = Math.min(flights.length, Math.ceil((top + height - axisHeight) / rowHeight));
  drawGrid(frame);
  context.save();
  context.beginPath();
  context.rect(0, axisHeight, width, height - axisHeight);
  context.clip();
  for (let row = first; row < last; row++) {
    const flight = flights[row];
    if (flight) drawRow(frame, flight, axisHeight + row * rowHeight - top, row === frame.chosen);
  }
  context.restore();
}

function drawGrid(frame: Frame): void {
  const { context, height, ink, begun, span } = frame;
  const x = scaleOf(frame);
  const ticks = scaleLinear()
    .domain([0, span / 1000])
    .ticks(5);
  context.font = `500 ${11 * textScale}px Barlow, sans-serif`;
  context.textBaseline = 'middle';
  for (const tick of ticks) {
    const at = Math.round(x(begun + tick * 1000)) + 0.5;
    context.fillStyle = ink.rule;
    context.fillRect(at - 0.5, axisHeight, 1, height - axisHeight);
    context.fillStyle = ink.quiet;
    context.textAlign = tick === 0 ? 'left' : 'center';
    context.fillText(
      `${tick} s`,
      tick === 0 ? at : Math.min(at, frame.width - 14 * textScale),
      axisHeight / 2,
    );
  }
}

function drawRow(frame: Frame, flight: Flight, y: number, chosen: boolean): void {
  const { context, ink, now, width } = frame;
  const x = scaleOf(frame);
  const { server, callers, left } = flight;
  if (chosen) {
    context.fillStyle = ink.rule;
    context.fillRect(0, y, width, rowHeight);
  }
  const dot = (column: number, colour: string, hollow: boolean) => {
    context.fillStyle = colour;
    context.fillRect(4 + column * 8, y + 1, 5, 4);
    if (!hollow) return;
    context.fillStyle = ink.paper;
    context.fillRect(5.5 + column * 8, y + 2, 2, 2);
  };
  for (const [index, { who }] of callers.entries())
    dot(columns[who], index ? ink.joined : ink.text, who === 'preload');

  const bar = (from: number, to: number, colour: string, inset: number) => {
    context.fillStyle = colour;
    context.fillRect(x(from), y + inset, Math.max(1, x(to) - x(from)), rowHeight - 2 * inset);
  };
  const end = flight.ended ?? now;
  const arrived = Math.min(server?.arrived ?? end, end);
  const headed = Math.min(server?.headed ?? end, end);
  const gone = flight.outcome === 'aborted' || flight.outcome === 'failed';
  bar(flight.launched, arrived, ink.waiting, 2.5);
  if (server)
    bar(arrived, headed, gone ? ink.quiet : `color-mix(in srgb, ${ink[flight.kind]} 45%, ${ink.paper})`, 1);
  if (server?.headed) bar(headed, end, gone ? ink.quiet : ink[flight.kind], 1);
  for (const { at } of callers.slice(1)) bar(at, at, ink.joined, 0.5);
  for (const at of left) cross(frame, x(at), y);
  if (gone) cross(frame, x(end), y);
}

function cross({ context, ink }: Frame, x: number, y: number): void {
  context.strokeStyle = ink.text;
  context.lineWidth = 1.4;
  context.beginPath();
  context.moveTo(x - 2.5, y + 0.5);
  context.lineTo(x + 2.5, y + 5.5);
  context.moveTo(x + 2.5, y + 0.5);
  context.lineTo(x - 2.5, y + 5.5);
  context.stroke();
}
