// Versions of customs tariffs, for staff: one person approves an import, another one publishes it.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { byId } from '#lib/wire/fields.ts';
import { measureKinds, tariffActions, tariffStatuses } from './tariffs.constants.ts';
import { namedCode, tariffShape } from './tariffs.ts';

const person = z.object({ id: z.int(), email: z.string() });
const version = {
  ...tariffShape,
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

const changes = z.object({ count: z.int(), examples: z.array(namedCode) });
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
  { current_status: z.enum(tariffStatuses).describe('What it is now.') },
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
const mayRead = staffOnly('rules.read');
const mayWrite = staffOnly('rules.write');

export const listCustomsTariffVersions = endpoint({
  method: 'GET',
  path: staffPath,
  summary: 'List the imported tariffs',
  description:
    'Returns the imported official tariffs with their status, who approved and who published them.',
  permission: mayRead,
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    status: z.enum(tariffStatuses).optional(),
  }),
  responses: { 200: createPageSchema(TariffVersion) },
  errors: [commonErrors.invalidPage],
});

export const readTariffVersion = endpoint({
  method: 'GET',
  path: onePath,
  summary: 'Retrieve an imported tariff',
  description:
    'Returns one imported tariff with its counts, the lines that could not be read, and everything that was done with it.',
  permission: mayRead,
  work: 'read',
  params: byId,
  responses: { 200: TariffVersionDetails },
  errors: [commonErrors.notFound],
});

export const compareTariffVersion = endpoint({
  method: 'GET',
  path: `${onePath}diff/`,
  summary: 'Compare an imported tariff with the one in force',
  description:
    'Returns which codes and duties an imported tariff adds, changes and drops against the one in force.',
  permission: mayRead,
  work: 'read',
  params: byId,
  responses: { 200: TariffDifference },
  errors: [commonErrors.notFound],
});

export const approveTariffVersion = endpoint({
  method: 'POST',
  path: `${onePath}approve/`,
  summary: 'Approve an imported tariff',
  description:
    'Records that you have checked an imported tariff. It is not in force yet: another person publishes it.',
  audited: 'approved customs tariff',
  permission: mayWrite,
  work: 'write',
  params: byId,
  responses: { 200: TariffVersionDetails },
  errors: [commonErrors.notFound, tariffInvalidState],
});

export const publishTariffVersion = endpoint({
  method: 'POST',
  path: `${onePath}publish/`,
  summary: 'Publish an approved tariff',
  description:
    'Puts an approved tariff in force. It takes another person than the one who approved it.',
  audited: 'published customs tariff',
  permission: mayWrite,
  work: 'write',
  params: byId,
  responses: { 200: TariffVersionDetails },
  errors: [commonErrors.notFound, tariffInvalidState, tariffNotApproved, otherPersonNeeded],
});
