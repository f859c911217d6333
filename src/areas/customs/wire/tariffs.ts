// Official customs tariffs: their codes, duties and conditions, as they were published.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { measureKinds, tariffActions, tariffStatuses } from './tariffs.constants.ts';

const tariff = {
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
export const CustomsTariff = z.object(tariff).meta({ id: 'CustomsTariff' });
export type CustomsTariffWire = z.infer<typeof CustomsTariff>;

export const CodeOfTree = z
  .object({
    code: z.string(),
    description: z.string().nullable().describe('Null if the publication has no words for it.'),
    is_declarable: z.boolean(),
    has_children: z.boolean(),
    units: z.array(z.string()),
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

const named = z.object({ code: z.string(), description: z.string() });
export const CodePage = z
  .object({
    code: z.string(),
    descriptions: z.record(z.string(), z.string()).describe('By language.'),
    is_declarable: z.boolean(),
    units: z.array(z.string()),
    valid_from: z.iso.date().nullable(),
    valid_to: z.iso.date().nullable(),
    parents: z.array(named).describe('From the chapter down.'),
    children: z.array(CodeOfTree).describe('The first 100; the rest by the tree.'),
    tariff: CustomsTariff.describe('Where the code comes from.'),
    is_of_destination: z
      .boolean()
      .describe('False: the tariff is of another place, so only the first six digits hold.'),
    date: z.iso.date(),
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
    is_saved: z.boolean(),
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

// For staff: one person approves an import, another one publishes it.

const person = z.object({ id: z.int(), email: z.string() });
const version = {
  ...tariff,
  status: z.enum(tariffStatuses),
  file_name: z.string(),
  problems: z.int().describe('Lines of the file that could not be read.'),
  approved_by: person.nullable(),
  published_by: person.nullable(),
  created_at: z.iso.datetime(),
  published_at: z.iso.datetime().nullable(),
};
export const TariffVersion = z.object(version).meta({ id: 'CustomsTariffVersion' });
export type TariffVersionWire = z.infer<typeof TariffVersion>;

export const TariffVersionDetails = z
  .object({
    ...version,
    sha256: z.string(),
    measures_by_kind: z.record(z.string(), z.int()),
    problem_lines: z.array(z.object({ line: z.int(), message: z.string() })),
    events: z.array(
      z.object({
        action: z.enum(tariffActions),
        by: person.nullable().describe('Null: the operator on the command line.'),
        note: z.string(),
        at: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'CustomsTariffVersionDetails' });
export type TariffVersionDetailsWire = z.infer<typeof TariffVersionDetails>;

const changes = z.object({ count: z.int(), examples: z.array(named) });
export const TariffDifference = z
  .object({
    against: z
      .object({ id: z.int(), effective_from: z.iso.date() })
      .nullable()
      .describe('Null if no other version of this source is published.'),
    new_codes: changes,
    gone_codes: changes,
    changed_duties: z.object({
      count: z.int(),
      examples: z.array(
        z.object({
          code: z.string(),
          kind: z.enum(measureKinds),
          origin: z.string(),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      ),
    }),
  })
  .meta({ id: 'CustomsTariffDifference' });
export type TariffDifferenceWire = z.infer<typeof TariffDifference>;

export const tariffInvalidState = declareError(
  'invalid_state',
  400,
  'The status of this version does not allow this.',
  { current_status: z.enum(tariffStatuses) },
);
export const tariffNotApproved = declareError(
  'tariff_not_approved',
  400,
  'One person approves this version before another one publishes it.',
);
export const otherPersonNeeded = declareError(
  'second_person_needed',
  403,
  'You approved this version. Another person publishes it.',
);

const staffPath = '/apix/admin/customs-tariffs/' as const;
const onePath = `${staffPath}:id/` as const;
const params = z.object({ id: z.string() });
const mayRead = staffOnly('rules.read');
const mayWrite = staffOnly('rules.write');

export const listCustomsTariffVersions = endpoint({
  method: 'GET',
  path: staffPath,
  summary: 'List the imported tariffs',
  permission: mayRead,
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    status: z.enum(tariffStatuses).optional(),
  }),
  responses: { 200: pageOf(TariffVersion) },
  errors: [commonErrors.invalidPage],
});

export const readTariffVersion = endpoint({
  method: 'GET',
  path: onePath,
  summary: 'Retrieve an imported tariff',
  permission: mayRead,
  work: 'read',
  params,
  responses: { 200: TariffVersionDetails },
  errors: [commonErrors.notFound],
});

export const compareTariffVersion = endpoint({
  method: 'GET',
  path: `${onePath}diff/`,
  summary: 'Compare an imported tariff with the one in force',
  permission: mayRead,
  work: 'read',
  params,
  responses: { 200: TariffDifference },
  errors: [commonErrors.notFound],
});

export const approveTariffVersion = endpoint({
  method: 'POST',
  path: `${onePath}approve/`,
  summary: 'Approve an imported tariff',
  permission: mayWrite,
  work: 'write',
  params,
  responses: { 200: TariffVersionDetails },
  errors: [commonErrors.notFound, tariffInvalidState],
});

export const publishTariffVersion = endpoint({
  method: 'POST',
  path: `${onePath}publish/`,
  summary: 'Publish an approved tariff',
  permission: mayWrite,
  work: 'write',
  params,
  responses: { 200: TariffVersionDetails },
  errors: [commonErrors.notFound, tariffInvalidState, tariffNotApproved, otherPersonNeeded],
});
