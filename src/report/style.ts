/** The style of the page that `--html` writes. */
export const style = `
:root { color-scheme: light dark; --line: light-dark(#d8dee4, #30363d); --soft: light-dark(#57606a, #9da7b3);
  --sent: light-dark(#0969da, #4493f8); --saved: light-dark(#bc4c00, #f0883e); }
body { font: .9375rem/1.5 system-ui, sans-serif; background: Canvas; overflow-wrap: anywhere;
  max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p, ul { margin: .3rem 0; } .soft, small { color: var(--soft); }
.verdict { font-size: 1.2rem; margin: 1rem 0; }
table { border-collapse: collapse; width: 100%; } th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
th { text-align: right; font-weight: 600; } td { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th { overflow-wrap: normal; } th:first-child, td:first-child { text-align: left; white-space: normal; }
code, pre { font: .8125rem/1.5 ui-monospace, monospace; } pre { white-space: pre-wrap; }
details { border-bottom: 1px solid var(--line); }
summary, .bar { display: grid; grid-template-columns: 24rem 1fr; gap: 1rem; align-items: center; padding: .2rem 0; }
summary { cursor: pointer; }
.bar > span:first-child { padding-left: 1rem; color: var(--soft); font-size: .8125rem; }
.track { position: relative; height: .8rem; background: light-dark(#f6f8fa, #161b22);
  forced-color-adjust: none; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.track i { position: absolute; top: 0; height: 100%; min-width: 2px; background: var(--sent); }
.track i.saved { background: repeating-linear-gradient(45deg, var(--saved) 0 3px, transparent 3px 6px);
  outline: 1px solid var(--saved); outline-offset: -1px; }
@media (max-width: 50rem) { summary, .bar { grid-template-columns: 1fr; gap: .2rem; } }
@media (max-width: 40rem) { tr { display: grid; grid-template-columns: repeat(5, 1fr); border-bottom: 1px solid var(--line); }
  th, td { padding: .3rem 0 .3rem .4rem; border: 0; } tr > :first-child { grid-column: 1 / -1; padding-left: 0; } }
`;
