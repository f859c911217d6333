/** Sites set the custom properties; without them it follows the colours that the reader prefers. */
export const styles = `
:host {
  --text: var(--duty-text, #1a1c1f);
  --quiet: var(--duty-quiet, #565c66);
  --background: var(--duty-background, #fff);
  --line: var(--duty-line, #858b95);
  --accent: var(--duty-accent, #1d4ed8);
  --on-accent: var(--duty-on-accent, #fff);
  --warning: var(--duty-warning, #8a4b00);
  --error: var(--duty-error, #b3261e);
  display: block;
  container-type: inline-size;
  color-scheme: light;
  color: var(--text);
  background: var(--background);
  font: 16px/1.5 var(--duty-font, system-ui, sans-serif);
  text-align: start;
}
@media (prefers-color-scheme: dark) {
  :host {
    --text: var(--duty-text, #eceef1);
    --quiet: var(--duty-quiet, #b0b6c0);
    --background: var(--duty-background, #15171a);
    --line: var(--duty-line, #7b828d);
    --accent: var(--duty-accent, #8fb4ff);
    --on-accent: var(--duty-on-accent, #0b1220);
    --warning: var(--duty-warning, #f2b866);
    --error: var(--duty-error, #ff9e94);
    color-scheme: dark;
  }
}
:host([hidden]) { display: none }
* { box-sizing: border-box }
.frame { border: 1px solid var(--line); border-radius: var(--duty-radius, 6px); padding: 1.25rem }
h2, h3, p, dl, dd, ul { margin: 0; padding: 0 }
h2 { font-size: 1.25rem; line-height: 1.3 }
h3 { font-size: 1rem; font-weight: 400; color: var(--quiet) }
form, .result, .stack { display: grid; gap: 1rem }
form { margin-top: 1rem }
.fields { display: grid; gap: 1rem; align-items: start }
@container (min-width: 32rem) { .fields { grid-template-columns: 1fr 1fr } }
label, summary { font-size: .875rem; font-weight: 600 }
summary { cursor: pointer; width: fit-content; min-height: 2rem }
input, select, button {
  font: inherit; color: inherit; min-height: 2.75rem; min-width: 0; max-width: 100%;
  border: 1px solid var(--line); border-radius: var(--duty-radius, 6px); padding: .4rem .65rem;
  background: var(--background);
}
input, .field > select { width: 100% }
.pair { display: grid; grid-template-columns: 1fr 6.5rem; gap: .5rem }
.field { display: grid; gap: .25rem }
[role=listbox] { list-style: none; padding: 0; border: 1px solid var(--line) }
[role=listbox][hidden] { display: none }
[role=option] { padding: .5rem .65rem; cursor: pointer; overflow-wrap: anywhere }
[role=option] + [role=option] { border-top: 1px solid var(--line) }
[role=option]:is(:hover, [aria-selected=true]) {
  outline: 2px solid var(--accent); outline-offset: -2px;
}
.help, .small { font-size: .875rem; color: var(--quiet) }
.wrong { font-size: .875rem; color: var(--error) }
[aria-invalid] { border-color: var(--error) }
.act {
  justify-self: start; padding-inline: 1.25rem; font-weight: 600; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border-color: var(--accent);
}
.act[aria-disabled] { opacity: .65; cursor: progress }
.other {
  justify-self: start; min-height: 2rem; padding: 0; border: 0; background: none; cursor: pointer;
  font-size: .875rem; color: var(--accent); text-decoration: underline;
}
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.result { margin-top: 1.25rem; border-top: 1px solid var(--line); padding-top: 1.25rem }
.result:focus { outline: 0 }
.total { font-size: 1.75rem; line-height: 1.2; font-variant-numeric: tabular-nums }
.least { font-size: 1rem; color: var(--warning) }
.line {
  display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding-block: .5rem;
  border-top: 1px solid color-mix(in srgb, var(--line) 40%, transparent);
}
.line .help { grid-column: 1 / -1 }
dd { text-align: end; font-variant-numeric: tabular-nums }
dd.help { text-align: start }
ul { padding-inline-start: 1.2rem; font-size: .875rem }
.old { opacity: .6 }
`;
