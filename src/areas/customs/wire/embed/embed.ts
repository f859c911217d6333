// Calculators on other sites: their keys, and the two calls that they make.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { byId, limitReached, retryAfter, textId } from '#lib/wire/fields.ts';
import { Result } from '../calculations/calculation-results.ts';
import { importKinds } from '../calculations/calculations.constants.ts';
import { ruleSetNotFound } from '../calculations/calculations.ts';
import { RuleSetItem } from '../rule-sets/rule-sets.ts';
import { FoundHsCode } from '../tariffs/hs-codes.ts';
import {
  embedCalculationPath,
  embedCodesMax,
  embedCodesPath,
  embedFormPath,
} from './embed.constants.ts';
import { createEmbedKeyBody, updateEmbedKeyBody } from './embed.form.ts';

const time = z.iso.datetime();
const keysPath = '/apix/data_customs/embed-keys/';

export const embedKeyLimitReached = declareError(
  'embed_key_limit_reached',
  400,
  'You have reached the limit of calculators for other sites. Revoke one that you no longer need.',
  { limit: limitReached },
);
export const embedKeyIsRevoked = declareError(
  'embed_key_is_revoked',
  409,
  'This calculator was revoked and can no longer be changed.',
);
export const embedKeyInvalid = declareError(
  'embed_key_invalid',
  403,
  'The key of this calculator is unknown or was revoked.',
);
export const embedOriginRefused = declareError(
  'embed_origin_refused',
  403,
  'This calculator is not allowed on this site.',
  { origin: z.string().nullable().describe('The site that asked; null if it was not sent.') },
);
export const embedQuotaReached = declareError(
  'embed_quota_reached',
  429,
  'This calculator has reached its limit for today. It works again tomorrow.',
  { limit: limitReached, retry_after: retryAfter },
);

export const EmbedKey = z
  .object({
    id: textId,
    name: z.string().describe('Yours.'),
    public_key: z.string().describe('Not a secret: it is part of the page.'),
    origins: z.array(z.string()).describe('The sites that may show it.'),
    daily_quota: z.int().describe('The most calculations of a day in UTC.'),
    calculations_today: z.int().describe('Since midnight, UTC.'),
    is_revoked: z.boolean().describe('True: it works nowhere any more.'),
    created_at: time.describe('When it was created.'),
    updated_at: time.describe('When it last changed.'),
    revoked_at: time.nullable().describe('Null unless it is revoked.'),
  })
  .meta({ id: 'CustomsEmbedKey' });
export type EmbedKeyWire = z.infer<typeof EmbedKey>;

export const listEmbedKeys = endpoint({
  method: 'GET',
  path: keysPath,
  testMode: 'live',
  group: 'Calculators on other sites',
  summary: 'List calculators on other sites',
  description: 'Returns your calculators for other sites with their use of today.',
  permission: 'user',
  work: 'read',
  query: z.object(listQuery),
  responses: { 200: createPageSchema(EmbedKey) },
  errors: [commonErrors.invalidPage],
});

export const createEmbedKey = endpoint({
  method: 'POST',
  path: keysPath,
  testMode: 'live',
  group: 'Calculators on other sites',
  summary: 'Create a calculator for other sites',
  description:
    'Creates the public key of a calculator for the sites that you name. Its calculations count for your plan, up to `daily_quota` a day.',
  permission: 'user',
  work: 'write',
  body: createEmbedKeyBody,
  example: { name: 'My site', origins: ['https://www.example.com'], daily_quota: 500 },
  responses: { 201: EmbedKey },
  errors: [embedKeyLimitReached],
});

export const updateEmbedKey = endpoint({
  method: 'PATCH',
  path: `${keysPath}:id/`,
  testMode: 'live',
  group: 'Calculators on other sites',
  summary: 'Update a calculator on other sites',
  description:
    'Changes name, sites or daily limit of a calculator. It applies at once to pages that show it.',
  permission: 'user',
  work: 'write',
  params: byId,
  body: updateEmbedKeyBody,
  responses: { 200: EmbedKey },
  errors: [commonErrors.notFound, embedKeyIsRevoked],
});

export const revokeEmbedKey = endpoint({
  method: 'POST',
  path: `${keysPath}:id/revoke/`,
  testMode: 'live',
  group: 'Calculators on other sites',
  summary: 'Revoke a calculator on other sites',
  description: 'Stops a calculator on all sites for good. Repeating the call changes nothing.',
  permission: 'user',
  work: 'write',
  params: byId,
  responses: { 200: EmbedKey },
  errors: [commonErrors.notFound],
});

const key = z.string().max(100).describe('The public key, `pk_...`.');
const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Enter a country as two letters, such as DE.')
  .describe('Two letters, such as `DE`.');
const kind = z.enum(importKinds).default('vehicle').describe('What is calculated.');

export const EmbedForm = z.object({
  countries: z
    .array(
      z.object({
        code: z.string().describe('Two letters.'),
        name: z.string().describe('For people.'),
      }),
    )
    .describe('Destinations with rules.'),
  rule_sets: z
    .array(RuleSetItem.omit({ sources: true }))
    .describe('Those of the country that are in force. Empty without a country.'),
});
export type EmbedFormWire = z.infer<typeof EmbedForm>;

export const readEmbedForm = endpoint({
  method: 'GET',
  path: embedFormPath,
  testMode: 'live',
  group: 'Calculators on other sites',
  tool: { none: 'It is for calculators on other sites.' },
  summary: 'Retrieve the questions of a calculator on another site',
  description: 'Returns the countries and the questions that a calculator on another site asks.',
  permission: 'public',
  work: 'none',
  feature: 'calculations',
  rateLimit: { points: 300, windowSeconds: 3600 },
  query: z.object({ key, country: country.optional(), kind }),
  responses: { 200: EmbedForm },
  errors: [embedKeyInvalid, embedOriginRefused],
});

const EmbedCode = FoundHsCode.pick({
  code: true,
  description: true,
  path: true,
  is_declarable: true,
  duty: true,
});

export const EmbedCodes = z.object({
  results: z
    .array(EmbedCode)
    .describe(`The best ${embedCodesMax}. Codes are as long as a calculation takes them.`),
  count: z.int().describe('How many were found.'),
});
export type EmbedCodesWire = z.infer<typeof EmbedCodes>;

export const searchEmbedCodes = endpoint({
  method: 'GET',
  path: embedCodesPath,
  testMode: 'live',
  group: 'Calculators on other sites',
  tool: { none: 'It is for calculators on other sites.' },
  summary: 'Search tariff codes from a calculator on another site',
  description: 'Finds tariff codes for a visitor of another site by words or first digits.',
  permission: 'public',
  work: 'none',
  feature: 'calculations',
  rateLimit: { points: 600, windowSeconds: 3600 },
  query: z.object({
    key,
    country: country.optional(),
    search: z.string().max(100).describe('Words in any order, or the first digits of a code.'),
  }),
  responses: { 200: EmbedCodes },
  errors: [embedKeyInvalid, embedOriginRefused],
});

export const EmbedResult = Result.pick({
  status: true,
  currency: true,
  customs_value: true,
  total_payments: true,
  total_is_minimum: true,
  total_most: true,
  landed_cost: true,
  landed_cost_most: true,
  questions: true,
  breakdown: true,
  rates_status: true,
  rule_set: true,
  warnings: true,
  missing: true,
}).extend({
  calculation_date: z.iso.date().describe('The day whose rules and rates apply.'),
  full_result_url: z
    .string()
    .nullable()
    .describe('A page with every line, which calculates anew. Null for goods.'),
});
export type EmbedResultWire = z.infer<typeof EmbedResult>;

/** GET, so that browsers send it from other sites without asking first. */
export const calculateEmbedded = endpoint({
  method: 'GET',
  path: embedCalculationPath,
  testMode: 'live',
  group: 'Calculators on other sites',
  tool: { none: 'It is for calculators on other sites.' },
  summary: 'Calculate from a calculator on another site',
  description:
    "Calculates for a visitor of another site. It counts for the plan of the key's owner; only sites of the key are answered.",
  permission: 'public',
  work: 'none',
  feature: 'calculations',
  metered: { group: 'customs', metric: 'calculation' },
  rateLimit: { points: 60, windowSeconds: 3600 },
  query: z.object({
    key,
    kind,
    facts: z.string().max(4000).describe('JSON: the body of a calculation of that kind.'),
  }),
  responses: { 200: EmbedResult },
  errors: [embedKeyInvalid, embedOriginRefused, embedQuotaReached, ruleSetNotFound],
});
