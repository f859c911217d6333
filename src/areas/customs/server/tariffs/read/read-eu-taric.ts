// TARIC of the European Union, from the monthly workbooks on CIRCABC as they are published (.xlsx)
// or saved as CSV (UTF-8).
// "Duties Import 01-99": Goods code, Add code, Order No., Start date, End date, RED_IND, Origin,
// Measure type, Legal base, Duty, Origin code, Meas. type code; some editions have a blank before
// "Measure type" and "Meas. type code". Dates are DD-MM-YYYY, or dates of the workbook; in some
// editions they are plain numbers, which are not guessed. "Nomenclature EN": Goods code with its
// suffix ("8534000000 80"), Start date, End date, Language, Hier. Pos., Indent (dashes),
// Description, Descr. start date. Both as in public readers of these files. A code padded with zeros
// means all codes below it.
import type { ReadOptions, TariffMeasure, TariffReading, TariffRecord } from '../tariff-model.ts';
import { readExclusions } from './eu-exclusions.ts';
import { readGoodsCode, readPeriod } from './eu-rows.ts';
import { addProblem, type Problems, type Row, startReading } from './files/files.ts';
import { codeRecord, dutyReader, measureRecord, Superiors, splitDashes } from './files/records.ts';
import { tableRows } from './files/workbooks.ts';
import { findCharge, toOrigin } from './measure-types.ts';

const dutyColumns = {
  required: ['Goods code', 'Start date', 'Origin code', 'Duty', 'Meas. type code'],
  optional: ['Add code', 'Order No.', 'End date', 'RED_IND', 'Legal base'],
};
const exclusionsMissing =
  'Countries excluded from measures are not loaded: add --exclusions "Measure exclusions.xlsx".';
const parse = dutyReader({ currency: 'EUR' });

export const readEuDuties = (file: string, { exclusionsFile }: ReadOptions): TariffReading =>
  startReading((problems) => duties(file, exclusionsFile, problems));

async function* duties(
  file: string,
  exclusionsFile: string | undefined,
  problems: Problems,
): AsyncGenerator<TariffRecord> {
  const exclusions =
    exclusionsFile === undefined ? null : await readExclusions(exclusionsFile, problems);
  if (!exclusions) addProblem(problems, 1, exclusionsMissing);
  for await (const row of tableRows(file, dutyColumns, problems)) {
    const code = readGoodsCode(row);
    const period = readPeriod(row);
    if (code === null) addProblem(problems, row.line, 'The goods code is not ten digits.');
    else if (!period) addProblem(problems, row.line, 'A date is not DD-MM-YYYY.');
    else {
      const measure = readMeasure(row, code);
      const excludedOrigins = exclusions?.of(row, period) ?? [];
      if (measure) yield { ...measure, ...period, excludedOrigins };
    }
  }
  exclusions?.end(problems);
}

function readMeasure({ cell }: Row, code: string): TariffMeasure | null {
  const charge = findCharge(cell('Meas. type code'));
  if (!charge) return null;
  const text = cell('Duty');
  const duty = parse(text);
  const reduction = cell('RED_IND');
  return measureRecord({
    code,
    kind: charge.kind,
    origin: toOrigin(cell('Origin code')),
    additionalCode: cell('Add code') || null,
    quotaOrderNumber: cell('Order No.') || null,
    text,
    duty,
    conditions: [
      ...(charge.condition ? [charge.condition] : []),
      ...(reduction === '' ? [] : [`Reduction indicator ${reduction}`]),
      ...(duty.t === 'band' ? ['Entry price: a standard import value may replace the price'] : []),
      ...(duty.t !== 'band' && text.startsWith('Cond:') ? [text] : []),
    ],
    legalBase: cell('Legal base') || null,
  });
}

const codeColumns = {
  required: ['Goods code', 'Description'],
  optional: ['Start date', 'End date', 'Language', 'Hier. Pos.', 'Indent'],
};

export const readEuCodes = (file: string): TariffReading =>
  startReading((problems) => codes(file, problems));

type CodeRow = { row: Row; digits: string; suffix: string; depth: number };

async function* codes(file: string, problems: Problems): AsyncGenerator<TariffRecord> {
  const superiors = new Superiors();
  let waiting: CodeRow | null = null;
  for await (const row of tableRows(file, codeColumns, problems)) {
    const [, digits = '', suffix = '80'] =
      /^(\d{10})(?:\s+(\d\d))?$/.exec(row.cell('Goods code')) ?? [];
    if (digits === '') {
      addProblem(problems, row.line, 'The goods code is not ten digits.');
      continue;
    }
    const position = Number(row.cell('Hier. Pos.')) || significantDigits(digits);
    const dashes = splitDashes(row.cell('Indent')).dashes;
    // Chapters and headings have no dashes; a heading is below its chapter.
    const depth = position <= 4 ? position / 4 : 1 + dashes;
    const next = { row, digits, suffix, depth };
    if (waiting) yield* readCodes(waiting, next.depth <= waiting.depth, superiors);
    waiting = next;
  }
  if (waiting) yield* readCodes(waiting, true, superiors);
}

const significantDigits = (digits: string) => digits.replace(/(?:00)+$/, '').length;

/** Lines with another suffix than 80 only group others; their text belongs to those below. */
function* readCodes(
  { row, digits, suffix, depth }: CodeRow,
  isLast: boolean,
  superiors: Superiors,
): Generator<TariffRecord> {
  const description = splitDashes(row.cell('Description')).rest;
  if (suffix !== '80') return superiors.add(depth, description);
  const language = row.cell('Language').toLowerCase();
  const period = readPeriod(row);
  yield codeRecord({
    code: digits,
    indent: Math.max(0, Math.ceil(depth) - 1),
    isDeclarable: isLast,
    descriptions: {
      [/^[a-z]{2}$/.test(language) ? language : 'en']: superiors.describe(depth, description),
    },
    validFrom: period?.validFrom ?? null,
    validTo: period?.validTo ?? null,
  });
}
