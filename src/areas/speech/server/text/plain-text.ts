// Converts text to letters and digits that an engine can pronounce: engines silently skip others.

import { toAsciiDecimals } from '#lib/verification-code.ts';

/** `١٢` and `１２` as 12; ①, ½ and Ⅷ as 1, 1/2 and VIII, separated by spaces. */
export function toAsciiDigits(text: string): string {
  return toAsciiDecimals(text).replace(/(?![0-9])\p{N}/gu, (digit) => {
    const written = digit.normalize('NFKD').replaceAll('\u2044', '/');
    return /^[\x20-\x7e]+$/.test(written) ? ` ${written} ` : digit;
  });
}

/** ASCII digits, and letters without diacritics: `Ñandú 2º` as `Nandu 2o`. */
export const toAsciiLetters = (text: string): string =>
  toAsciiDigits(text).normalize('NFKD').replace(/\p{M}/gu, '');

/** Whether every letter and digit is ASCII. */
export const isAscii = (text: string): boolean => !/(?![A-Za-z0-9])[\p{L}\p{N}]/u.test(text);
