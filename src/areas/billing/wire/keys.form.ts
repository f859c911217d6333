// Validation of API keys, shared with the forms in the browser.
import { z } from 'zod';
import { scopes, scopesOnAtFirst } from '#lib/scopes.ts';
import { allowedIpsMax, keyDaysMax } from './keys.constants.ts';
import { ceilingAmount, requestsBudget } from './spending.form.ts';

const name = z
  .string()
  .trim()
  .check(z.minLength(1, 'Give the key a name.'))
  .check(z.maxLength(100, 'Ensure this field has no more than 100 characters.'));
const description = z
  .string()
  .trim()
  .max(500, 'Ensure this field has no more than 500 characters.');
const scopeList = z
  .array(z.enum(scopes))
  .min(1, 'Choose at least one scope.')
  .transform((input) => scopes.filter((scope) => input.includes(scope)));
const allowedIps = z
  .array(z.string().trim().max(50, 'Ensure this field has no more than 50 characters.'))
  .max(allowedIpsMax, `Ensure this field has no more than ${allowedIpsMax} elements.`);
const expiresAt = z.iso.datetime({ offset: true, error: 'Enter a valid date/time.' }).nullable();

const overageBudget = ceilingAmount
  .nullable()
  .describe(
    'The most that overage by this key may cost in a usage month, in the currency of the plan; null for no budget. Calls within the quota go on.',
  );
const monthlyRequests = requestsBudget
  .nullable()
  .describe('The most requests that this key may make in a usage month; null for no budget.');

export const createKeyBody = z.object({
  name,
  description: description.default(''),
  scopes: scopeList.default(scopesOnAtFirst),
  allowed_ips: allowedIps.default([]),
  expires_in_days: z
    .int('A valid integer is required.')
    .min(1, 'Ensure this value is greater than or equal to 1.')
    .max(keyDaysMax, `Ensure this value is less than or equal to ${keyDaysMax}.`)
    .nullable()
    .optional()
    .describe('Alternative to `expires_at`.'),
  expires_at: expiresAt.optional(),
  overage_budget: overageBudget.default(null),
  requests_budget: monthlyRequests.default(null),
});

export const updateKeyBody = z
  .object({
    name,
    description,
    scopes: scopeList,
    allowed_ips: allowedIps,
    expires_at: expiresAt.describe('Null for a key that never expires.'),
    overage_budget: overageBudget,
    requests_budget: monthlyRequests,
  })
  .partial();
