// The waterfall: a row for each flight. The row that is chosen, by pointer or keyboard, is described in words.

import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { now } from '../flight.ts';
import type { Panel } from '../panel.ts';
import { describeFlight } from './describe.ts';
import { axisHeight, draw, type Ink, rowHeight } from './draw.ts';
import { Legend } from './legend.tsx';

const inks = ['tiles', 'json', 'gallery', 'waiting', 'quiet', 'rule', 'text', 'joined', 'paper'] as const;

// Registered as colours, they are computed before a canvas gets them.
for (const name of inks)
  CSS.registerProperty({ name: `--ink-${name}`, syntax: '<color>', inherits: true, initialValue: 'black' });

function inkOf(element: HTMLElement): Ink {
  const style = getComputedStyle(element);
  const colours = inks.map((name) => [name, style.getPropertyValue(`--ink-${name}`)]);
  return Object.fromEntries(colours);
}

/** Fits the canvas to what is seen of its box, sharp on any screen. */
function fit(canvas: HTMLCanvasElement, box: HTMLElement): CanvasRenderingContext2D | null {
  canvas.style.height = `${box.clientHeight}px`;
  canvas.width = canvas.clientWidth * devicePixelRatio;
  canvas.height = canvas.clientHeight * devicePixelRatio;
  const context = canvas.getContext('2d');
  context?.scale(devicePixelRatio, devicePixelRatio);
  return context;
}

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 20,
  PageUp: -20,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export function Waterfall({ panel, galleryOnly }: { panel: Panel; galleryOnly: boolean }) {
  const { trace, link } = panel;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const chosen = useSignal(-1);
  const resized = useSignal(0);
  const flights = panel.flights.value;
  const story = useComputed(() => describeFlight(panel.flights.value[chosen.value], trace.begun, link));

  const paint = () => {
    if (!box.current || !canvas.current) return;
    const context = fit(canvas.current, box.current);
    if (!context) return;
    const { clientWidth: width, clientHeight: height } = canvas.current;
    const span = Math.max(1000, panel.span.value, trace.span);
    const view = { width, height, top: box.current.scrollTop, ink: inkOf(box.current), chosen: chosen.value };
    draw({ context, ...view, span, begun: trace.begun, now: now() }, panel.flights.value);
  };
  useSignalEffect(() => {
    resized.value;
    paint();
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => resized.value++);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || !box.current) return;
    event.preventDefault();
    chosen.value = Math.max(0, Math.min(flights.length - 1, chosen.value + step));
    const top = chosen.value * rowHeight;
    const room = box.current.clientHeight - axisHeight - rowHeight;
    box.current.scrollTop = Math.max(top - room, Math.min(box.current.scrollTop, top));
  };
  const onPointerMove = ({ clientY, currentTarget }: PointerEvent) => {
    const { scrollTop } = currentTarget as HTMLElement;
    const y = clientY - (currentTarget as HTMLElement).getBoundingClientRect().top;
    const row = Math.floor((y - axisHeight + scrollTop) / rowHeight);
    if (row >= 0 && row < flights.length) chosen.value = row;
  };
  return (
    <section class="waterfall" aria-labelledby="waterfall">
      <h2 id="waterfall" class="unseen">
        Waterfall
      </h2>
      <Legend galleryOnly={galleryOnly} />
      <div
        class="rows"
        ref={box}
        tabIndex={0}
        role="slider"
        aria-orientation="vertical"
        aria-label="Flights, a row each"
        aria-valuemin={0}
        aria-valuemax={flights.length}
        aria-valuenow={chosen.value + 1}
        aria-valuetext={story.value}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onScroll={paint}
      >
        <canvas ref={canvas} />
        <div style={{ height: `${flights.length * rowHeight + axisHeight + 2}px` }} />
      </div>
      <p class="flight">{story}</p>
    </section>
  );
}
