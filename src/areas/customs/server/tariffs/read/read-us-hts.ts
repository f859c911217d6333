// The Harmonized Tariff Schedule of the United States as the USITC exports it, in JSON or CSV.
// JSON: an array of { htsno, indent, description, superior, units[], general, special, other,
// footnotes[{ columns, value, type }], quotaQuantity, additionalDuties }, from
// hts.usitc.gov/reststop/exportList?format=JSON. The name `addiitionalDuties` is theirs.
// CSV: "HTS Number, Indent, Description, Unit of Quantity, General Rate of Duty, Special Rate of
// Duty, Column 2 Rate of Duty, Quota Quantity, Additional Duties", as in public copies of
// htsdata.csv. It has no footnotes, and so no additional duties of chapter 99.
import { z } from 'zod';
import type { TariffMeasure, TariffReading, TariffRecord } from '../tariff-model.ts';
import { addProblem, csvRows, type Problems, startReading } from './files/files.ts';
import { jsonItems } from './files/json-items.ts';
import { codeRecord, dutyReader, measureRecord, readDigits, Superiors } from './files/records.ts';
import { readSpecialRates } from './us-programmes.ts';

const optional = z.string().nullish();
const jsonRow = z.object({
  htsno: optional,
  indent: z.union([z.string(), z.number()]),
  description: optional,
  superior: z.unknown(),
  units: z.array(z.string()).nullish(),
  general: optional,
  special: optional,
  other: optional,
  footnotes: z.array(z.object({ value: optional })).nullish(),
  quotaQuantity: optional,
  additionalDuties: optional,
  addiitionalDuties: optional,
});

type HtsRow = {
  line: number;
  number: string;
  indent: number;
  description: string;
  units: readonly string[];
  /** Empty in a statistical line, which has those of the line above it. */
  rates: { general: string; special: string; other: string };
  footnotes: readonly string[];
  quota: string;
  additional: string;
};

export const readUsHts = (file: string): TariffReading =>
  startReading((problems) =>
    records(/\.json$/i.test(file) ? jsonRows(file, problems) : textRows(file, problems), problems),
  );

async function* jsonRows(file: string, problems: Problems): AsyncGenerator<HtsRow> {
  for await (const { line, value } of jsonItems(file, problems)) {
    const { success, data } = jsonRow.safeParse(value);
    if (!success) {
      addProblem(problems, line, 'This is not a row of the tariff.');
      continue;
    }
    const text = (one: string | null | undefined) => one?.trim() ?? '';
    yield {
      line,
      number: text(data.htsno),
      indent: Number(data.indent),
      description: text(data.description),
      units: data.units ?? [],
      rates: {
        general: text(data.general),
        special: text(data.special),
        other: text(data.other),
      },
      footnotes: (data.footnotes ?? []).map(({ value: note }) => text(note)),
      quota: text(data.quotaQuantity),
      additional: text(data.additionalDuties) || text(data.addiitionalDuties),
    };
  }
}

const columns = {
  required: ['HTS Number', 'Indent', 'Description', 'General Rate of Duty'],
  optional: [
    ...['Unit of Quantity', 'Special Rate of Duty', 'Column 2 Rate of Duty'],
    ...['Quota Quantity', 'Additional Duties'],
  ],
};

async function* textRows(file: string, problems: Problems): AsyncGenerator<HtsRow> {
  for await (const { line, cell } of csvRows(file, columns, problems)) {
    yield {
      line,
      number: cell('HTS Number'),
      indent: Number(cell('Indent')),
      description: cell('Description'),
      units: [...cell('Unit of Quantity').matchAll(/"([^"]+)"/g)].map(([, unit = '']) => unit),
      rates: {
        general: cell('General Rate of Duty'),
        special: cell('Special Rate of Duty'),
        other: cell('Column 2 Rate of Duty'),
      },
      footnotes: [],
      quota: cell('Quota Quantity'),
      additional: cell('Additional Duties'),
    };
  }
}

type Inherited = Pick<HtsRow, 'indent' | 'rates' | 'footnotes' | 'quota' | 'additional'>;

/** A row is known to be the last of its branch when the next one has come. */
async function* records(
  rows: AsyncGenerator<HtsRow>,
  problems: Problems,
): AsyncGenerator<TariffRecord> {
  const superiors = new Superiors();
  const branch: Inherited[] = [];
  let waiting: HtsRow | null = null;
  for await (const row of rows) {
    if (!Number.isInteger(row.indent) || row.indent < 0) {
      addProblem(problems, row.line, 'The indent is not a number.');
      continue;
    }
    if (waiting)
      yield* readRecords(waiting, row.indent <= waiting.indent, superiors, branch, problems);
    waiting = row;
  }
  if (waiting) yield* readRecords(waiting, true, superiors, branch, problems);
}

function* readRecords(
  row: HtsRow,
  isLast: boolean,
  superiors: Superiors,
  branch: Inherited[],
  problems: Problems,
): Generator<TariffRecord> {
  while (branch.length > 0 && branch.at(-1)!.indent >= row.indent) branch.pop();
  const { general, special, other } = row.rates;
  const hasRates = `${general}${special}${other}` !== '';
  if (hasRates) branch.push(row);
  if (row.number === '') return superiors.add(row.indent, row.description);
  const code = readDigits(row.number);
  if (code === null) {
    return addProblem(problems, row.line, `"${row.number.slice(0, 40)}" is not a tariff number.`);
  }
  yield codeRecord({
    code,
    indent: row.indent,
    isDeclarable: isLast && code.length >= 8,
    descriptions: { en: superiors.describe(row.indent, row.description) },
    units: row.units.filter((unit) => unit !== ''),
  });
  const rated = branch.at(-1);
  if (rated && (hasRates || code.length === 10)) {
    const footnotes = hasRates ? row.footnotes : [...rated.footnotes, ...row.footnotes];
    yield* readMeasures(code, { ...rated, footnotes });
  }
}

const parse = dutyReader({ currency: 'USD' });

function* readMeasures(code: string, row: Inherited): Generator<TariffMeasure> {
  const { general, special, other } = row.rates;
  const quota = row.quota === '' ? [] : [`Quota quantity: ${row.quota}`];
  if (general !== '') yield readMeasure(code, 'third_country', general, { conditions: quota });
  for (const { text, programme, origin } of readSpecialRates(special)) {
    const measure = readMeasure(code, 'preference', text, { programme, origin });
    const isClear = programme !== null || measure.duty.t === 'unknown';
    yield isClear ? measure : { ...measure, duty: { t: 'unknown', why: 'No programme is named' } };
  }
  if (other !== '') yield readMeasure(code, 'general', other);
  if (row.additional !== '' && !/^No additional duty/i.test(row.additional)) {
    yield readMeasure(code, 'additional', row.additional);
  }
  yield* readAdditional(code, row.footnotes);
}

/** "See 9903.88.15." points to a duty that is charged on top, for some origins or goods. */
function* readAdditional(code: string, footnotes: readonly string[]): Generator<TariffMeasure> {
  const headings = new Map<string, string>();
  for (const note of footnotes) {
    for (const [heading] of note.matchAll(/\b9903\.\d\d\.\d\d\b/g)) headings.set(heading, note);
  }
  for (const [heading, text] of headings) {
    const duty = { t: 'unknown', why: `See heading ${heading}` } as const;
    const additionalCode = heading.replaceAll('.', '');
    yield measureRecord({
      code,
      kind: 'additional',
      duty,
      text,
      additionalCode,
      legalBase: heading,
    });
  }
}

const readMeasure = (
  code: string,
  kind: TariffMeasure['kind'],
  text: string,
  more: Partial<TariffMeasure> = {},
): TariffMeasure => measureRecord({ code, kind, text, duty: parse(text), ...more });
