// The text of RTF, as Outlook sends it within winmail.dat.
import { decodeBytes } from '../decode-bytes.ts';

/** What a group inherits from the one around it. */
type Style = {
  isHidden: boolean;
  /** Signs after one in Unicode, for programs that don't know it. */
  substitutes: number;
  charset: string;
};
type Reader = {
  style: Style;
  outer: Style[];
  output: string[];
  /** Letters outside of ASCII of which another byte may follow. */
  bytes: number[];
  /** Signs that only repeat one in Unicode. */
  repeated: number;
  charset: string;
  font: number;
  fontCharsets: Map<number, string>;
};

const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}]+)/giy;
const depthMax = 500;

/** Groups of what is no text. */
const hiddenGroups = new Set([
  'colortbl',
  'datastore',
  'fonttbl',
  'footer',
  'footerf',
  'footerl',
  'footerr',
  'header',
  'headerf',
  'headerl',
  'headerr',
  'info',
  'object',
  'pict',
  'stylesheet',
]);
const signs: Record<string, string> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  '\n': '\n',
  '\r': '\n',
  cell: ' | ',
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  '~': '\u00a0',
  _: '-',
  '-': '',
};
/** By `\fcharset`; other fonts have that of the document. */
const fontCharsets: Record<number, string> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const pageNames: Record<number, string> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

/** The name of a code page of Windows. */
export const nameCodePage = (page: number): string => pageNames[page] ?? `windows-${page}`;

/** `rtf` has one letter for each byte. */
export function rtfToText(rtf: string): string {
  const reader: Reader = {
    style: { isHidden: false, substitutes: 1, charset: '' },
    outer: [],
    output: [],
    bytes: [],
    repeated: 0,
    charset: 'windows-1252',
    font: 0,
    fontCharsets: new Map(),
  };
  for (const [whole, word, number, hex, sign, brace, text] of rtf.matchAll(token)) {
    if (hex !== undefined) addByte(reader, Number.parseInt(hex, 16));
    else if (word !== undefined) readWord(reader, word, number === undefined ? 1 : Number(number));
    else if (brace !== undefined) readBrace(reader, brace);
    else if (sign === '*') reader.style.isHidden = true;
    else addText(reader, sign === undefined ? (text ?? whole) : (signs[sign] ?? sign));
  }
  flushBytes(reader);
  return reader.output.join('');
}

function readBrace(reader: Reader, brace: string): void {
  flushBytes(reader);
  reader.repeated = 0;
  if (brace === '}') reader.style = reader.outer.pop() ?? reader.style;
  else if (reader.outer.length < depthMax) {
    reader.outer.push(reader.style);
    reader.style = { ...reader.style };
  }
}

function readWord(reader: Reader, word: string, number: number): void {
  const { style } = reader;
  if (word === 'ansicpg') reader.charset = nameCodePage(number);
  if (word === 'uc') style.substitutes = number;
  if (word === 'v') style.isHidden = number !== 0;
  if (hiddenGroups.has(word)) style.isHidden = true;
  if (word === 'f') {
    flushBytes(reader);
    reader.font = number;
    style.charset = reader.fontCharsets.get(number) ?? '';
  }
  const charset = fontCharsets[number];
  if (word === 'fcharset' && charset) reader.fontCharsets.set(reader.font, charset);
  if (word === 'u') {
    addText(reader, String.fromCharCode(number & 0xffff));
    reader.repeated = style.substitutes;
  } else if (signs[word] !== undefined) addText(reader, signs[word]);
}

function addByte(reader: Reader, byte: number): void {
  if (reader.repeated > 0) reader.repeated--;
  else if (!reader.style.isHidden) reader.bytes.push(byte);
}

function addText(reader: Reader, text: string): void {
  flushBytes(reader);
  const isNewline = /^[\r\n]+$/.test(text);
  const own = text.length > 1 || !isNewline ? text.replace(/[\r\n]/g, '') : text;
  const visible = own.slice(reader.repeated);
  reader.repeated = Math.max(0, reader.repeated - own.length);
  if (!reader.style.isHidden) reader.output.push(visible);
}

function flushBytes(reader: Reader): void {
  if (reader.bytes.length === 0) return;
  const charset = reader.style.charset || reader.charset;
  reader.output.push(decodeBytes(Uint8Array.from(reader.bytes), charset));
  reader.bytes = [];
}
