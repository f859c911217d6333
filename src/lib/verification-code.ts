const isDecimalDigit = (point: number) => /\p{Nd}/u.test(String.fromCodePoint(point));

/** The value of a decimal digit of any script: Unicode has them in rows of ten, each from zero. */
function readDigit(digit: string): string {
  const point = digit.codePointAt(0)!;
  let before = 0;
  while (isDecimalDigit(point - before - 1)) before++;
  return String(before % 10);
}

/** Decimal digits of all scripts as ASCII, such as `١٢` and `१२` as `12`. */
export const toAsciiDecimals = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, readDigit);

/**
 * A code as it was mailed, from what a person types or pastes: digits of any script, without
 * spaces, dashes and invisible marks of direction.
 */
export const normalizeCode = (text: string): string =>
  toAsciiDecimals(text.normalize('NFKC')).replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, '');
