// Tax numbers of customers: read as people type them, written in one form, checked by their digits.
// Whether a number is registered is asked of VIES by the server.
import { isEuCountry } from './countries.constants.ts';
import { plainTaxNumberRules, taxNumberRules } from './tax-number-digits.form.ts';

/** What a number is called where it comes from. */
export function taxNumberLabel(country: string): string {
  if (country === 'AU') return 'ABN';
  if (country === 'US') return 'EIN';
  if (country === 'CH' || country === 'LI') return 'UID';
  return isEuCountry(country) || country === 'GB' ? 'VAT number' : 'Tax number';
}

/** The prefixes that numbers of a country may have; the first one is usual. */
function prefixesOf(country: string): readonly string[] {
  if (country === 'GR') return ['EL', 'GR'];
  // Companies in Northern Ireland have a number for trade in goods with the EU, too.
  if (country === 'GB') return ['GB', 'XI'];
  if (country === 'CH' || country === 'LI') return ['CHE'];
  return isEuCountry(country) ? [country] : [];
}

const otherNumber = /^[A-Z0-9]{4,20}$/;

/**
 * The number in its one form, such as `DE136695976`, or null if it cannot exist. The prefix of the
 * country may be missing. Numbers of countries without rules are letters and digits.
 */
export function parseTaxNumber(country: string, text: string): string | null {
  const compact = text.toUpperCase().replaceAll(/[\s.\-/]/g, '');
  const plain = plainTaxNumberRules[country];
  if (plain) return fits(plain, compact) ? compact : null;
  const prefixes = prefixesOf(country);
  const [usual] = prefixes;
  if (!usual) return otherNumber.test(compact) ? compact : null;
  const given = prefixes.find((prefix) => compact.startsWith(prefix));
  const prefix = given === undefined || given === 'GR' ? usual : given;
  const number = given === undefined ? compact : compact.slice(given.length);
  const rule = taxNumberRules[prefix]!;
  return fits(rule, number) ? prefix + number.replace(/(MWST|TVA|IVA)$/, '') : null;
}

const fits = (
  { format, check }: { format: RegExp; check?: (number: string) => boolean },
  number: string,
): boolean => format.test(number) && (check?.(number) ?? true);

/** A number that can exist, to show what is expected. */
export function exampleTaxNumber(country: string): string | undefined {
  const [prefix] = prefixesOf(country);
  return plainTaxNumberRules[country]?.example ?? (prefix && taxNumberRules[prefix]?.example);
}

/** What VIES is asked: the prefix, and the number without it; undefined outside the EU. */
export function splitVatNumber(number: string): { country: string; number: string } | undefined {
  const prefix = number.slice(0, 2);
  const isKnown = prefix === 'EL' || prefix === 'XI' || isEuCountry(prefix);
  return isKnown ? { country: prefix, number: number.slice(2) } : undefined;
}
