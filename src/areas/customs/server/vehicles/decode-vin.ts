// Decodes a VIN: ISO 3779 and 3780, 49 CFR 565 for North America, GB 16735 for China. What the
// number does not say, or the tables do not know, is null.
import type { DecodedVinWire } from '../../wire/vehicles/vehicles.ts';
import wmi from './wmi.json' with { type: 'json' };

/** The order of ISO 3780, for ranges of the second character. */
const order = 'ABCDEFGHJKLMNPRSTUVWXYZ1234567890';
/** Of model years: without U, Z and 0. They repeat every 30 years. */
const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const firstYear = 1980;

const values: Readonly<Record<string, number>> = Object.fromEntries(
  ['ABCDEFGH', 'JKLMN', 'P', 'R'].flatMap((letters) =>
    [...letters].map((letter, at) => [letter, { P: 7, R: 9 }[letter] ?? at + 1]),
  ),
);
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** S to Z are 2 to 9. */
const weigh = (sign: string): number =>
  /\d/.test(sign) ? Number(sign) : (values[sign] ?? sign.charCodeAt(0) - 'S'.charCodeAt(0) + 2);

export function computeCheckDigit(vin: string): string {
  const sum = weights.reduce((total, weight, at) => total + weight * weigh(vin[at]!), 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

const countries: Readonly<Record<string, Readonly<Record<string, string>>>> = wmi.countries;

function findCountry(vin: string): string | null {
  // Made in another country than the one of the identifier.
  if (wmi.elsewhere.includes(vin.slice(0, 3))) return null;
  const place = order.indexOf(vin[1]!);
  const found = Object.entries(countries[vin[0]!] ?? {}).find(([range]) => {
    const [from, to] = range.split('-').map((sign) => order.indexOf(sign));
    return from! <= place && place <= to!;
  });
  return found?.[1] ?? null;
}

const makers = new Map(
  Object.entries(wmi.manufacturers).flatMap(([name, codes]) => codes.map((code) => [code, name])),
);

const northAmerica = ['US', 'CA', 'MX'];

/** Of North American cars the seventh character tells the cycle: a letter from 2010 on. */
function findModelYears(vin: string, isNorthAmerican: boolean, yearMax: number): number[] | null {
  const at = yearCodes.indexOf(vin[9]!);
  if (at < 0) return null;
  const cycle = yearCodes.length;
  const years = [firstYear + at, firstYear + at + cycle].filter((year) => year <= yearMax);
  if (!isNorthAmerican) return years;
  const isSecond = /[A-Z]/.test(vin[6]!);
  const fitting = years.filter((year) => year >= firstYear + cycle === isSecond);
  return fitting.length > 0 ? fitting : null;
}

/** `today` as `YYYY-MM-DD`: the next model year has begun already. */
export function decodeVin(vin: string, today: string): DecodedVinWire {
  const country = findCountry(vin);
  const isNorthAmerican = country !== null && northAmerica.includes(country);
  const applies = isNorthAmerican || country === 'CN';
  return {
    vin,
    country_of_manufacture: country,
    manufacturer: makers.get(vin.slice(0, 3)) ?? null,
    model_years: findModelYears(vin, isNorthAmerican, Number(today.slice(0, 4)) + 1),
    model_year_is_standard: applies,
    check_digit: { applies, is_valid: applies ? computeCheckDigit(vin) === vin[8] : null },
  };
}
