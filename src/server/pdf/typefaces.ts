// Which font files a document needs. Noto Sans holds Latin, Greek and Cyrillic whole; the signs of
// other scripts stand in hundreds of small pieces, of which only those are read that a text asks for.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { unwrapWoff } from './woff.ts';

const require = createRequire(import.meta.url);
const folderOf = (name: string) => path.dirname(require.resolve(`${name}/package.json`));

/** The Chinese face has the signs of Japanese too, and arrows, ticks and the like. */
const families = [
  ['noto-sans-kr', /\p{Script=Hangul}/u],
  ['noto-sans-arabic', /\p{Script=Arabic}/u],
  ['noto-sans-hebrew', /\p{Script=Hebrew}/u],
  ['noto-sans-sc', /./u],
] as const;
const weights = [400, 700];
/** Latin, Greek, Cyrillic, Devanagari and the signs that go with them. */
const ofNotoSans = /^[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Devanagari}]$/u;
const ofEveryText = /^(?:[^\u0100-\u{10ffff}]|[\u2010-\u203a\u20a0-\u20bf\u2116\u2122\u2212])$/u;

export const readNotoSans = (): Buffer[] =>
  ['400Regular/NotoSans_400Regular.ttf', '700Bold/NotoSans_700Bold.ttf'].map((file) =>
    readFileSync(path.join(folderOf('@expo-google-fonts/noto-sans'), file)),
  );

/** One of the files that a face is split into; `file` lacks weight and ending. */
type Piece = { file: string; ranges: readonly (readonly [number, number])[] };

/** `U+4e00-4e05,U+4e07` */
const readRanges = (text: string): Piece['ranges'] =>
  text.split(',').map((range) => {
    const [first, last = first] = range.slice('U+'.length).split('-');
    return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)];
  });

const known = new Map<string, Piece[]>();

function piecesIn(family: string): Piece[] {
  const kept = known.get(family);
  if (kept) return kept;
  const folder = folderOf(`@fontsource/${family}`);
  const listed: Record<string, string> = JSON.parse(
    readFileSync(path.join(folder, 'unicode.json'), 'utf8'),
  );
  const pieces = Object.entries(listed).map(([name, ranges]) => ({
    file: path.join(folder, 'files', `${family}-${name.replace(/[[\]]/g, '')}`),
    ranges: readRanges(ranges),
  }));
  known.set(family, pieces);
  return pieces;
}

function pieceOf(sign: string): string[] {
  const point = sign.codePointAt(0)!;
  const family = families.find(([, signs]) => signs.test(sign))?.[0];
  const piece =
    family &&
    piecesIn(family).find(({ ranges }) =>
      ranges.some(([first, last]) => first <= point && point <= last),
    );
  return piece ? [piece.file] : [];
}

/** The pieces that a text needs beside Noto Sans. What no piece has is left out. */
export function piecesOf(text: string): string[] {
  const foreign = [...new Set(text)].filter(
    (sign) => !ofEveryText.test(sign) && !ofNotoSans.test(sign),
  );
  return [...new Set(foreign.flatMap(pieceOf))];
}

/** Both weights of a piece. */
export const readPiece = (piece: string): Buffer[] =>
  weights.map((weight) => unwrapWoff(readFileSync(`${piece}-${weight}-normal.woff`)));
