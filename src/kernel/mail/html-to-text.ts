// The text of an HTML e-mail that was sent to us.
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';
import { requireOnDemand } from '../require-on-demand.ts';

type HtmlToText = typeof import('html-to-text');
type Formatter = import('html-to-text').Formatter;
type Rows = readonly { text: string }[][];
type Parent = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Without U+200B, which stands within words. */
const whitespaceCharacters = ' \t\r\n\f';

/** What is nested more deeply is left out. */
const depthMax = 100;

/** Lines are not wrapped. Struck-out words, quotes and the cells of a row remain recognizable. */
export function htmlToText(html: string): string {
  const { convert } = requireOnDemand('html-to-text') as HtmlToText;
  return convert(asBrowsersRead(html), {
    wordwrap: false,
    whitespaceCharacters,
    formatters,
    selectors,
  });
}

/**
 * The HTML as a browser understands it: texts outside of `body`, and documents within documents,
 * belong to the page. Without what nobody sees, and without the data of pictures.
 */
function asBrowsersRead(html: string): string {
  const page = parsePage(html);
  const open: [parent: Parent, depth: number][] = [[page, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [parent, depth] = next;
    parent.childNodes = depth > depthMax ? [] : parent.childNodes.filter(isVisible);
    for (const child of parent.childNodes) {
      if ('attrs' in child) rename(child);
      if ('childNodes' in child) open.push([child, depth + 1]);
    }
  }
  return serialize(page);
}

/** With the addresses of links as they are from the `<base>` of the page. */
export function parsePage(html: string): DefaultTreeAdapterTypes.Document {
  const page = parse(html);
  if (!/<base\s/i.test(html)) return page;
  let base: string | undefined;
  const links: DefaultTreeAdapterTypes.Element['attrs'] = [];
  const open: Parent[] = [page];
  for (let next = open.pop(); next; next = open.pop())
    for (const child of next.childNodes.toReversed()) {
      if ('childNodes' in child) open.push(child);
      const href = 'attrs' in child && child.attrs.find(({ name }) => name === 'href');
      if (!href) continue;
      if (child.nodeName === 'base') base ??= URL.parse(href.value)?.href;
      else links.push(href);
    }
  for (const link of links) link.value = (base && URL.parse(link.value, base)?.href) || link.value;
  return page;
}

/** What stands for it in text: what is struck out by its style, and old names. */
function rename(element: Element): void {
  const style = element.attrs.find(({ name }) => name === 'style')?.value ?? '';
  const isStruck =
    /^(?:span|font)$/.test(element.tagName) && /text-decoration[^;]*line-through/i.test(style);
  if (isStruck) element.tagName = 's';
  else if (/^(?:xmp|listing|plaintext)$/.test(element.tagName)) element.tagName = 'pre';
}

const invisibleNames = ['head', 'script', 'style', 'title', 'template', 'noscript'];
/** Of a style without spaces. */
const invisibleStyle = new RegExp(
  [
    'display:none|visibility:hidden|mso-hide:all',
    '(?:max-height|font-size):0(?:px|pt)?(?:;|$)',
  ].join('|'),
);

/** Also removes the data of pictures from its attributes. */
export function isVisible(node: DefaultTreeAdapterTypes.ChildNode): boolean {
  if (node.nodeName === '#comment') return false;
  if (!('attrs' in node)) return true;
  node.attrs = node.attrs.filter(({ value }) => !/^\s*data:/i.test(value));
  const style = node.attrs.find(({ name }) => name === 'style')?.value ?? '';
  return (
    !invisibleNames.includes(node.tagName) &&
    !node.attrs.some(({ name }) => name === 'hidden') &&
    !invisibleStyle.test(style.toLowerCase().replace(/\s/g, ''))
  );
}

/** The alternative text; that of an emoji is the emoji. */
const picture: Formatter = ({ attribs }, _walk, builder) => {
  const words = attribs?.alt?.trim() ?? '';
  if (words !== '') builder.addInline(/[\p{L}\p{N}]/u.test(words) ? `[${words}]` : words);
};

const raised = new Map([...'0123456789+-n'].map((one, at) => [one, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ'][at]!]));
const lowered = new Map([...'0123456789+-'].map((one, at) => [one, [...'₀₁₂₃₄₅₆₇₈₉₊₋'][at]!]));

/** 10² rather than 102; without letters of this kind, 10^(a). */
const script =
  (letters: ReadonlyMap<string, string>, sign: string): Formatter =>
  ({ children = [] }, walk, builder) => {
    const text = children.map(({ data = '' }) => data).join('');
    if ([...text].every((one) => letters.has(one)) && text !== '')
      builder.addInline([...text].map((one) => letters.get(one)).join(''));
    else {
      builder.addInline(`${sign}(`);
      walk(children, builder);
      builder.addInline(')');
    }
  };

const table: Formatter = (element, walk, builder) => {
  builder.openTable();
  for (const row of rowsIn(element)) {
    builder.openTableRow();
    for (const cell of row.children ?? [])
      if (cell.name === 'td' || cell.name === 'th') {
        builder.openTableCell();
        walk(cell.children, builder);
        builder.closeTableCell();
      }
    builder.closeTableRow();
  }
  const tableToString = (rows: Rows) => formatRows(rows, isDeclaredAsData(element));
  builder.closeTable({ leadingLineBreaks: 1, trailingLineBreaks: 1, tableToString });
};

/** Tables that arrange a page have neither heads nor lines. */
const isDeclaredAsData = (element: Parameters<Formatter>[0]): boolean =>
  Number(element.attribs?.border ?? 0) > 0 ||
  rowsIn(element).some(({ children = [] }) => children.some(({ name }) => name === 'th'));

const rowsIn = ({ children = [] }: Parameters<Formatter>[0]): Parameters<Formatter>[0][] =>
  children.flatMap((child) => {
    if (child.name === 'tr') return [child];
    return /^(?:thead|tbody|tfoot)$/.test(child.name ?? '') ? rowsIn(child) : [];
  });

/** A cell with several lines is part of the layout of a page: those are one below the other. */
function formatRows(rows: Rows, isDeclared: boolean): string {
  const all = rows.map((row) => row.map(({ text }) => text.trim()));
  if (isDeclared)
    return all
      .map((row) => row.map((text) => text.replace(/\s*\n\s*/g, ' / ')).join(' | '))
      .join('\n');
  const texts = all.map((row) => row.filter(Boolean));
  const isData = texts.every((row) => row.every((text) => !text.includes('\n')));
  return texts
    .filter((row) => row.length > 0)
    .map((row) => row.join(isData ? ' | ' : '\n'))
    .join('\n');
}

const formatters: Record<string, Formatter> = {
  picture,
  table,
  sup: script(raised, '^'),
  sub: script(lowered, '_'),
};

/** What begins and ends a line in browsers, beside what html-to-text knows. */
const blocks = `address center dl dt dd details summary fieldset legend figure figcaption
  hgroup menu dir search`.split(/\s+/);

const selectors = [
  ...blocks.map((selector) => ({ selector, format: 'block' })),
  { selector: 'img', format: 'picture' },
  { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true } },
  { selector: 'table', format: 'table' },
  { selector: 'sup', format: 'sup' },
  { selector: 'sub', format: 'sub' },
  ...['s', 'strike', 'del'].map((selector) => ({
    selector,
    format: 'inlineSurround',
    options: { prefix: '~~', suffix: '~~' },
  })),
  // The heads of mails are not louder than their texts.
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
    selector,
    options: { uppercase: false },
  })),
];
