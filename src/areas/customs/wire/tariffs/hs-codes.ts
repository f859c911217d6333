// Tariff codes of the Harmonized System: search, and those that a customer saved.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { limitReached } from '#lib/wire/fields.ts';
import { confidence } from '../rule-sets/rule-sets.ts';

/** What a search searches, so that an empty result can say what it means. */
const LoadedCodes = z.object({
  codes: z.int().describe('How many codes it has.'),
  title: z.string().describe('Its name, for people.'),
  jurisdiction: z.string().describe('Country or customs union; `*` for the starter set.'),
  is_starter: z.boolean().describe('The small set that comes with the product.'),
  is_of_destination: z
    .boolean()
    .describe('False: the tariff is of another place, so only the first six digits hold.'),
});

export const FoundHsCode = z.object({
  code: z.string().describe('4 to 10 digits.'),
  description: z.string().describe('What it stands for.'),
  path: z.array(z.string()).describe('Descriptions of the codes above, the chapter first.'),
  is_declarable: z.boolean().describe('False: it has subdivisions, one of which applies.'),
  duty: z.string().nullable().describe('In the destination country. Null if unknown.'),
  confidence: confidence.nullable().describe('How certain the duty is; null if unknown.'),
  source: z.string().nullable().describe('Who published the duty; null if unknown.'),
  as_of: z.iso.date().nullable().describe("The day of the duty's data; null if unknown."),
});

export const searchHsCodes = endpoint({
  method: 'GET',
  path: '/apix/data_customs/hs-codes/',
  group: 'Tariff codes',
  tool: { toolset: 'customs', isEssential: true },
  summary: 'Search tariff codes',
  description:
    'Finds tariff codes by words in any order or by first digits, with the duty of the destination where it is known.',
  permission: { key: 'customs' },
  work: 'read',
  metered: { group: 'customs' },
  query: z.object({
    ...listQuery,
    destination_country: z.string().max(2).optional().describe('Two letters; adds the duty there.'),
    saved: z.enum(['true', 'false']).optional().describe('Only the codes that you saved.'),
  }),
  responses: {
    200: createPageSchema(
      FoundHsCode.extend({ is_saved: z.boolean().describe('Whether you saved it.') }),
    ).extend({ loaded: LoadedCodes.describe('What was searched.') }),
  },
  errors: [commonErrors.invalidPage],
});

const params = z.object({
  hs_code: z
    .string()
    .regex(/^\d{4,10}$/, 'Enter 4 to 10 digits of the tariff code.')
    .describe('4 to 10 digits.'),
});

export const savedCodeLimitReached = declareError(
  'saved_code_limit_reached',
  400,
  'You have reached the limit of saved tariff codes. Remove one that you no longer need.',
  { limit: limitReached },
);

export const saveHsCode = endpoint({
  method: 'PUT',
  path: '/apix/data_customs/hs-codes/:hs_code/saved/',
  group: 'Tariff codes',
  tool: { toolset: 'customs', order: 6 },
  summary: 'Save a tariff code',
  description:
    'Keeps a code with your own words for it, up to 500 of them. Saving it again replaces the words.',
  permission: { key: 'customs' },
  work: 'write',
  params,
  body: z.object({
    description: z.string().trim().min(1).max(300).describe('Your words for it.'),
  }),
  responses: {
    200: z.object({
      code: z.string().describe('4 to 10 digits.'),
      description: z.string().describe('Your words for it.'),
    }),
  },
  errors: [savedCodeLimitReached],
});

export const removeHsCode = endpoint({
  method: 'DELETE',
  path: '/apix/data_customs/hs-codes/:hs_code/saved/',
  group: 'Tariff codes',
  tool: { toolset: 'customs', order: 6 },
  summary: 'Remove a saved tariff code',
  description:
    'Removes a code from those that you saved. Calculations that use it are not affected.',
  permission: { key: 'customs' },
  work: 'write',
  params,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});
