import { formatAmount } from '#lib/format-money.ts';
import { toAmount } from '#lib/money.ts';

/** `0.5` for `0.500000`: what a wallet's amount field takes. */
export const trimZeros = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+$/, '') : text;

export const isAboveZero = (text: string): boolean => /[1-9]/.test(text) && !text.startsWith('-');

/** For estimates only: the digits of a number are not exact. */
export const formatEstimate = (value: number, currency: string, decimals: number): string =>
  formatAmount(toAmount(value.toFixed(decimals), currency));
