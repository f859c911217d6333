// The checkout's only style sheet, in the brand's colours.
import { brandStyle } from '#lib/brand-colors.ts';

export const checkoutStyle = `
${brandStyle}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
.test { margin: 0; padding: 8px 16px; background: var(--warning); color: var(--on-warning);
  text-align: center; font-size: 14px; font-weight: 600; }
main { max-width: 920px; margin: 0 auto; padding: 24px 16px 64px; }
header { display: flex; flex-wrap: wrap; gap: 4px 24px; align-items: baseline;
  justify-content: space-between; padding-bottom: 16px; border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 32px; line-height: 1.1; letter-spacing: -0.02em; }
h2 { margin: 32px 0 12px; font-size: 18px; letter-spacing: -0.01em; }
.quiet { color: var(--quiet); font-size: 14px; margin: 0; }
.columns { display: grid; gap: 24px 40px; padding-top: 24px; }
@media (min-width: 720px) { .columns { grid-template-columns: 240px 1fr; } }
.qr { background: #fff; padding: 8px; width: 240px; max-width: 100%;
  border: 1px solid var(--line); }
.qr svg { display: block; width: 100%; height: auto; }
dl { margin: 0; }
dt { color: var(--quiet); font-size: 14px; }
dd { margin: 0 0 16px; overflow-wrap: anywhere; font-size: 18px; }
code, .figure { font-family: ui-monospace, 'JetBrains Mono', Menlo, Consolas, monospace;
  font-variant-numeric: tabular-nums; }
.figure { font-size: 26px; font-weight: 600; }
.status { display: inline-block; padding: 2px 10px; border: 1px solid var(--control);
  font-weight: 600; }
.status-finished { color: var(--success); border-color: currentColor; }
.status-failed, .status-expired, .status-refunded { color: var(--danger);
  border-color: currentColor; }
.status-confirming, .status-confirmed, .status-partially_paid { color: var(--info);
  border-color: currentColor; }
.memo, .refusal { margin: 16px 0 0; padding: 12px 16px; border-left: 4px solid var(--warning);
  background: var(--raised); }
.refusal { border-color: var(--danger); }
.buttons { display: flex; flex-wrap: wrap; gap: 10px; align-items: end; margin: 0 0 14px; }
button, input { font: inherit; min-height: 44px; padding: 8px 16px; border-radius: 2px;
  border: 1px solid var(--control); background: var(--raised); color: var(--text); }
button { cursor: pointer; }
button:hover { border-color: var(--text); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent);
  font-weight: 600; }
button.small { min-height: 32px; padding: 2px 10px; font-size: 14px; }
label { display: grid; gap: 4px; font-size: 14px; color: var(--quiet); }
input { width: 14em; font-variant-numeric: tabular-nums; }
a { color: var(--info); text-underline-offset: 3px; }
a:focus-visible, button:focus-visible, input:focus-visible, .scroll:focus-visible {
  outline: 2px solid var(--accent); outline-offset: 2px; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th { text-align: left; color: var(--quiet); font-weight: 600; }
th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); vertical-align: middle;
  font-variant-numeric: tabular-nums; white-space: nowrap; }
td form { display: inline; }
.cards { list-style: none; margin: 0; padding: 0; }
.cards li { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; padding: 12px 0; }
nav { display: flex; flex-wrap: wrap; gap: 8px 24px; margin-top: 32px; }
`;
