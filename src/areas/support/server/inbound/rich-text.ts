// The formatting of a mail as safe HTML: elements and attributes of a short list, which screens
// show in their own style. Colours, typefaces and everything that is loaded from elsewhere go.
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, serialize } from 'parse5';
import { isVisible, parsePage } from '#kernel/mail/html-to-text.ts';

export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

const allowed = `p div br hr blockquote pre ul ol li a img
  strong em u s code sup sub h1 h2 h3 h4 h5 h6
  table thead tbody tr th td`;
const blocks = `center section article header footer main address dl dt dd aside nav form
  details summary fieldset legend figure figcaption hgroup menu dir search`;

/** What an element becomes; others only keep what is within them. */
const elements = new Map<string, string>([
  ...allowed.split(/\s+/).map((name) => [name, name] as const),
  ...blocks.split(/\s+/).map((name) => [name, 'div'] as const),
  ['b', 'strong'],
  ['i', 'em'],
  ['cite', 'em'],
  ['ins', 'u'],
  ['strike', 's'],
  ['del', 's'],
  ['tt', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['tfoot', 'tbody'],
  ['xmp', 'pre'],
  ['listing', 'pre'],
  ['plaintext', 'pre'],
]);
const tableParts = ['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

/** What is nested more deeply is left out, and a mail with more or longer parts stays text. */
const depthMax = 100;
const nodesMax = 4000;
const lengthMax = 100_000;

/** Empty for a mail without formatting, or with more than screens should show. */
export function toRichText(mailHtml: string): string {
  if (mailHtml === '') return '';
  const counter = { nodes: 0 };
  const fragment = defaultTreeAdapter.createDocumentFragment();
  append(fragment, cleanChildren(parsePage(mailHtml), { counter, depth: 0, isLayout: false }));
  if (counter.nodes > nodesMax) return '';
  const rich = serialize(fragment);
  return rich.length > lengthMax ? '' : rich;
}

export function append(parent: Parent, nodes: readonly Node[]): void {
  for (const node of nodes) defaultTreeAdapter.appendChild(parent, node);
}

type Place = {
  counter: { nodes: number };
  depth: number;
  /** Within a table that only arranges a page. */
  isLayout: boolean;
};

const cleanChildren = (parent: Parent, place: Place): Node[] =>
  place.depth > depthMax || place.counter.nodes > nodesMax
    ? []
    : parent.childNodes
        .filter(isVisible)
        .flatMap((node) => clean(node, { ...place, depth: place.depth + 1 }));

function clean(node: Node, place: Place): Node[] {
  place.counter.nodes++;
  if (defaultTreeAdapter.isTextNode(node)) return [createText(node.value)];
  if (!defaultTreeAdapter.isElementNode(node)) return [];
  if (node.tagName === 'img') return cleanPicture(node);
  const isLayout = node.tagName === 'table' ? isLayoutTable(node) : place.isLayout;
  const children = cleanChildren(node, { ...place, isLayout });
  const isArranged = isLayout && tableParts.includes(node.tagName);
  const name = isArranged ? 'div' : elements.get(node.tagName);
  if (name) return [createElement(name, cleanAttributes(node, name), children)];
  return styledNames(node).reduce((inner, style) => [createElement(style, {}, inner)], children);
}

/** Marks of our own, `fold-rich-text.ts`, and what PostgreSQL refuses. */
const foreign = /[\0\u{f0000}-\u{fffff}]/gu;

function createText(value: string): Node {
  const text = value.replace(foreign, '').toWellFormed();
  return { nodeName: '#text', value: text, parentNode: null };
}

function createElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly Node[] = [],
): Element {
  const attrs = Object.entries(attributes).map(([key, value]) => ({ name: key, value }));
  const element = defaultTreeAdapter.createElement(name, html.NS.HTML, attrs);
  append(element, children);
  return element;
}

export const readAttribute = (element: Element, name: string): string =>
  element.attrs.find((one) => one.name === name)?.value.trim() ?? '';

const count = /^[1-9]\d{0,2}$/;

function cleanAttributes(element: Element, name: string): Record<string, string> {
  const counts = name === 'td' || name === 'th' ? ['colspan', 'rowspan'] : [];
  const names = name === 'ol' ? ['start'] : counts;
  const numbers = names.flatMap((key) => {
    const value = readAttribute(element, key);
    return count.test(value) ? [[key, value]] : [];
  });
  const href = name === 'a' ? safeAddress(readAttribute(element, 'href')) : '';
  return { ...Object.fromEntries(numbers), ...(href && { href }) };
}

/** Empty for an address that could run a script or open a program. */
const safeAddress = (address: string): string =>
  ['http:', 'https:', 'mailto:'].includes(URL.parse(address)?.protocol ?? '')
    ? address.toWellFormed()
    : '';

/** Only pictures of the mail itself are shown; of others, what they say. */
function cleanPicture(element: Element): Node[] {
  const alt = readAttribute(element, 'alt');
  const src = readAttribute(element, 'src');
  if (/^cid:/i.test(src)) return [createElement('img', { src: `cid:${src.slice(4)}`, alt })];
  if (alt === '') return [];
  return [createText(/[\p{L}\p{N}]/u.test(alt) ? `[${alt}]` : alt)];
}

const styles: readonly [style: RegExp, name: string][] = [
  [/font-weight:(?:bold|[6-9]00)/, 'strong'],
  [/font-style:italic/, 'em'],
  [/text-decoration(?:-line)?:[^;]*line-through/, 's'],
];

function styledNames(element: Element): string[] {
  if (element.tagName !== 'span' && element.tagName !== 'font') return [];
  const style = readAttribute(element, 'style').toLowerCase().replace(/\s/g, '');
  return styles.flatMap(([pattern, name]) => (pattern.test(style) ? [name] : []));
}

/** One with a single column, or with tables within it. */
function isLayoutTable(table: Element): boolean {
  const rows = findRows(table);
  return rows.every((row) => findElements(row).length <= 1) || rows.some(hasTable);
}

const findElements = (parent: Parent): Element[] =>
  parent.childNodes.filter((node) => defaultTreeAdapter.isElementNode(node));

const findRows = (parent: Parent): Element[] =>
  findElements(parent).flatMap((child) =>
    child.tagName === 'tr'
      ? [child]
      : /^t(?:head|body|foot)$/.test(child.tagName)
        ? findRows(child)
        : [],
  );

function hasTable(row: Element): boolean {
  const open: Element[] = [row];
  for (let next = open.pop(); next; next = open.pop())
    for (const child of findElements(next)) {
      if (child.tagName === 'table') return true;
      open.push(child);
    }
  return false;
}
