// Official customs tariffs: their codes, duties and conditions, as they were published.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { measureKinds, tariffStatuses } from './tariffs.constants.ts';

export const tariffShape = {
  id: z.int(),
  jurisdiction: z.string().describe('Country or customs union; `*` for international codes.'),
  source: z.string(),
  title: z.string(),
  publisher: z.string(),
  licence: z.string(),
  url: z.string(),
  file_date: z.iso.date().describe('The day of the file that was imported.'),
  effective_from: z.iso.date(),
  codes: z.int(),
  measures: z.int(),
  languages: z.array(z.string()),
  is_starter: z.boolean().describe('The small set that comes with the product.'),
};
export const CustomsTariff = z.object(tariffShape).meta({ id: 'CustomsTariff' });
export type CustomsTariffWire = z.infer<typeof CustomsTariff>;

export const CodeOfTree = z
  .object({
    code: z.string().describe('Digits only.'),
    description: z.string().nullable().describe('Null if the publication has no words for it.'),
    is_declarable: z.boolean().describe('False: it has subdivisions.'),
    has_children: z.boolean().describe('Whether there are codes below.'),
    units: z.array(z.string()).describe('Supplementary units.'),
  })
  .meta({ id: 'CustomsTariffCode' });
export type CodeOfTreeWire = z.infer<typeof CodeOfTree>;

export const CodeMeasure = z
  .object({
    kind: z.enum(measureKinds),
    code: z.string().describe('The code that it is published for: this one, or one above it.'),
    origin: z.string().describe('ISO country, group of the publication, or `*`.'),
    excluded_origins: z.array(z.string()),
    programme: z.string().nullable(),
    additional_code: z.string().nullable(),
    quota_order_number: z.string().nullable(),
    duty: z.string().nullable().describe('Null if it cannot be read from the text.'),
    text: z.string().describe('As published.'),
    conditions: z.array(z.string()),
    season: z.object({ from: z.string(), to: z.string() }).nullable(),
    valid_from: z.iso.date().nullable(),
    valid_to: z.iso.date().nullable(),
    legal_base: z.string().nullable(),
  })
  .meta({ id: 'CustomsTariffMeasure' });
export type CodeMeasureWire = z.infer<typeof CodeMeasure>;

export const namedCode = z.object({ code: z.string(), description: z.string() });
export const CodePage = z
  .object({
    code: z.string().describe('Digits only.'),
    descriptions: z.record(z.string(), z.string()).describe('By language.'),
    is_declarable: z.boolean().describe('False: it has subdivisions.'),
    units: z.array(z.string()).describe('Supplementary units.'),
    valid_from: z.iso.date().nullable(),
    valid_to: z.iso.date().nullable(),
    parents: z.array(namedCode).describe('From the chapter down.'),
    children: z.array(CodeOfTree).describe('The first 100; the rest by the tree.'),
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
        duty: z.string().nullable(),
        confidence: z.enum(['high', 'medium', 'low', 'verify']).nullable(),
        source: z.string().nullable(),
        as_of: z.iso.date().nullable(),
      })
      .nullable()
      .describe('Of the rules of the destination, where no duties of it are imported.'),
    duty_is_known: z.boolean().describe('False if the text is only a minimum, or there is none.'),
    duty_reason: z.string().nullable().describe('Why the duty is not known exactly.'),
    trade_defence_loaded: z
      .boolean()
      .describe('Whether the publication has anti-dumping and countervailing duties at all.'),
    measures: z.array(CodeMeasure),
    history: z.array(
      z.object({
        tariff_id: z.int(),
        effective_from: z.iso.date(),
        status: z.enum(tariffStatuses),
        duty: z.string().nullable(),
      }),
    ),
    is_saved: z.boolean().describe('Whether you saved it.'),
  })
  .meta({ id: 'CustomsCodePage' });
export type CodePageWire = z.infer<typeof CodePage>;

const path = '/apix/data_customs/tariffs/' as const;
const codesPath = `${path}codes/` as const;
const country = z.string().regex(/^[A-Za-z]{2}$/, 'Enter a country as two letters, such as DE.');
const digits = z.string().regex(/^\d{2,12}$/, 'Enter 2 to 12 digits of the tariff code.');

export const listCustomsTariffs = endpoint({
  method: 'GET',
  path,
  summary: 'List the tariffs in force',
  description:
    'Returns the official publications that codes and duties come from, with their day and licence.',
  permission: { key: 'customs' },
  work: 'read',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    date: z.iso.date().optional(),
    destination_country: country.optional(),
  }),
  responses: { 200: pageOf(CustomsTariff) },
  errors: [commonErrors.invalidPage],
});

export const listTariffCodes = endpoint({
  method: 'GET',
  path: codesPath,
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
    destination_country: country.optional(),
    date: z.iso.date().optional(),
  }),
  responses: { 200: pageOf(CodeOfTree) },
  errors: [commonErrors.invalidPage],
});

export const readTariffCode = endpoint({
  method: 'GET',
  path: `${codesPath}:code/`,
  summary: 'Retrieve a tariff code with its duties',
  description:
    'Returns a code with its duty, the measures that apply beside it and its history. A duty that is not certain is marked; it is never guessed.',
  permission: { key: 'customs' },
  work: 'read',
  metered: { group: 'customs' },
  params: z.object({ code: digits }),
  query: z.object({
    destination_country: country.optional(),
    origin_country: country.optional(),
    date: z.iso.date().optional(),
  }),
  responses: { 200: CodePage },
  errors: [commonErrors.notFound],
});
