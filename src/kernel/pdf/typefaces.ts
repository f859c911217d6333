// The font files that a document needs. Noto Sans covers Latin, Greek and Cyrillic; other scripts
// are split into hundreds of small subsets, of which only those that a text needs are read.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findFontSubset, packageFolder } from '../font-subsets.ts';
import { unwrapWoff } from './woff.ts';

/** The Chinese font also covers Japanese, arrows, ticks and similar symbols. */
const families = [
  ['noto-sans-kr', /\p{Script=Hangul}/u],
  ['noto-sans-arabic', /\p{Script=Arabic}/u],
  ['noto-sans-hebrew', /\p{Script=Hebrew}/u],
  ['noto-sans-sc', /./u],
] as const;
const weights = [400, 700];
/** Latin, Greek, Cyrillic, Devanagari and their marks. */
const isInNotoSans = /^[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Devanagari}]$/u;
const isInEveryText = /^(?:[^\u0100-\u{10ffff}]|[\u2010-\u203a\u20a0-\u20bf\u2116\u2122\u2212])$/u;

export const readNotoSans = (): Buffer[] =>
  ['400Regular/NotoSans_400Regular.ttf', '700Bold/NotoSans_700Bold.ttf'].map((file) =>
    readFileSync(path.join(packageFolder('@expo-google-fonts/noto-sans'), file)),
  );

/** The subsets that a text needs besides Noto Sans. Characters without a font are ignored. */
export function listFontSubsets(text: string): string[] {
  const foreign = [...new Set(text)].filter(
    (sign) => !isInEveryText.test(sign) && !isInNotoSans.test(sign),
  );
  const files = foreign.flatMap((sign) => {
    const family = families.find(([, signs]) => signs.test(sign))?.[0];
    return (family && findFontSubset(family, sign)) ?? [];
  });
  return [...new Set(files)];
}

/** Both weights of a subset. */
export const readFontSubset = (piece: string): Buffer[] =>
  weights.map((weight) => unwrapWoff(readFileSync(`${piece}-${weight}-normal.woff`)));
