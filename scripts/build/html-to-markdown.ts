// The content of a built page as Markdown, for assistants and other programs.
import { convert, type Formatter, type HtmlElement, type Walk } from 'html-to-text';

/** React divides texts by comments. */
const readText = ({ type, data = '', children = [] }: HtmlElement): string =>
  (type === 'text' ? data : '') + children.map(readText).join('');

/** What is in pages for people with a screen only. */
const skipped = [
  'nav',
  'button',
  'form',
  'label',
  'input',
  'select',
  'textarea',
  'script',
  'style',
  'template',
  'svg',
  'img',
  'picture',
  'dialog',
  'noscript',
  'details.docs-menu',
  '[aria-hidden="true"]',
  '[data-markdown="skip"]',
];

const around =
  (mark: string): Formatter =>
  (element, walk, builder) => {
    const isEmpty = readText(element).trim() === '';
    if (!isEmpty) builder.addInline(mark);
    walk(element.children, builder);
    if (!isEmpty) builder.addInline(mark);
  };

/** Other marks have no meaning within code. */
const code: Formatter = (element, _, builder) => {
  const text = readText(element);
  if (text) builder.addInline(`\`${text}\``);
};

const block =
  (before: string, breaks = 2, after = ''): Formatter =>
  (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: breaks });
    if (before) builder.addInline(before);
    walk(element.children, builder);
    if (after) builder.addInline(after);
    builder.closeBlock({ trailingLineBreaks: breaks });
  };

/** A fence that no line of the code can end. */
const chooseFence = (code: string) => (code.includes('```') ? '````' : '```');

const codeBlock: Formatter = (element, _, builder) => {
  const code = readText(element).replace(/\n$/, '');
  const fence = chooseFence(code);
  const language = element.attribs?.['data-language'] ?? '';
  builder.openBlock({ leadingLineBreaks: 2, isPre: true });
  builder.addLiteral(`${fence}${language}\n${code}\n${fence}`);
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const listRows = (element: HtmlElement): HtmlElement[] =>
  (element.children ?? []).flatMap((child) => (child.name === 'tr' ? [child] : listRows(child)));

const cellText = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function tableToString(rows: readonly { text: string }[][]): string {
  const [head = [], ...body] = rows.map((cells) => cells.map(({ text }) => cellText(text)));
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}

const table: Formatter = (element, walk, builder) => {
  const rows = listRows(element);
  if (rows.length === 0) return;
  builder.openTable();
  for (const row of rows) {
    builder.openTableRow();
    for (const cell of (row.children ?? []).filter(({ name }) => name === 'td' || name === 'th')) {
      builder.openTableCell();
      walk(cell.children, builder);
      builder.closeTableCell();
    }
    builder.closeTableRow();
  }
  builder.closeTable({ tableToString });
};

/** Nested blocks are indented below their mark. */
const list =
  (printMark: (at: number) => string): Formatter =>
  (element, walk, builder) => {
    const items = (element.children ?? []).filter(
      (item) => item.name === 'li' && readText(item).trim() !== '',
    );
    builder.openBlock({ leadingLineBreaks: 2 });
    for (const [at, item] of items.entries()) writeItem(item, printMark(at), walk, builder);
    builder.closeBlock({ trailingLineBreaks: 2 });
  };

function writeItem(
  item: HtmlElement,
  mark: string,
  walk: Walk,
  builder: Parameters<Formatter>[2],
): void {
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(item.children, builder);
  builder.closeBlock({
    trailingLineBreaks: 1,
    blockTransform: (text) => mark + text.trim().replaceAll('\n', `\n${' '.repeat(mark.length)}`),
  });
}

const linkTo =
  (siteUrl: string): Formatter =>
  (element, walk, builder) => {
    const href = element.attribs?.href ?? '';
    // Anchors of the page itself, such as those of headings, lead nowhere in a text.
    const isLink = readText(element).trim() !== '' && href !== '' && !href.startsWith('#');
    if (isLink) builder.addInline('[');
    walk(element.children, builder);
    if (isLink) builder.addInline(`](${href.startsWith('/') ? siteUrl + href : href})`);
  };

const formatters: Record<string, Formatter> = {
  codeBlock,
  mdTable: table,
  bullets: list(() => '- '),
  numbers: list((at) => `${at + 1}. `),
  code,
  strong: around('**'),
  emphasis: around('*'),
  term: block('**', 2, '**'),
  definition: block('', 1),
  caption: block('', 2, ':'),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`h${at}`, block(`${'#'.repeat(at)} `)])),
};

const formats: Record<string, readonly string[]> = {
  codeBlock: ['pre'],
  mdTable: ['table'],
  bullets: ['ul'],
  numbers: ['ol'],
  code: ['code'],
  strong: ['strong', 'b'],
  emphasis: ['em', 'i'],
  term: ['dt', 'summary'],
  definition: ['dd'],
  caption: ['figcaption'],
  skip: skipped,
  link: ['a'],
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`h${at}`, [`h${at}`]])),
};

/** Links of ours become absolute, below `siteUrl`. */
export function htmlToMarkdown(html: string, siteUrl: string): string {
  const text = convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 10_000_000, maxDepth: 200 },
    baseElements: { selectors: ['main'] },
    formatters: { ...formatters, link: linkTo(siteUrl) },
    selectors: Object.entries(formats).flatMap(([format, names]) =>
      names.map((selector) => ({ selector, format })),
    ),
  });
  return `${text.replaceAll(/\n{3,}/g, '\n\n').trim()}\n`;
}
