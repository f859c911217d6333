// Colours and styles of e-mails. Styles are inline, because many clients drop style tags; the dark
// colours apply by class in clients that support the media query, hence `!important`.
import type { CSSProperties } from 'react';
import { brandColors } from '#lib/brand-colors.ts';

const { light, dark } = brandColors;

const sans = "'Instrument Sans', system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
const mono = "'JetBrains Mono', ui-monospace, Menlo, Consolas, monospace";

export const darkModeCss = `@media (prefers-color-scheme: dark) {
  .ground, .ground > table > tbody > tr > td { background-color: ${dark.ground} !important; }
  .raised { background-color: ${dark.raised} !important; border-color: ${dark.line} !important; }
  .sunken { background-color: ${dark.sunken} !important; border-color: ${dark.line} !important; }
  .line { border-color: ${dark.line} !important; }
  .text { color: ${dark.text} !important; }
  .quiet { color: ${dark.quiet} !important; }
  .horizontal { background-color: ${dark.accent} !important; }
  .vertical { background-color: ${dark.line} !important; }
  .action { background-color: ${dark.accent} !important; color: ${dark.onAccent} !important; }
}`;

/**
 * Outlook for Windows ignores the padding of tables and links: padding belongs on cells, and only
 * Outlook reads the `mso-*` properties.
 */
type MailStyle = CSSProperties & { msoPaddingAlt?: string };

export const mailStyles = {
  body: { margin: 0, padding: 0, backgroundColor: light.ground },
  ground: { padding: '24px 12px', backgroundColor: light.ground, fontFamily: sans },
  preheader: {
    display: 'none',
    overflow: 'hidden',
    lineHeight: '1px',
    opacity: 0,
    maxHeight: 0,
    maxWidth: 0,
  },
  page: { maxWidth: '560px', margin: '0 auto' },
  name: {
    margin: '0 0 12px',
    color: light.text,
    fontSize: '16px',
    lineHeight: '24px',
    fontWeight: 600,
    letterSpacing: '-0.01em',
  },
  sheet: { backgroundColor: light.raised, border: `1px solid ${light.line}` },
  sheetCell: { padding: '28px 28px 20px' },
  heading: {
    margin: '20px 0 12px',
    color: light.text,
    fontSize: '24px',
    lineHeight: '30px',
    fontWeight: 600,
    letterSpacing: '-0.02em',
  },
  paragraph: { margin: '0 0 16px', color: light.text, fontSize: '16px', lineHeight: '26px' },
  codeBox: {
    margin: '8px 0 24px',
    backgroundColor: light.sunken,
    border: `1px solid ${light.line}`,
    borderRadius: '2px',
  },
  codeCell: { padding: '14px 0', textAlign: 'center' },
  code: {
    margin: 0,
    color: light.text,
    fontFamily: mono,
    fontSize: '32px',
    lineHeight: '40px',
    letterSpacing: '0.2em',
  },
  actions: { margin: '24px 0' },
  buttonCell: {
    backgroundColor: light.accent,
    borderRadius: '2px',
    msoPaddingAlt: '12px 20px',
  },
  button: {
    display: 'inline-block',
    maxWidth: '100%',
    padding: '12px 20px',
    backgroundColor: light.accent,
    borderRadius: '2px',
    color: light.onAccent,
    fontSize: '16px',
    lineHeight: '120%',
    fontWeight: 600,
    textDecoration: 'none',
    msoPaddingAlt: '0px',
  },
  facts: { width: '100%', margin: '8px 0 24px', borderCollapse: 'collapse' },
  factLabel: {
    padding: '8px 16px 8px 0',
    borderBottom: `1px solid ${light.line}`,
    color: light.quiet,
    fontSize: '14px',
    lineHeight: '20px',
    fontWeight: 400,
    textAlign: 'left',
    verticalAlign: 'top',
  },
  factValue: {
    padding: '8px 0',
    borderBottom: `1px solid ${light.line}`,
    color: light.text,
    fontSize: '14px',
    lineHeight: '20px',
    textAlign: 'right',
    wordBreak: 'break-word',
  },
  footer: { margin: '16px 0 0', color: light.quiet, fontSize: '13px', lineHeight: '20px' },
} satisfies Record<string, MailStyle>;
