// The countries that measures of TARIC do not concern, from the workbook "Measure exclusions": Goods
// code, Add code, Order No., Start date, End date, Origin, Measure type, Origin code, Meas. type
// code, and for the country a code and a name, whose headers ("Excluded country", "Excluded country
// code") are the wrong way round in some editions. So in public readers of the file. The columns
// and the first day are those of the measure: TARIC has no periods of exclusions.
import { type Period, readGoodsCode, readPeriod } from './eu-rows.ts';
import { addProblem, type Problems, type Row } from './files/files.ts';
import { tableRows } from './files/workbooks.ts';
import { findCharge } from './measure-types.ts';

const columns = {
  required: ['Goods code', 'Add code', 'Order No.', 'Start date', 'Origin code', 'Meas. type code'],
  optional: ['End date', 'Excluded country', 'Excluded country code'],
};
const codeForm = /^([A-Z]{2}|[A-Z0-9]{4})$/;
const countryColumns = ['Excluded country', 'Excluded country code'];

export type Exclusions = {
  /** The codes of the countries that the measure of this row does not concern. */
  of(row: Row, period: Period): string[];
  /** Tells which were not asked for: their measures were not in the file of duties. */
  end(problems: Problems): void;
};
type Entry = { countries: Set<string>; line: number; isUsed: boolean };

/** Throws an error for the operator if the file has not the form of this publication. */
export async function readExclusions(file: string, problems: Problems): Promise<Exclusions> {
  const entries = new Map<string, Entry>();
  const groups = new Set<string>();
  const wrong: Problems = [];
  for await (const row of tableRows(file, columns, wrong)) {
    if (!findCharge(row.cell('Meas. type code'))) continue;
    const period = readPeriod(row);
    const country = findCountry(row);
    if (!period || readGoodsCode(row) === null || country === null) {
      addProblem(problems, row.line, 'Exclusions: the line has no goods code, date or country.');
      continue;
    }
    if (country.length > 2 || country === 'EU') groups.add(country);
    const key = toKey(row, period);
    const entry = entries.get(key) ?? { countries: new Set(), line: row.line, isUsed: false };
    entry.countries.add(country);
    entries.set(key, entry);
  }
  const [first] = wrong;
  if (first) throw new Error(`The file of exclusions, line ${first.line}: ${first.message}`);
  if (groups.size > 0)
    addProblem(problems, 1, `Exclusions: the countries of ${[...groups].join(', ')} are unknown.`);
  return {
    of(row, period) {
      const entry = entries.get(toKey(row, period));
      if (!entry) return [];
      entry.isUsed = true;
      return [...entry.countries].sort();
    },
    end(all) {
      const unused = [...entries.values()].filter(({ isUsed }) => !isUsed);
      const [one] = unused;
      const message = `Exclusions: measures that the file of duties has not: ${unused.length}.`;
      if (one) addProblem(all, one.line, message);
    },
  };
}

/** A country has two letters in TARIC, a group four characters. Names have small letters. */
function findCountry({ cell }: Row): string | null {
  const codes = new Set(countryColumns.map(cell).filter((text) => codeForm.test(text)));
  const [only] = codes;
  return only !== undefined && codes.size === 1 ? only : null;
}

const toKey = (row: Row, { validFrom }: Period): string =>
  [
    ...[readGoodsCode(row), validFrom],
    ...['Meas. type code', 'Origin code', 'Add code', 'Order No.'].map(row.cell),
  ].join(' ');
