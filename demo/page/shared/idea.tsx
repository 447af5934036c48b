/** The idea in one look: four ask, one request flies, one answer comes back to all. It moves once. */
export function Idea() {
  return (
    <svg
      class="idea"
      viewBox="0 0 420 132"
      role="img"
      aria-label="Four maps ask, one request flies, its answer reaches all four."
    >
      {[16, 44, 72, 100].map((y) => (
        <g key={y}>
          <path class="track" d={`M30 ${y}C120 ${y} 110 58 190 58`} />
          <path class="pulse out" pathLength="1" d={`M30 ${y}C120 ${y} 110 58 190 58`} />
          <path class="pulse back" pathLength="1" d={`M190 58C110 58 120 ${y} 30 ${y}`} />
        </g>
      ))}
      <path class="track" d="M190 58H366" />
      <path class="pulse out one" pathLength="1" d="M190 58H366" />
      <path class="pulse back one" pathLength="1" d="M366 58H190" />
      {[16, 44, 72, 100].map((y) => (
        <circle key={y} class="map" cx="20" cy={y} r="10" />
      ))}
      <rect class="server" x="366" y="42" width="32" height="32" rx="8" />
      <text x="10" y="129">
        four maps ask
      </text>
      <text x="278" y="46" text-anchor="middle">
        one request
      </text>
      <text x="398" y="96" text-anchor="end">
        the server
      </text>
    </svg>
  );
}
