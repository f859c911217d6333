// The layout of all e-mails: tables and inline styles for Outlook, and nothing that has to be
// loaded.
import { type CSSProperties, createElement as h, type ReactNode } from 'react';
import { brandColors } from '#lib/brand-colors.ts';
import { requireOnDemand } from '../require-on-demand.ts';
import type { Fact, MailBody, MailContent, MailPart } from './mail-content.ts';
import { darkModeCss, mailStyles as styles } from './mail-styles.ts';
import { renderPlainText } from './plain-text.ts';

type ReactDomServer = typeof import('react-dom/server');

const { light } = brandColors;

/** Renders both bodies of an e-mail. Texts are escaped; links must be addresses of ours. */
export function renderMail(content: MailContent): { html: string; text: string } {
  const parts = flatten(content.body);
  const { renderToStaticMarkup } = requireOnDemand('react-dom/server') as ReactDomServer;
  return {
    html: doctype + renderToStaticMarkup(htmlDocument(content, parts)),
    text: renderPlainText(content, parts),
  };
}

const flatten = (body: MailBody): MailPart[] => {
  if (!body) return [];
  return 'kind' in body ? [body] : body.flatMap(flatten);
};

// Outlook renders other doctypes in quirks mode.
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

function htmlDocument(content: MailContent, parts: readonly MailPart[]): ReactNode {
  const { siteName, preview, heading, footer } = content;
  return h(
    'html',
    { lang: 'en', dir: 'ltr' },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
      h('meta', { name: 'x-apple-disable-message-reformatting' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, heading),
      h('style', null, darkModeCss),
    ),
    h(
      'body',
      { className: 'ground', style: styles.body },
      box(
        { cell: styles.ground },
        h('div', { style: styles.preheader }, preview, h('div', null, preheaderPadding(preview))),
        box(
          { table: styles.page },
          h('p', { className: 'text', style: styles.name }, siteName),
          box(
            { className: 'raised', table: styles.sheet, cell: styles.sheetCell },
            pattern,
            h('h1', { className: 'text', style: styles.heading }, heading),
            parts.map((part, key) => h(Part, { key, part })),
          ),
          footer && h('p', { className: 'quiet', style: styles.footer }, footer),
        ),
      ),
    ),
  );
}

/** A table of one cell: Outlook knows no other box. */
function box(
  { className, table, cell }: { className?: string; table?: CSSProperties; cell?: CSSProperties },
  ...children: ReactNode[]
): ReactNode {
  const attributes = { align: 'center', width: '100%', border: 0, cellPadding: 0, cellSpacing: 0 };
  return h(
    'table',
    { ...attributes, role: 'presentation', className, style: table } as object,
    h('tbody', null, h('tr', null, h('td', { style: cell }, ...children))),
  );
}

const previewLengthMin = 150;

/** Invisible characters, so that mailboxes do not fill the preview with the start of the body. */
const preheaderPadding = (preview: string): string =>
  '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff'.repeat(
    Math.max(0, previewLengthMin - preview.length),
  );

function Part({ part }: { part: MailPart }): ReactNode {
  switch (part.kind) {
    case 'paragraph':
      return h('p', { className: 'text', style: styles.paragraph }, part.text);
    case 'code':
      return box(
        { className: 'sunken', table: styles.codeBox, cell: styles.codeCell },
        h('p', { className: 'text', style: styles.code }, part.code),
      );
    case 'button':
      return button(part);
    case 'facts':
      return factTable(part.rows);
  }
}

/**
 * The cell carries the colour and, for Outlook, the padding; elsewhere the whole link is clickable.
 */
function button({ label, href }: { label: string; href: string }): ReactNode {
  const link = h('a', { href, target: '_blank', className: 'action', style: styles.button }, label);
  const cell = h('td', { className: 'action', style: styles.buttonCell }, link);
  return box(
    { table: styles.actions },
    h(
      'table',
      { role: 'presentation', border: 0, cellPadding: 0, cellSpacing: 0 } as object,
      h('tbody', null, h('tr', null, cell)),
    ),
  );
}

function factTable(rows: readonly Fact[]): ReactNode {
  const drawRow = ([label, value]: Fact, key: number) =>
    h(
      'tr',
      { key },
      h('th', { scope: 'row', className: 'quiet line', style: styles.factLabel }, label),
      h('td', { className: 'text line', style: styles.factValue }, value),
    );
  return h('table', { style: styles.facts, cellPadding: 0 }, h('tbody', null, rows.map(drawRow)));
}

/**
 * The brand's pattern as table cells, so that no image has to be loaded: five vertical lines
 * crossed by a horizontal one that alternates between over and under.
 */
const pattern = h(
  'table',
  { role: 'presentation', 'aria-hidden': true, cellPadding: 0, cellSpacing: 0 },
  h('tbody', null, [5, 2, 5].map(patternRow)),
);

function patternRow(height: number, row: number): ReactNode {
  const cells = Array.from({ length: 11 }, (_, column) => {
    const isVertical = column % 2 === 1;
    const passesUnder = column % 4 === 1;
    const isHorizontal = row === 1 && !passesUnder;
    const color = isHorizontal ? light.accent : isVertical ? light.line : undefined;
    return h('td', {
      key: column,
      className: isHorizontal ? 'horizontal' : isVertical ? 'vertical' : undefined,
      width: isVertical ? 2 : 10,
      height,
      style: { backgroundColor: color, fontSize: 0, lineHeight: `${height}px` },
    });
  });
  return h('tr', { key: row }, cells);
}
