// Which font files a document needs. Noto Sans holds Latin, Greek and Cyrillic whole; the signs of
// other scripts stand in hundreds of small pieces, of which only those are read that a text asks for.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageFolder, pieceOf } from '../typeface-pieces.ts';
import { unwrapWoff } from './woff.ts';

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
    readFileSync(path.join(packageFolder('@expo-google-fonts/noto-sans'), file)),
  );

/** The pieces that a text needs beside Noto Sans. What no piece has is left out. */
export function piecesOf(text: string): string[] {
  const foreign = [...new Set(text)].filter(
    (sign) => !ofEveryText.test(sign) && !ofNotoSans.test(sign),
  );
  const files = foreign.flatMap((sign) => {
    const family = families.find(([, signs]) => signs.test(sign))?.[0];
    return (family && pieceOf(family, sign)) ?? [];
  });
  return [...new Set(files)];
}

/** Both weights of a piece. */
export const readPiece = (piece: string): Buffer[] =>
  weights.map((weight) => unwrapWoff(readFileSync(`${piece}-${weight}-normal.woff`)));
