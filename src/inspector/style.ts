/**
 * The style of the inspector: a constructed sheet, which a CSP without `unsafe-inline` allows. Rules of the page, such as
 * those for `*`, go before those for the host. So its parts inherit nothing, have no size in `rem`, and are docked
 * themselves.
 */
export const style = `
:host { all: initial; color-scheme: light dark; display: block;
  --bg: light-dark(#fff, #14181f); --raised: light-dark(#f6f8fa, #1b212b); --line: light-dark(#d8dee4, #2f3845);
  --text: light-dark(#1f2328, #e6edf3); --soft: light-dark(#57606a, #9aa6b4); --focus: light-dark(#0757ba, #6cb0ff);
  --sent: light-dark(#0969da, #4c9bff); --joined: light-dark(#bc4c00, #f5964f); --apart: light-dark(#8250df, #b994ff);
  --bad: light-dark(#cf222e, #ff7b72); --passed: light-dark(#6e7781, #8b97a5); --image: light-dark(#1a7f37, #4ac26b);
  --selected: light-dark(#ddf4ff, #1c2f4a); }
:where(.panel, .opener) { all: initial; color-scheme: inherit; visibility: inherit; }
.panel, .opener { direction: ltr; font: 12px/1.4 system-ui, sans-serif; color: var(--text);
  -webkit-user-select: text; -webkit-text-size-adjust: none; text-size-adjust: none; }
:host([theme=light]) { color-scheme: light; } :host([theme=dark]) { color-scheme: dark; }
:host([hidden]) { display: none; }
:host(:not([inline])), .panel, .opener { position: fixed; inset: auto 0 0 0; z-index: 2147483000; }
* { box-sizing: border-box; }
button, input, select { font: inherit; color: inherit; background: var(--bg); border: 1px solid var(--line); border-radius: 5px;
  padding: 3px 9px; margin: 0; min-height: 26px; }
button { cursor: pointer; white-space: nowrap; } button:hover { background: var(--raised); }
button[aria-pressed=true] { background: var(--selected); border-color: var(--sent); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
.opener { display: inline-block; inset: auto 12px 12px auto; padding: 6px 12px; border-radius: 99px;
  font-weight: 600; box-shadow: 0 2px 10px #0004; }
.opener::before, .name::before { content: ''; display: inline-block; width: 9px; height: 9px; margin-right: 7px; border-radius: 50%;
  background: conic-gradient(var(--sent) 0 62%, var(--joined) 0); }
.panel { container-type: size; display: flex; flex-direction: column; background: var(--bg);
  height: var(--height, 44vh); min-height: 180px; max-height: 92vh; overflow: auto; }
:host(:not([inline])) .panel { border-top: 1px solid var(--line); box-shadow: 0 -4px 24px #0003; }
:host([inline]) :is(.panel, .opener) { position: relative; inset: auto; z-index: auto; }
:host([inline]) .panel { height: 100%; max-height: none; border: 1px solid var(--line); border-radius: 8px; }
:host([inline][open]) { height: 416px; }
.grip { position: absolute; inset: -1px 0 auto 0; height: 7px; cursor: ns-resize; z-index: 2; touch-action: none; }
.grip:hover, .grip:focus-visible { background: var(--sent); outline: none; }
:host([inline]) .grip { display: none; }
[hidden] { display: none !important; }
.top, .tools, .foot { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 14px; padding: 6px 12px; flex: none; }
.top { background: var(--raised); border-bottom: 1px solid var(--line); padding-top: 8px; }
.name { font-weight: 700; font-size: 13px; margin: 0; }
.figures { display: flex; flex-wrap: wrap; gap: 2px 14px; margin: 0; padding: 0; list-style: none; color: var(--soft); flex: 1; }
.figures b { color: var(--text); font-variant-numeric: tabular-nums; font-weight: 650; }
.tools { gap: 6px; border-bottom: 1px solid var(--line); }
.tools input { flex: 1 1 192px; max-width: 416px; } .tools .said { color: var(--soft); margin-left: auto; }
.middle { display: flex; flex: 1; min-height: 96px; }
.grid { container-type: inline-size; flex: 1; min-width: 0; overflow: auto; position: relative; overscroll-behavior: contain; }
.grid:focus-visible { outline: none; } .grid:focus-visible .head { border-bottom-color: var(--focus); box-shadow: 0 1px 0 var(--focus); }
.grid:focus-visible [aria-selected=true] { outline: 2px solid var(--focus); outline-offset: -2px; }
.row { display: grid; grid-template-columns: minmax(144px, 3fr) 67px 74px 74px minmax(112px, 1.6fr) minmax(144px, 5fr);
  height: 26px; align-items: center; padding: 0 12px; gap: 10px; width: 100%; }
.row > * { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; min-width: 0; }
.row > :nth-child(n+2):nth-child(-n+4) { text-align: right; font-variant-numeric: tabular-nums; }
.head { position: sticky; top: 0; z-index: 1; background: var(--bg); border-bottom: 1px solid var(--line); color: var(--soft); font-weight: 600; }
.rows { position: relative; }
.rows .row { position: absolute; left: 0; top: 0; cursor: default; }
.rows .row.odd { background: var(--raised); }
.rows .row:hover { background: color-mix(in srgb, var(--selected) 55%, transparent); }
.rows .row[aria-selected=true] { background: var(--selected); }
.path::before { content: ''; display: inline-block; width: 8px; height: 8px; border-radius: 2px; margin-right: 8px; background: var(--tone); }
.row, .detail { --tone: var(--sent); } [data-tone=shared] { --tone: var(--joined); } [data-tone=apart] { --tone: var(--apart); }
[data-tone=passed] { --tone: var(--passed); } [data-tone=image] { --tone: var(--image); } [data-tone=bad] { --tone: var(--bad); }
.row[data-tone=bad] .state { color: var(--bad); } .row[data-tone=apart] .state { color: var(--apart); }
.state { color: var(--soft); }
.many { font-weight: 700; color: var(--joined); }
.track { position: relative; height: 100%; }
.rows .track { background: repeating-linear-gradient(90deg, var(--line) 0 1px, transparent 1px 25%); }
.track i { position: absolute; top: 7px; height: 12px; min-width: 2px; border-radius: 2px; background: var(--sent); }
.track i[data-look=passed] { background: none; box-shadow: inset 0 0 0 1.5px var(--passed); }
.track i[data-look=image] { background: var(--image); } .track i[data-look=bad] { background: var(--bad); }
.track i[data-look=aside] { background: repeating-linear-gradient(45deg, var(--image) 0 3px, transparent 3px 6px); }
.track i[data-look=joined] { top: auto; bottom: 3px; height: 4px; background: var(--joined); }
.track i[data-look=mark] { top: 3px; height: 20px; margin-left: -1px; background: var(--joined); }
.ticks { position: relative; display: grid; grid-template-columns: repeat(4, 1fr); font-weight: 400; font-variant-numeric: tabular-nums; }
.empty { position: absolute; inset: 40px 0 auto; text-align: center; color: var(--soft); padding: 0 16px; }
.detail { flex: 0 0 384px; max-width: 45%; overflow: auto; border-left: 1px solid var(--line); padding: 10px 14px; background: var(--bg); }
.detail h3 { margin: 0 0 6px; font-size: 13px; overflow: auto; overflow-wrap: anywhere; max-height: 7em; } .detail p { margin: 4px 0; }
.detail dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin: 8px 0; }
.detail dt { color: var(--soft); } .detail dd { margin: 0; overflow-wrap: anywhere; }
.detail ol { margin: 6px 0; padding: 0; list-style: none; }
.detail li { display: grid; grid-template-columns: 152px 1fr; gap: 8px; align-items: center; height: 20px; font-variant-numeric: tabular-nums; }
.detail li .track i { top: 5px; height: 10px; }
.detail li:not(:first-child) .track i { background: var(--joined); }
.close { float: right; margin: -3px -6px 4px 8px; }
code { font: 11.5px ui-monospace, monospace; background: var(--raised); border: 1px solid var(--line); border-radius: 3px; padding: 0 3px; }
.foot { border-top: 1px solid var(--line); background: var(--raised); color: var(--soft); } .foot b { color: var(--text); font-weight: 600; }
.foot span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 100%; }
.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@container (max-width: 760px) {
  .row { grid-template-columns: minmax(128px, 3fr) 48px 67px minmax(96px, 4fr); }
  .row > :nth-child(3), .row > :nth-child(5) { display: none; }
  .middle { flex-direction: column; } .middle:has(.detail:not([hidden])) { min-height: 224px; } .grid { min-height: 96px; } .detail { flex: 0 1 55%; max-width: none; border-left: 0; border-top: 1px solid var(--line); }
}
@container (max-width: 520px) { .ticks span:nth-child(odd):not(.quiet) { visibility: hidden; } }
@container (max-width: 420px) { .figures li:nth-child(n+5) { display: none; } }
@media (max-width: 760px) { .panel { height: var(--height, 62vh); } }
@media (forced-colors: active) {
  .track i, .path::before { forced-color-adjust: none; } .rows .row.odd { background: none; }
  button[aria-pressed=true] { forced-color-adjust: none; background: Highlight; color: HighlightText; }
  [aria-selected=true], .grid:focus-visible, .grip:focus-visible { outline: 2px solid Highlight; outline-offset: -2px; }
}
`;
