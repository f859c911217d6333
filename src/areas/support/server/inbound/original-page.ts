// The HTML of a mail as a page: in its own style, without anything that runs, asks or leads
// elsewhere by itself. What it may load is decided by the policy of the response.
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parse, serialize } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const allowedElements = new Set(
  [
    'html head body style a abbr address article aside b big blockquote br caption center cite code',
    'col colgroup dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr',
    'i img ins kbd li main mark ol p pre q s samp section small span strike strong sub sup table',
    'tbody td tfoot th thead tr tt u ul var wbr',
  ]
    .join(' ')
    .split(' '),
);
/** With everything in them; of other elements only the tags go. */
const removed = new Set(
  'script noscript template iframe frame frameset object embed applet svg math title select textarea'.split(
    ' ',
  ),
);
const allowedAttributes = new Set(
  [
    'style class dir lang title href src alt width height align valign bgcolor color face size',
    'border cellpadding cellspacing colspan rowspan span start type value background',
  ]
    .join(' ')
    .split(' '),
);
const depthMax = 400;

/** White, since mails are made for it, whatever the theme of the reader. */
const style =
  'html{color-scheme:light;background:#fff}body{margin:16px;font:15px/1.5 sans-serif;overflow-wrap:anywhere}td,th{overflow-wrap:normal}img{max-width:100%;height:auto}';

/** `pictures` are data URLs by the `cid:` names of the mail. */
export function toPage(mailHtml: string, pictures: ReadonlyMap<string, string>): string {
  const page = parse(mailHtml);
  cleanAll(page, pictures);
  const root = page.childNodes.find(defaultTreeAdapter.isElementNode);
  const head = root?.childNodes.find((node): node is Element => node.nodeName === 'head');
  if (head) head.childNodes.unshift(createStyle());
  return `<!doctype html>${root ? serialize(page).replace(/^<!doctype[^>]*>/i, '') : ''}`;
}

function createStyle(): Element {
  const element = defaultTreeAdapter.createElement('style', html.NS.HTML, []);
  defaultTreeAdapter.insertText(element, style);
  return element;
}

type Parent = DefaultTreeAdapterTypes.ParentNode;

function cleanAll(page: Parent, pictures: ReadonlyMap<string, string>): void {
  const open: [parent: Parent, depth: number][] = [[page, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [parent, depth] = next;
    parent.childNodes = depth > depthMax ? [] : unwrap(parent.childNodes);
    for (const child of parent.childNodes)
      if (defaultTreeAdapter.isElementNode(child)) {
        child.attrs = child.attrs.flatMap((one) => cleanAttribute(child, one, pictures));
        open.push([child, depth + 1]);
      }
  }
}

const unwrapMax = 100_000;

function unwrap(nodes: readonly Node[]): Node[] {
  const left: Node[] = [];
  const open = nodes.toReversed();
  for (let next = open.pop(), steps = 0; next && steps < unwrapMax; next = open.pop(), steps++) {
    if (!defaultTreeAdapter.isElementNode(next)) {
      if (defaultTreeAdapter.isTextNode(next)) left.push(next);
    } else if (next.namespaceURI === html.NS.HTML && allowedElements.has(next.tagName))
      left.push(next);
    else if (!removed.has(next.tagName))
      for (const child of next.childNodes.toReversed()) open.push(child);
  }
  return left;
}

type Attribute = Element['attrs'][number];

function cleanAttribute(
  { tagName }: Element,
  { name, value }: Attribute,
  pictures: ReadonlyMap<string, string>,
): Attribute[] {
  if (!allowedAttributes.has(name)) return [];
  if (name === 'href') {
    const isSafe = /^(?:https?|mailto):/i.test(value.trim()) && URL.canParse(value.trim());
    return tagName === 'a' && isSafe
      ? [
          { name, value },
          { name: 'target', value: '_blank' },
          { name: 'rel', value: 'noopener noreferrer nofollow' },
        ]
      : [];
  }
  if (name === 'src' || name === 'background') {
    const cid = /^cid:(.*)$/is.exec(value.trim())?.[1];
    const picture = cid === undefined ? value.trim() : (pictures.get(cid) ?? '');
    return /^(?:https?:|data:image\/(?:png|jpe?g|gif|webp|bmp);)/i.test(picture)
      ? [{ name, value: picture }]
      : [];
  }
  return [{ name, value }];
}
