// The Swiss working tariff (Tares) as a table with one row a tariff number: hs8, designation_de,
// designation_fr, designation_it, designation_en, unit_stat, duty_mfn_value, duty_mfn_unit,
// duty_mfn_currency, preferential_regimes ({"eu":"free"}), the schema that openswissdata.com
// documents for its normalised export of the customs office's workbooks. Swiss duties are by
// gross weight: a rate without a unit is in francs per 100 kg gross.
import { z } from 'zod';
import type { TariffMeasure, TariffReading, TariffRecord } from '../tariff-model.ts';
import { addProblem, csvRows, type Problems, type Row, startReading } from './files/files.ts';
import { codeRecord, dutyReader, measureRecord, readDigits } from './files/records.ts';

const languages = ['de', 'fr', 'it', 'en'] as const;
const columns = {
  required: ['hs8', 'duty_mfn_value'],
  optional: [
    ...['unit_stat', 'duty_mfn_unit', 'duty_mfn_currency', 'preferential_regimes'],
    ...languages.map((language) => `designation_${language}`),
  ],
};
const regimes = z.record(z.string(), z.string());
/** Other regimes keep their own name as the origin. */
const partners: Readonly<Record<string, string>> = { eu: 'EU', efta: 'EFTA', japon: 'JP' };
const parse = dutyReader({ currency: 'CHF', bare: '100kg_gross' });

export const readSwitzerland = (file: string): TariffReading =>
  startReading((problems) => records(file, problems));

async function* records(file: string, problems: Problems): AsyncGenerator<TariffRecord> {
  for await (const row of csvRows(file, columns, problems)) {
    const code = readDigits(row.cell('hs8'));
    if (code?.length !== 8) {
      addProblem(problems, row.line, 'The tariff number is not eight digits.');
      continue;
    }
    const texts = languages.map((language) => [language, row.cell(`designation_${language}`)]);
    yield codeRecord({
      code,
      indent: 3,
      isDeclarable: true,
      descriptions: Object.fromEntries(texts.filter(([, text]) => text !== '')),
      units: row.cell('unit_stat') === '' ? [] : [row.cell('unit_stat')],
    });
    const text = readRate(row);
    yield measureRecord({ code, kind: 'third_country', duty: parse(text), text });
    yield* readPreferences(row, code, problems);
  }
}

/** "12.00 CHF per 100 kg gross". */
function readRate({ cell }: Row): string {
  const [value, unit] = [cell('duty_mfn_value'), cell('duty_mfn_unit')];
  if (value === '' || unit === '') return value;
  return `${value} ${cell('duty_mfn_currency') || 'CHF'} ${unit}`;
}

function* readPreferences(row: Row, code: string, problems: Problems): Generator<TariffMeasure> {
  const text = row.cell('preferential_regimes');
  if (text === '') return;
  const read = readRegimes(text);
  if (!read) return addProblem(problems, row.line, 'The preferential regimes are not readable.');
  for (const [programme, rate] of Object.entries(read)) {
    const origin = partners[programme.toLowerCase()] ?? programme;
    const of = { kind: 'preference', programme, origin } as const;
    yield measureRecord({ code, ...of, duty: parse(rate), text: rate });
  }
}

function readRegimes(text: string): Record<string, string> | null {
  try {
    return regimes.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
