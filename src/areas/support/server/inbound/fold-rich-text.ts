// The formatted form of what an author typed: without the quotes and the signature that are folded
// below the message. Which these are is found by `split-reply.ts` in its text.
import { parseFragment, serialize } from 'parse5';
import { htmlToText } from '#kernel/mail/html-to-text.ts';
import { type Element, type Node, readAttribute } from './rich-text.ts';
import type { SentTexts } from './sent-texts.ts';
import { foldLines } from './split-reply.ts';

type Parent = { childNodes: Node[] };
type Text = Extract<Node, { value: string }>;

type Context = { sent: SentTexts; ourHost: string; typed: string };

/** Null if the text says as much, or more: what `typed` has must not be lost. */
export function foldRichText(rich: string, { sent, ourHost, typed }: Context): string | null {
  if (rich === '' || typed === '') return null;
  const page = parseFragment(rich);
  splitLines(page, false);
  const leaves = listLeaves(page);
  const folded = findFolded(leaves, () => serialize(page), { sent, ourHost });
  prune(page, folded);
  trimEnd(page);
  if (!isFormatted(page)) return null;
  const html = serialize(page);
  return saysAll(htmlToText(html), typed) ? html : null;
}

const isText = (node: Node): node is Text => node.nodeName === '#text';
const isElement = (node: Node): node is Element => 'tagName' in node;

/** Each line of preformatted text is a node of its own. */
function splitLines(parent: Parent, isPre: boolean): void {
  parent.childNodes = parent.childNodes.flatMap((node) => {
    if (isElement(node)) splitLines(node, isPre || node.tagName === 'pre');
    if (!isPre || !isText(node)) return [node];
    return node.value.split(/(?<=\n)/).map((value) => ({ ...node, value }));
  });
}

/** Texts and pictures in the order of reading. */
const listLeaves = (parent: Parent): Node[] =>
  parent.childNodes.flatMap((node) => {
    if (isText(node)) return node.value.trim() === '' ? [] : [node];
    if (!isElement(node)) return [];
    return node.tagName === 'img' ? [node] : listLeaves(node);
  });

const firstMark = 0xf0000;
const marks = /[\u{f0000}-\u{fffff}]/gu;

/** Marks the texts, to find them in the lines that people would read. */
function findFolded(
  leaves: readonly Node[],
  render: () => string,
  { sent, ourHost }: Pick<Context, 'sent' | 'ourHost'>,
): Set<Node> {
  const texts = leaves.filter(isText);
  const values = texts.map(({ value }) => value);
  for (const [at, text] of texts.entries()) {
    const mark = String.fromCodePoint(firstMark + at);
    text.value = text.value.replace(/^\s*/, (space) => space + mark);
  }
  const lines = htmlToText(render()).split('\n');
  for (const [at, text] of texts.entries()) text.value = values[at]!;
  const findTexts = (line: string) =>
    (line.match(marks) ?? []).map((mark) => texts[mark.codePointAt(0)! - firstMark]!);
  const typed = lines.map((line) => {
    const words = line.replace(marks, '').trimEnd();
    // The line above a signature ends with a space.
    return words === '--' && /--\s+$/.test(findTexts(line)[0]?.value ?? '') ? '-- ' : words;
  });
  const { isFolded } = foldLines(typed, sent, ourHost);
  const folded = new Set<Node>(lines.filter((_, at) => isFolded[at]).flatMap(findTexts));
  return withPictures(leaves, folded);
}

/** A picture belongs to what stands around it. */
function withPictures(leaves: readonly Node[], folded: ReadonlySet<Node>): Set<Node> {
  const all = new Set(folded);
  for (const [at, leaf] of leaves.entries()) {
    const before = leaves[at - 1];
    const after = leaves.slice(at + 1).find(isText);
    if (!isText(leaf) && before && all.has(before) && (!after || folded.has(after))) all.add(leaf);
  }
  return all;
}

const cells = ['td', 'th'];
const alone = ['img', 'hr'];

/** What has nothing left in it goes too, and of several empty lines all but one. */
function prune(parent: Parent, folded: ReadonlySet<Node>): void {
  const left: Node[] = [];
  for (const node of parent.childNodes) {
    if (folded.has(node)) continue;
    const wasEmpty = isEmpty(node);
    if (isElement(node)) prune(node, folded);
    if (isElement(node) && isEmpty(node) && !cells.includes(node.tagName)) {
      const last = left.findLast((one) => !isText(one) || one.value.trim() !== '');
      if (!isBreak(node) && (!wasEmpty || !last || isEmpty(last))) continue;
    }
    left.push(node);
  }
  parent.childNodes = left;
}

const isBreak = (node: Node): boolean => node.nodeName === 'br';

function isEmpty(node: Node): boolean {
  if (isText(node)) return node.value.trim() === '';
  return isElement(node) && !alone.includes(node.tagName) && node.childNodes.every(isEmpty);
}

function trimEnd(parent: Parent): void {
  while (parent.childNodes.length > 0 && isEmpty(parent.childNodes.at(-1)!))
    parent.childNodes.pop();
  const last = parent.childNodes.at(-1);
  if (last && isElement(last) && !['table', 'tbody', 'tr'].includes(last.tagName)) trimEnd(last);
}

const plain = ['p', 'div', 'br'];

const isFormatted = (parent: Parent): boolean =>
  parent.childNodes.some(
    (node) => isElement(node) && (!plain.includes(node.tagName) || isFormatted(node)),
  );

/** The names that programs put in place of pictures, and addresses of pages, say nothing. */
const asides =
  /\[(?:image|cid|bild|inline)[^\]]*\]|\b(?:https?|mailto|tel|file|data|javascript):\S+|\u00ad/gi;

const listWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(asides, ' ')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

function saysAll(rich: string, typed: string): boolean {
  const words = new Set(listWords(rich));
  return listWords(typed).every((word) => words.has(word));
}

/**
 * Names the pictures by the files that they became. A picture without a file is replaced by its
 * alternative text.
 */
export function namePictures(html: string, files: ReadonlyMap<string, string>): string {
  const page = parseFragment(html);
  const open: Parent[] = [page];
  for (let next = open.pop(); next; next = open.pop())
    next.childNodes = next.childNodes.flatMap((node) => {
      if (!isElement(node)) return [node];
      open.push(node);
      if (node.tagName !== 'img') return [node];
      const cid = readAttribute(node, 'src').slice('cid:'.length);
      const id = files.get(cid) ?? files.get(decodeCid(cid));
      const src = node.attrs.find(({ name }) => name === 'src');
      if (id && src) {
        src.value = `attachment:${id}`;
        return [node];
      }
      const alt = readAttribute(node, 'alt');
      return alt === '' ? [] : [createText(`[${alt}]`)];
    });
  return serialize(page);
}

function decodeCid(cid: string): string {
  try {
    return decodeURIComponent(cid);
  } catch {
    return cid;
  }
}

const createText = (value: string): Node => ({ nodeName: '#text', value, parentNode: null });
