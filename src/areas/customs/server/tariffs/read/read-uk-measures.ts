// "Measures on declarable commodities" of the UK Integrated Online Tariff, CSV. The columns are
// those that the publisher's own code writes (trade-tariff-backend and tamato,
// measures_as_defined). `measure__conditions` is "condition:Y,certificate:N990,action:27|...".
import type { TariffMeasure, TariffReading, TariffRecord } from '../tariff-model.ts';
import { readSeason } from './duty/season.ts';
import { addProblem, csvRows, type Problems, type Row, startReading } from './files/files.ts';
import { codeRecord, dutyReader, isoDate, measureRecord, readDigits } from './files/records.ts';
import { findCharge, splitList, toOrigin } from './measure-types.ts';

const columns = {
  required: [
    ...['commodity__code', 'commodity__indent', 'commodity__description', 'measure__type__id'],
    ...['measure__duty_expression', 'measure__geographical_area__id'],
  ],
  optional: [
    ...['measure__additional_code__code', 'measure__effective_start_date', 'measure__conditions'],
    ...['measure__effective_end_date', 'measure__excluded_geographical_areas__ids'],
    ...['measure__quota__order_number', 'measure__regulation__id', 'measure__type__description'],
    'measure__reduction_indicator',
  ],
};

const parse = dutyReader({ currency: 'GBP' });

export const readUkMeasures = (file: string): TariffReading =>
  startReading((problems) => records(file, problems));

async function* records(file: string, problems: Problems): AsyncGenerator<TariffRecord> {
  const seen = new Set<string>();
  for await (const row of csvRows(file, columns, problems)) {
    const code = readDigits(row.cell('commodity__code'));
    if (code === null) {
      addProblem(problems, row.line, 'The commodity code is not a number.');
      continue;
    }
    const description = row.cell('commodity__description');
    if (!seen.has(code)) {
      seen.add(code);
      yield codeRecord({
        code,
        indent: Number(row.cell('commodity__indent')) || 0,
        isDeclarable: true,
        descriptions: { en: description },
      });
    }
    const measure = readMeasure(row, code, description);
    if (measure) yield measure;
  }
}

function readMeasure({ cell }: Row, code: string, description: string): TariffMeasure | null {
  const charge = findCharge(cell('measure__type__id'));
  if (!charge) return null;
  const text = cell('measure__duty_expression');
  const conditions = cell('measure__conditions')
    .split('|')
    .filter((condition) => condition !== '');
  const reduction = cell('measure__reduction_indicator');
  return measureRecord({
    code,
    kind: charge.kind,
    origin: toOrigin(cell('measure__geographical_area__id')),
    excludedOrigins: splitList(cell('measure__excluded_geographical_areas__ids')),
    additionalCode: cell('measure__additional_code__code') || null,
    quotaOrderNumber: cell('measure__quota__order_number') || null,
    text,
    duty: parse(text),
    conditions: [
      ...(charge.condition ? [charge.condition] : []),
      ...(reduction === '' ? [] : [`Reduction indicator ${reduction}`]),
      ...conditions,
    ],
    season: readSeason(description),
    validFrom: isoDate(cell('measure__effective_start_date'), 'ymd'),
    validTo: isoDate(cell('measure__effective_end_date'), 'ymd'),
    legalBase: cell('measure__regulation__id') || null,
  });
}
