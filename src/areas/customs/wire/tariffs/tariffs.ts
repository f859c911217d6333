// Official customs tariffs: their codes, duties and conditions, as they were published.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { numberId } from '#lib/wire/fields.ts';
import { measureKinds, tariffStatuses } from './tariffs.constants.ts';

export const tariffShape = {
  id: numberId,
  jurisdiction: z.string().describe('Country or customs union; `*` for international codes.'),
  source: z.string().describe('A stable name of the publication.'),
  title: z.string().describe('For people.'),
  publisher: z.string().describe('Who published it.'),
  licence: z.string().describe('The terms of its use.'),
  url: z.string().describe('Where it is published.'),
  file_date: z.iso.date().describe('The day of the file that was imported.'),
  effective_from: z.iso.date().describe('Its first day.'),
  codes: z.int().describe('How many codes it has.'),
  measures: z.int().describe('How many duties and other measures it has.'),
  languages: z.array(z.string()).describe('The languages of its descriptions.'),
  is_starter: z.boolean().describe('The small set that comes with the product.'),
};
export const CustomsTariff = z.object(tariffShape).meta({ id: 'CustomsTariff' });
export type CustomsTariffWire = z.infer<typeof CustomsTariff>;

export const TreeCode = z
  .object({
    code: z.string().describe('Digits only.'),
    description: z.string().nullable().describe('Null if the publication has no words for it.'),
    is_declarable: z.boolean().describe('False: it has subdivisions.'),
    has_children: z.boolean().describe('Whether there are codes below.'),
    units: z.array(z.string()).describe('Supplementary units.'),
  })
  .meta({ id: 'CustomsTariffCode' });
export type TreeCodeWire = z.infer<typeof TreeCode>;

export const CodeMeasure = z
  .object({
    kind: z.enum(measureKinds).describe('What kind of duty or tax it is.'),
    code: z.string().describe('The code that it is published for: this one, or one above it.'),
    origin: z.string().describe('ISO country, group of the publication, or `*`.'),
    excluded_origins: z
      .array(z.string())
      .describe('Countries of the group for which it does not apply.'),
    programme: z.string().nullable().describe('The trade agreement or scheme; null without one.'),
    additional_code: z.string().nullable().describe('The code that selects it; null without one.'),
    quota_order_number: z
      .string()
      .nullable()
      .describe('The number of the quota; null without one.'),
    duty: z.string().nullable().describe('Null if it cannot be read from the text.'),
    text: z.string().describe('As published.'),
    conditions: z.array(z.string()).describe('What has to be met, in words.'),
    season: z
      .object({
        from: z.string().describe('First day, as published.'),
        to: z.string().describe('Last day, as published.'),
      })
      .nullable()
      .describe('The days of the year on which it applies; null for all.'),
    valid_from: z.iso.date().nullable().describe('Its first day; null if open.'),
    valid_to: z.iso.date().nullable().describe('Its last day; null if open.'),
    legal_base: z.string().nullable().describe('The regulation; null if not published.'),
  })
  .meta({ id: 'CustomsTariffMeasure' });
export type CodeMeasureWire = z.infer<typeof CodeMeasure>;

export const namedCode = z.object({
  code: z.string().describe('Digits only.'),
  description: z.string().describe('What it stands for.'),
});
export const CodePage = z
  .object({
    code: z.string().describe('Digits only.'),
    descriptions: z.record(z.string(), z.string()).describe('By language.'),
    is_declarable: z.boolean().describe('False: it has subdivisions.'),
    units: z.array(z.string()).describe('Supplementary units.'),
    valid_from: z.iso.date().nullable().describe('Its first day; null if open.'),
    valid_to: z.iso.date().nullable().describe('Its last day; null if open.'),
    parents: z.array(namedCode).describe('From the chapter down.'),
    children: z.array(TreeCode).describe('The first 100; the rest by the tree.'),
    tariff: CustomsTariff.describe('Where the code comes from.'),
    is_of_destination: z
      .boolean()
      .describe('False: the tariff is of another place, so only the first six digits hold.'),
    date: z.iso.date().describe('The day that was asked for.'),
    duties: CustomsTariff.nullable().describe(
      'Where the duties come from. Null if no duties of the destination are imported.',
    ),
    duty: z
      .string()
      .nullable()
      .describe('Of third countries, without preference. Null if unknown.'),
    rule_set_duty: z
      .object({
        duty: z.string().nullable().describe('As text; null if unknown.'),
        confidence: z
          .enum(['high', 'medium', 'low', 'verify'])
          .nullable()
          .describe('How certain it is; null if unknown.'),
        source: z.string().nullable().describe('Who published it; null if unknown.'),
        as_of: z.iso
          .date()
          .nullable()
          .describe('The day that the data describes; null if unknown.'),
      })
      .nullable()
      .describe('Of the rules of the destination, where no duties of it are imported.'),
    duty_is_known: z.boolean().describe('False if the text is only a minimum, or there is none.'),
    duty_reason: z.string().nullable().describe('Why the duty is not known exactly.'),
    trade_defence_loaded: z
      .boolean()
      .describe('Whether the publication has anti-dumping and countervailing duties at all.'),
    measures: z.array(CodeMeasure).describe('Everything that applies to it on that day.'),
    history: z
      .array(
        z.object({
          tariff_id: z.int().describe('The `id` of the tariff.'),
          effective_from: z.iso.date().describe('Its first day.'),
          status: z.enum(tariffStatuses).describe('What became of the version.'),
          duty: z.string().nullable().describe('As text; null if unknown.'),
        }),
      )
      .describe('The duty of each version, newest first.'),
    is_saved: z.boolean().describe('Whether you saved it.'),
  })
  .meta({ id: 'CustomsCodePage' });
export type CodePageWire = z.infer<typeof CodePage>;

const path = '/apix/data_customs/tariffs/' as const;
const codesPath = `${path}codes/` as const;
const country = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'Enter a country as two letters, such as DE.')
  .describe('Two letters, such as `DE`.');
const digits = z
  .string()
  .regex(/^\d{2,12}$/, 'Enter 2 to 12 digits of the tariff code.')
  .describe('2 to 12 digits.');

export const listCustomsTariffs = endpoint({
  method: 'GET',
  path,
  group: 'Tariff codes',
  tool: { toolset: 'customs', order: 5 },
  summary: 'List the tariffs in force',
  description:
    'Returns the official publications that codes and duties come from, with their day and licence.',
  permission: { key: 'customs' },
  work: 'read',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    date: z.iso.date().optional().describe('The day on which they apply, by default today.'),
    destination_country: country.optional().describe('Only publications for this country.'),
  }),
  responses: { 200: createPageSchema(CustomsTariff) },
  errors: [commonErrors.invalidPage],
});

export const listTariffCodes = endpoint({
  method: 'GET',
  path: codesPath,
  group: 'Tariff codes',
  tool: { toolset: 'customs', order: 5 },
  summary: 'List the codes below a code',
  description: 'Walks the tree of codes: the chapters, or what is below a code.',
  permission: { key: 'customs' },
  work: 'read',
  metered: { group: 'customs' },
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    parent: digits.optional().describe('Without it, the chapters.'),
    destination_country: country.optional().describe('Whose tariff to walk.'),
    date: z.iso.date().optional().describe('The day on which they apply, by default today.'),
  }),
  responses: { 200: createPageSchema(TreeCode) },
  errors: [commonErrors.invalidPage],
});

export const readTariffCode = endpoint({
  method: 'GET',
  path: `${codesPath}:code/`,
  group: 'Tariff codes',
  tool: { toolset: 'customs', order: 5 },
  summary: 'Retrieve a tariff code with its duties',
  description:
    'Returns a code with its duty, the measures that apply beside it and its history. A duty that is not certain is marked; it is never guessed.',
  permission: { key: 'customs' },
  work: 'read',
  metered: { group: 'customs' },
  params: z.object({ code: digits }),
  query: z.object({
    destination_country: country.optional().describe('Where the goods go; adds the duty there.'),
    origin_country: country
      .optional()
      .describe('Where the goods were made; leaves out measures of other origins.'),
    date: z.iso.date().optional().describe('The day on which they apply, by default today.'),
  }),
  responses: { 200: CodePage },
  errors: [commonErrors.notFound],
});
