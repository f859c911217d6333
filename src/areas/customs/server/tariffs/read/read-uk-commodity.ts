// One commodity of the UK trade tariff API, as JSON:API: /api/v2/commodities/<code>. Its form is
// that of the publisher's documentation of the API (commodities and reference data).
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import type { TariffMeasure, TariffReading, TariffRecord } from '../tariff-model.ts';
import { readSeason } from './duty/season.ts';
import { addProblem, type Problems, startReading } from './files/files.ts';
import { codeRecord, dutyReader, isoDate, measureRecord, readDigits } from './files/records.ts';
import { findCharge, toOrigin } from './measure-types.ts';

const reference = z.object({ id: z.string(), type: z.string() });
const relation = z.object({
  data: z.union([z.array(reference), reference]).nullish(),
});
const resource = z.object({
  id: z.string(),
  type: z.string(),
  attributes: z.record(z.string(), z.unknown()).nullish(),
  relationships: z.record(z.string(), relation).nullish(),
});
const commodity = z.object({
  data: z.object({
    attributes: z.object({
      goods_nomenclature_item_id: z.string(),
      description: z.string(),
      number_indents: z.number().int().min(0).optional(),
      declarable: z.boolean().optional(),
      validity_start_date: z.string().nullish(),
      validity_end_date: z.string().nullish(),
    }),
  }),
  included: z.array(resource),
});
type Resource = z.infer<typeof resource>;

/** The largest commodities have 2 MB. */
const bytesMax = 16_000_000;
const parse = dutyReader({ currency: 'GBP' });

export const readUkCommodity = (file: string): TariffReading =>
  startReading((problems) => records(file, problems));

async function* records(file: string, problems: Problems): AsyncGenerator<TariffRecord> {
  const read = await readCommodity(file);
  const code = read && readDigits(read.data.attributes.goods_nomenclature_item_id);
  if (!read || !code) {
    return addProblem(problems, 1, 'This is not a commodity of the UK trade tariff API.');
  }
  const { attributes } = read.data;
  yield codeRecord({
    code,
    indent: attributes.number_indents ?? 0,
    isDeclarable: attributes.declarable ?? true,
    descriptions: { en: attributes.description },
    validFrom: isoDate(attributes.validity_start_date ?? '', 'ymd'),
    validTo: isoDate(attributes.validity_end_date ?? '', 'ymd'),
  });
  const included = new Map(read.included.map((one) => [`${one.type} ${one.id}`, one]));
  const season = readSeason(attributes.description);
  for (const one of read.included) {
    const measure = one.type === 'measure' ? readMeasure(one, included, code) : null;
    if (measure) yield { ...measure, season };
  }
}

async function readCommodity(file: string): Promise<z.infer<typeof commodity> | null> {
  if ((await stat(file)).size > bytesMax) return null;
  try {
    return commodity.safeParse(JSON.parse(await readFile(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

function readMeasure(
  measure: Resource,
  included: ReadonlyMap<string, Resource>,
  code: string,
): TariffMeasure | null {
  const listIds = (name: string) => [measure.relationships?.[name]?.data ?? []].flat();
  const find = (name: string) =>
    listIds(name).flatMap(({ type, id }) => included.get(`${type} ${id}`) ?? []);
  const text = (one: Resource | undefined, name: string) => {
    const value = one?.attributes?.[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const [type] = listIds('measure_type');
  const charge = type && findCharge(type.id);
  if (!charge || measure.attributes?.import === false) return null;
  const duty = text(find('duty_expression')[0], 'base');
  const [legalAct] = find('legal_acts');
  return measureRecord({
    code,
    kind: charge.kind,
    origin: toOrigin(listIds('geographical_area')[0]?.id ?? ''),
    excludedOrigins: listIds('excluded_countries').map(({ id }) => id),
    additionalCode: text(find('additional_code')[0], 'code') || null,
    quotaOrderNumber: listIds('order_number')[0]?.id ?? null,
    text: duty,
    duty: parse(duty),
    conditions: [
      ...(charge.condition ? [charge.condition] : []),
      ...find('measure_conditions').map((condition) => describeCondition(condition, text)),
    ],
    validFrom: isoDate(text(measure, 'effective_start_date'), 'ymd'),
    validTo: isoDate(text(measure, 'effective_end_date'), 'ymd'),
    legalBase: text(legalAct, 'regulation_code') || null,
  });
}

function describeCondition(
  condition: Resource,
  text: (one: Resource, name: string) => string,
): string {
  const parts = [
    ['condition', text(condition, 'condition_code')],
    ['certificate', text(condition, 'document_code')],
    ['requirement', text(condition, 'requirement')],
    ['action', text(condition, 'action')],
    ['duty', text(condition, 'duty_expression')],
  ].filter(([, value]) => value !== '');
  return parts.map(([name, value]) => `${name}:${value}`).join(',');
}
