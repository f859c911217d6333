// Extracts the text of a PDF that Typst has written, page by page.
import { inflateSync } from 'node:zlib';

type Objects = ReadonlyMap<string, string>;

/** Objects by number, with decompressed streams. Bytes are read as Latin-1. */
function readObjects(pdf: Buffer): Objects {
  const text = pdf.toString('latin1');
  const objects = [...text.matchAll(/(\d+) 0 obj\s([\s\S]*?)\sendobj/g)];
  return new Map(objects.map(([, id, body]) => [id!, unpack(body!)]));
}

function unpack(body: string): string {
  const [head = '', packed] = body.split(/stream\r?\n/);
  if (packed === undefined || !head.includes('/FlateDecode')) return body;
  const end = packed.lastIndexOf('\nend');
  return `${head}stream\n${inflateSync(Buffer.from(packed.slice(0, end), 'latin1')).toString('latin1')}`;
}

const fromHex = (hex: string): string =>
  Buffer.from(hex, 'hex').swap16().toString('utf16le').replaceAll('\u0000', '');

/** The text of a font's glyphs by number. */
function readGlyphMap(objects: Objects, font: string): Map<number, string> {
  const map = /\/ToUnicode (\d+)/.exec(objects.get(font) ?? '')?.[1];
  const lines = (objects.get(map ?? '') ?? '').matchAll(/<([0-9A-F]{4})> <([0-9A-F]+)>\s/gi);
  return new Map([...lines].map(([, glyph, text]) => [Number(`0x${glyph}`), fromHex(text!)]));
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const unquote = (text: string): string =>
  text.replace(/\\([0-7]{3}|[\s\S])/g, (_, sign: string) =>
    /^[0-7]{3}$/.test(sign) ? String.fromCharCode(Number(`0o${sign}`)) : (escapes[sign] ?? sign),
  );

/** A string in parentheses. It may contain pairs of them that are not escaped, in pairs again. */
const plain = String.raw`\\[\s\S]|[^\\()]`;
const nested = (inner: string): string => String.raw`\((?:${plain}|${inner})*\)`;
const textPattern = new RegExp(
  String.raw`\/(f\d+) [\d.]+ Tf|\(((?:${plain}|${nested(nested('(?!)'))})*)\)`,
  'g',
);

const readContent = (objects: Objects, page: string): string =>
  objects.get(/\/Contents (\d+)/.exec(page)?.[1] ?? '') ?? '';

function readPage(objects: Objects, page: string): string {
  const content = readContent(objects, page);
  const fonts = new Map(
    [...page.matchAll(/\/(f\d+) (\d+) 0 R/g)].map(([, name, id]) => [
      name!,
      readGlyphMap(objects, id!),
    ]),
  );
  let meanings = new Map<number, string>();
  let pageText = '';
  const parts = content.matchAll(textPattern);
  for (const [, font, glyphs] of parts) {
    if (font) meanings = fonts.get(font) ?? new Map();
    const bytes = Buffer.from(unquote(glyphs ?? ''), 'latin1');
    for (let at = 0; at + 1 < bytes.length; at += 2)
      pageText += meanings.get(bytes.readUInt16BE(at)) ?? '';
  }
  return pageText;
}

const listPages = (objects: Objects): string[] =>
  [...objects.values()].filter((body) => /\/Type \/Page\s/.test(body));

/** The drawing commands of each page. */
export function readDrawings(pdf: Buffer): string[] {
  const objects = readObjects(pdf);
  return listPages(objects).map((page) => readContent(objects, page));
}

/** The text of each page without whitespace, because line breaks vary. */
export function readPdf(pdf: Buffer): string[] {
  const objects = readObjects(pdf);
  return listPages(objects).map((page) => readPage(objects, page).replace(/\s+/g, ''));
}

/** Whether it is PDF/UA, which Typst refuses for characters without a glyph. */
export const isForScreenReaders = (pdf: Buffer): boolean => pdf.includes('pdfuaid:part');
