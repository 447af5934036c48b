// Four callers, the server, and the requests between them.

interface Props {
  /** One request for each caller, or one for all. */
  readonly lines: 'own' | 'one';
  readonly asked: number;
  readonly sent: number;
  readonly answered: number;
}

const callers = [14, 38, 62, 86] as const;
const middle = 50;

/** The line from a caller to the server, beside those of the others. */
const own = (y: number) =>
  `M22 ${y}C110 ${y} 110 ${middle + (y - middle) / 4} 192 ${middle + (y - middle) / 4}`;

/** The line from a caller to the point where all lines meet. */
const joining = (y: number) => `M22 ${y}C66 ${y} 64 ${middle} 104 ${middle}`;

const trunk = `M104 ${middle}H192`;

export function FlightPicture({ lines, asked, sent, answered }: Props) {
  const state = (index: number) => (index < answered ? 'answered' : index < asked ? 'asked' : '');
  const line = (is: boolean, has: boolean) => (has ? 'line sent' : is ? 'line waiting' : 'line');
  return (
    <svg class="flight-picture" viewBox="0 0 220 100" aria-hidden="true">
      {lines === 'own'
        ? callers.map((y, index) => <path key={y} d={own(y)} class={line(index < asked, index < sent)} />)
        : callers.map((y, index) => <path key={y} d={joining(y)} class={line(index < asked, sent > 0)} />)}
      {lines === 'one' && <path d={trunk} class={`${line(asked > 0, sent > 0)} trunk`} />}
      {callers.map((y, index) => (
        <circle key={y} cx="14" cy={y} r="8" class={`caller ${state(index)}`} />
      ))}
      <rect x="192" y="38" width="24" height="24" rx="6" class={`server ${sent > 0 ? 'asked' : ''}`} />
    </svg>
  );
}
