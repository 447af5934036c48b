// One stop for the tab key, and the arrow keys from there: twenty buttons are no twenty stops.

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Moves the focus within a list of buttons; returns the number of the one that has it, or undefined. */
export function rove(event: KeyboardEvent): number | undefined {
  const step = steps[event.key];
  const list = event.currentTarget as HTMLElement;
  const buttons = [...list.querySelectorAll('button')];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  if (step === undefined || at < 0) return undefined;
  event.preventDefault();
  const next = Math.max(0, Math.min(buttons.length - 1, at + step));
  buttons[next]?.focus();
  return next;
}
