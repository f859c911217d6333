// What people fill in for a key.
import { z } from 'zod';
import { scopes } from '#lib/endpoint.ts';

export const keyDaysMax = 365;
export const allowedIpsMax = 20;
export const overlapSecondsMax = 604_800;
export const overlapSecondsDefault = 86_400;

/** Credentials of other systems are given to a key only when somebody asks for it. */
export const scopesDefault = scopes.filter((scope) => scope !== 'proxy:credentials');

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
  .transform((given) => scopes.filter((scope) => given.includes(scope)));
const allowedIps = z
  .array(z.string().trim().max(50))
  .max(allowedIpsMax, `Ensure this field has no more than ${allowedIpsMax} elements.`);
const expiresAt = z.iso.datetime({ offset: true, error: 'Enter a valid date/time.' }).nullable();
const reason = z.string().trim().max(500).default('');

export const createKeyBody = z.object({
  name,
  description: description.default(''),
  scopes: scopeList.default(scopesDefault),
  allowed_ips: allowedIps.default([]),
  expires_in_days: z
    .int('A valid integer is required.')
    .min(1, 'Ensure this value is greater than or equal to 1.')
    .max(keyDaysMax, `Ensure this value is less than or equal to ${keyDaysMax}.`)
    .nullable()
    .optional()
    .describe('In place of expires_at.'),
  expires_at: expiresAt.optional(),
});
export type CreateKeyBody = z.output<typeof createKeyBody>;

export const putKeyBody = z.object({
  name,
  description: description.default(''),
  scopes: scopeList.default(scopesDefault),
  allowed_ips: allowedIps.default([]),
  expires_at: expiresAt.default(null),
});

export const patchKeyBody = z
  .object({
    name,
    description,
    scopes: scopeList,
    allowed_ips: allowedIps,
    expires_at: expiresAt.describe('Null for a key that never expires.'),
  })
  .partial();
export type EditKeyBody = z.output<typeof patchKeyBody>;

export const reasonBody = z.object({ reason });

export const rotateKeyBody = z.object({
  overlap_seconds: z
    .int('A valid integer is required.')
    .min(0, 'Ensure this value is greater than or equal to 0.')
    .max(overlapSecondsMax, `Ensure this value is less than or equal to ${overlapSecondsMax}.`)
    .default(overlapSecondsDefault)
    .describe('How long the old key works on; 0 revokes it now.'),
});
