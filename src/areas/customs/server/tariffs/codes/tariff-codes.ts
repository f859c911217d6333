// Digits of tariff codes. Publications pad codes with pairs of zeros: 0101210000 is all of 010121.
import { findGroup } from '../../engine/rules/country-groups.ts';

const shortest = 2;

/** The code without the pairs of zeros at its end: every code below it begins so. */
export function withoutPadding(code: string): string {
  let end = code.length;
  while (end > shortest && end % 2 === 0 && code.slice(end - 2, end) === '00') end -= 2;
  return code.slice(0, end);
}

/** Every beginning of a code, from two digits to all of it. */
export const listPrefixes = (code: string): string[] =>
  Array.from({ length: Math.max(0, code.length - 1) }, (_, at) => code.slice(0, at + shortest));

/** All codes that begin with these digits are less than this, because `:` follows `9`. */
export const toUpperBound = (digits: string): string => `${digits}:`;

/** Whose tariff applies in a country: its own, or that of its customs union. */
export const listJurisdictions = (country: string): string[] => [
  ...new Set([country.toUpperCase(), findGroup(country.toUpperCase())]),
];
