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
function listPrefixes(country: string): readonly string[] {
  if (country === 'GR') return ['EL', 'GR'];
  // Companies in Northern Ireland have a number for trade in goods with the EU, too.
  if (country === 'GB') return ['GB', 'XI'];
  if (country === 'CH' || country === 'LI') return ['CHE'];
  return isEuCountry(country) ? [country] : [];
}

const otherNumber = /^[A-Z0-9]{4,20}$/;

/** What people put between the signs of a number: spaces, dashes, dots, and what is invisible. */
const separators = /[\p{Z}\p{C}\p{Pd}\u2212.\u00B7\u2022\u3002,_/'\u2019]/gu;

/** Upper case, without a label such as `USt-IdNr.:`; full-width signs become plain ones. */
const removeSeparators = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/^[^:]*:/, '')
    .replaceAll(separators, '')
    .toUpperCase();

/** What a number lacks that people leave out, by its prefix. */
function complete(prefix: string, number: string): string {
  // Belgian numbers had nine digits until 2005; the tenth is a zero in front.
  if (prefix === 'BE' && /^\d{9}$/.test(number)) return `0${number}`;
  if (prefix === 'AT' && /^\d{8}$/.test(number)) return `U${number}`;
  // Swiss numbers are followed by "VAT" in one of the languages.
  return prefix === 'CHE' ? number.replace(/(MWST|TVA|IVA|VAT)$/, '') : number;
}

/** Why a number cannot exist. */
export type TaxNumberProblem =
  | { reason: 'empty' | 'signs' | 'form' | 'check_digit' }
  | { reason: 'country'; prefix: string };
export type TaxNumberReading = { number: string } | TaxNumberProblem;

const prefixes = Object.keys(taxNumberRules);

/** Its one form, such as `DE136695976`, or why it cannot exist. The prefix may be missing. */
export function readTaxNumber(country: string, text: string): TaxNumberReading {
  const compact = removeSeparators(text);
  if (compact === '') return { reason: 'empty' };
  // Old Irish numbers may have a plus or a star.
  if (!/^[A-Z0-9+*]+$/.test(compact)) return { reason: 'signs' };
  const plain = plainTaxNumberRules[country];
  if (plain) return judge(plain, compact, compact);
  const own = listPrefixes(country);
  const [usual] = own;
  if (!usual) return otherNumber.test(compact) ? { number: compact } : { reason: 'form' };
  const written = own.find((prefix) => compact.startsWith(prefix));
  const prefix = written === undefined || written === 'GR' ? usual : written;
  const number = complete(prefix, written === undefined ? compact : compact.slice(written.length));
  const rule = taxNumberRules[prefix]!;
  const reading = judge(rule, number, prefix + number);
  for (const padded of addZeros(rule, number))
    if ('reason' in reading && reading.reason === 'form' && 'number' in judge(rule, padded, padded))
      return { number: prefix + padded };
  return written === undefined && 'reason' in reading
    ? (foreignPrefix(compact) ?? reading)
    : reading;
}

/** A number of another country, whose form it has. */
function foreignPrefix(compact: string): TaxNumberProblem | undefined {
  const prefix = prefixes.find(
    (one) =>
      compact.startsWith(one) &&
      taxNumberRules[one]!.format.test(complete(one, compact.slice(one.length))),
  );
  return prefix === undefined ? undefined : { reason: 'country', prefix };
}

/** Spreadsheets drop the zeros in front; the check digit says whether that was so. */
const addZeros = ({ check }: Rule, number: string): string[] =>
  check && /^\d+$/.test(number) ? [`0${number}`, `00${number}`] : [];

type Rule = { format: RegExp; check?: (number: string) => boolean };

function judge({ format, check }: Rule, number: string, whole: string): TaxNumberReading {
  if (!format.test(number)) return { reason: 'form' };
  return check?.(number) === false ? { reason: 'check_digit' } : { number: whole };
}

/** As `readTaxNumber`; null if it cannot exist. */
export function parseTaxNumber(country: string, text: string): string | null {
  const reading = readTaxNumber(country, text);
  return 'number' in reading ? reading.number : null;
}

/** What is wrong with it, for the person who typed it. */
export function describeTaxNumberProblem(country: string, problem: TaxNumberProblem): string {
  const label = taxNumberLabel(country);
  const example = exampleTaxNumber(country);
  const suchAs = example ? `, such as ${example}` : ': 4 to 20 letters and digits';
  switch (problem.reason) {
    case 'empty':
    case 'signs':
      return `This is not a ${label}: it has letters and digits only${example ? suchAs : ''}.`;
    case 'form':
      return `This does not have the form of a ${label} of this country${suchAs}.`;
    case 'check_digit':
      return `A digit of this ${label} is wrong, or two are swapped: its check digit does not fit.`;
    case 'country':
      return `This number begins with ${problem.prefix} and is of another country than the address.`;
  }
}

/** A number that can exist, to show what is expected. */
export function exampleTaxNumber(country: string): string | undefined {
  const [prefix] = listPrefixes(country);
  return plainTaxNumberRules[country]?.example ?? (prefix && taxNumberRules[prefix]?.example);
}

/** What VIES is asked: the prefix, and the number without it; undefined outside the EU. */
export function splitVatNumber(number: string): { country: string; number: string } | undefined {
  const prefix = number.slice(0, 2);
  const isKnown = prefix === 'EL' || prefix === 'XI' || isEuCountry(prefix);
  return isKnown ? { country: prefix, number: number.slice(2) } : undefined;
}
