// The Customs Tariff of Canada as the CBSA publishes it: tphs.csv, an export of its database,
// with a column for each tariff treatment, as in a public copy of the edition of 2026. Duties are
// those of the tariff item, eight digits; the ten digits below it are statistical, often blank
// and sometimes left at an older rate. Dates are MM/DD/YY.
import type { TariffMeasure, TariffReading, TariffRecord } from '../tariff-model.ts';
import { readSeason } from './duty/season.ts';
import { addProblem, csvRows, type Problems, type Row, startReading } from './files/files.ts';
import { codeRecord, dutyReader, isoDate, measureRecord, readDigits } from './files/records.ts';

type Treatment = { column: string; kind: TariffMeasure['kind']; origin: string };

/** Of a treatment for many countries the origin is its own name. */
const preferences: readonly (readonly [string, string])[] = [
  ['AUT', 'AU'],
  ['NZT', 'NZ'],
  ['CCCT', 'CCCT'],
  ['LDCT', 'LDCT'],
  ['GPT', 'GPT'],
  ['UST', 'US'],
  ['MXT', 'MX'],
  ['CIAT', 'IL'],
  ['CT', 'CL'],
  ['CRT', 'CR'],
  ['IT', 'IS'],
  ['NT', 'NO'],
  ['SLT', 'SLT'],
  ['PT', 'PE'],
  ['COLT', 'CO'],
  ['JT', 'JO'],
  ['PAT', 'PA'],
  ['HNT', 'HN'],
  ['KRT', 'KR'],
  ['CEUT', 'EU'],
  ['CPTPT', 'CPTPT'],
  ['UKT', 'GB'],
  ['UAT', 'UA'],
];
const treatments: readonly Treatment[] = [
  { column: 'MFN', kind: 'third_country', origin: '*' },
  ...preferences.map(([column, origin]) => ({ column, kind: 'preference' as const, origin })),
  { column: 'General Tariff', kind: 'general', origin: '*' },
];

const columns = {
  required: ['TARIFF', 'DESC1', 'MFN', 'General Tariff'],
  optional: [...['EFF_DATE', 'DESC2', 'DESC3', 'UOM'], ...preferences.map(([column]) => column)],
};
const indents: Readonly<Record<number, number>> = {
  2: 0,
  4: 0,
  5: 1,
  6: 2,
  7: 3,
  8: 4,
  9: 5,
  10: 6,
};
const parse = dutyReader({ currency: 'CAD' });

export const readCanada = (file: string): TariffReading =>
  startReading((problems) => records(file, problems));

type Item = { code: string; rates: Readonly<Record<string, string>>; validFrom: string | null };

async function* records(file: string, problems: Problems): AsyncGenerator<TariffRecord> {
  let item: Item | null = null;
  for await (const row of csvRows(file, columns, problems)) {
    const code = readDigits(row.cell('TARIFF'));
    const indent = indents[code?.length ?? 0];
    if (code === null || indent === undefined) {
      addProblem(problems, row.line, 'This is not a tariff number.');
      continue;
    }
    const description = readDescription(row);
    yield codeRecord({
      code,
      indent,
      isDeclarable: code.length === 10,
      descriptions: { en: description },
      units: row.cell('UOM') === '' ? [] : [row.cell('UOM')],
      validFrom: readDate(row),
    });
    if (code.length < 8) continue;
    const own = readItem(row, code);
    const isBelow: boolean = code.length > 8 && item !== null && code.startsWith(item.code);
    if (isBelow) reportDifferences(own, item!, row.line, problems);
    else if (code.length === 8) item = own;
    yield* readMeasures(isBelow ? { ...item!, code } : own, description);
  }
}

const readDate = ({ cell }: Row) => isoDate(cell('EFF_DATE'), 'mdy');

const readDescription = ({ cell }: Row): string =>
  [cell('DESC1'), cell('DESC2'), cell('DESC3')]
    .filter((text) => text !== '')
    .join(' ')
    .replaceAll(/\s+/g, ' ');

const readItem = (row: Row, code: string): Item => ({
  code,
  rates: Object.fromEntries(treatments.map(({ column }) => [column, row.cell(column)])),
  validFrom: readDate(row),
});

function reportDifferences(own: Item, item: Item, line: number, problems: Problems): void {
  for (const [column, rate] of Object.entries(own.rates)) {
    const itemRate = item.rates[column] ?? '';
    if (rate === '' || rate === itemRate) continue;
    const instead = itemRate === '' ? 'nothing' : itemRate;
    addProblem(problems, line, `${column} is ${rate}; ${instead} of the tariff item is used.`);
  }
}

function* readMeasures({ code, rates, validFrom }: Item, text: string): Generator<TariffMeasure> {
  const season = readSeason(text);
  for (const { column, kind, origin } of treatments) {
    const rate = rates[column] ?? '';
    if (rate === '') continue;
    const programme = kind === 'preference' ? column : null;
    const duty = parse(rate);
    yield measureRecord({ code, kind, origin, programme, duty, text: rate, season, validFrom });
  }
}
