// The one look of all mails: ink on linen, one accent accent, nothing loaded from elsewhere.
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Preview } from '@react-email/preview';
import { render, toPlainText } from '@react-email/render';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { type CSSProperties, createElement as h, type ReactNode } from 'react';

const light = {
  ground: '#f7f3eb',
  raised: '#fefcf7',
  sunken: '#ede9e1',
  line: '#d5d0c6',
  text: '#13161d',
  quiet: '#51555e',
  accent: '#b9381f',
  onMadder: '#ffffff',
};
const dark: typeof light = {
  ground: '#0d0f15',
  raised: '#14171d',
  sunken: '#090b10',
  line: '#303339',
  text: '#f1eee9',
  quiet: '#a8abb1',
  accent: '#f57050',
  onMadder: '#0d0f15',
};

const sans = "'Instrument Sans', system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
const mono = "'JetBrains Mono', ui-monospace, Menlo, Consolas, monospace";

/**
 * Styles stand on the elements, because many clients drop style tags; the dark colours come by
 * class where a client knows the media query, and must beat the elements' own.
 */
const darkRules = `@media (prefers-color-scheme: dark) {
  .ground, .ground > table > tbody > tr > td { background-color: ${dark.ground} !important; }
  .raised { background-color: ${dark.raised} !important; border-color: ${dark.line} !important; }
  .sunken { background-color: ${dark.sunken} !important; border-color: ${dark.line} !important; }
  .line { border-color: ${dark.line} !important; }
  .text { color: ${dark.text} !important; }
  .quiet { color: ${dark.quiet} !important; }
  .weft { background-color: ${dark.accent} !important; }
  .warp { background-color: ${dark.line} !important; }
  .action { background-color: ${dark.accent} !important; color: ${dark.onMadder} !important; }
}`;

export type MailContent = {
  siteName: string;
  /** The line that a mailbox shows beside the subject. */
  preview: string;
  heading: string;
  /** Pieces of this file, in an array or one alone. */
  body: ReactNode;
  /** Why the reader gets this mail, in a sentence. */
  footer?: string;
};

/** Renders both parts of a mail. Texts are escaped; links must be addresses of ours. */
export async function renderMail(content: MailContent): Promise<{ html: string; text: string }> {
  const html = await render(drawDocument(content));
  const text = toPlainText(html, {
    wordwrap: 78,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
      { selector: '.weave', format: 'skip' },
      { selector: 'table.facts', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ],
  });
  return { html, text: `${text.trim()}\n` };
}

export const paragraph = (text: string): ReactNode =>
  h(Text, { key: text, className: 'text', style: styles.paragraph }, text);

/** A code to be read, selected with one double click, and typed. */
export const bigCode = (code: string): ReactNode =>
  h(
    Section,
    { key: code, className: 'sunken', style: styles.codeBox },
    h(Text, { className: 'text', style: styles.code }, code),
  );

export const linkButton = (label: string, href: string): ReactNode =>
  h(
    Section,
    { key: href, style: { margin: '24px 0' } },
    h(Button, { href, className: 'action', style: styles.button }, label),
  );

/** Pairs of a name and its value, such as `['Amount', '12.00 EUR']`. */
export const facts = (rows: readonly (readonly [label: string, value: string])[]): ReactNode =>
  h(
    'table',
    { key: rows.join(), className: 'facts', style: styles.facts, cellPadding: 0 },
    h(
      'tbody',
      null,
      rows.map(([label, value]) =>
        h(
          'tr',
          { key: label },
          h('th', { scope: 'row', className: 'quiet line', style: styles.factLabel }, label),
          h('td', { className: 'text line', style: styles.factValue }, value),
        ),
      ),
    ),
  );

function drawDocument({ siteName, preview, heading, body, footer }: MailContent): ReactNode {
  return h(
    Html,
    { lang: 'en', dir: 'ltr' },
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, heading),
      h('style', null, darkRules),
    ),
    h(
      Body,
      { className: 'ground', style: styles.ground },
      h(Preview, null, preview),
      h(
        Container,
        { style: styles.page },
        h(Text, { className: 'text', style: styles.name }, siteName),
        h(
          Section,
          { className: 'raised', style: styles.sheet },
          weave,
          h(Heading, { as: 'h1', className: 'text', style: styles.heading }, heading),
          body,
        ),
        footer && h(Text, { className: 'quiet', style: styles.footer }, footer),
      ),
    ),
  );
}

/**
 * Five warp threads and a weft thread that passes over one and under the next, as cells of a table:
 * the sign of the house without an image to load.
 */
const weave = h(
  'table',
  { className: 'weave', role: 'presentation', 'aria-hidden': true, cellPadding: 0, cellSpacing: 0 },
  h('tbody', null, [5, 2, 5].map(weaveRow)),
);

function weaveRow(height: number, row: number): ReactNode {
  const cells = Array.from({ length: 11 }, (_, column) => {
    const isWarp = column % 2 === 1;
    const passesUnder = column % 4 === 1;
    const isWeft = row === 1 && !passesUnder;
    const dye = isWeft ? light.accent : isWarp ? light.line : undefined;
    return h('td', {
      key: column,
      className: isWeft ? 'weft' : isWarp ? 'warp' : undefined,
      width: isWarp ? 2 : 10,
      height,
      style: { backgroundColor: dye, fontSize: 0, lineHeight: `${height}px` },
    });
  });
  return h('tr', { key: row }, cells);
}

const styles = {
  ground: { margin: 0, padding: '24px 12px', backgroundColor: light.ground, fontFamily: sans },
  page: { maxWidth: '560px', margin: '0 auto' },
  name: {
    margin: '0 0 12px',
    color: light.text,
    fontSize: '16px',
    fontWeight: 600,
    letterSpacing: '-0.01em',
  },
  sheet: {
    padding: '28px 28px 20px',
    backgroundColor: light.raised,
    border: `1px solid ${light.line}`,
  },
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
    padding: '14px 0',
    backgroundColor: light.sunken,
    border: `1px solid ${light.line}`,
    borderRadius: '2px',
    textAlign: 'center',
  },
  code: {
    margin: 0,
    color: light.text,
    fontFamily: mono,
    fontSize: '32px',
    lineHeight: '40px',
    letterSpacing: '0.2em',
  },
  button: {
    padding: '12px 20px',
    backgroundColor: light.accent,
    borderRadius: '2px',
    color: light.onMadder,
    fontSize: '16px',
    fontWeight: 600,
    textDecoration: 'none',
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
} satisfies Record<string, CSSProperties>;
