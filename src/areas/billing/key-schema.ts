// A key as it is shown.
import { z } from 'zod';
import { scopes } from '#lib/endpoint.ts';
import { keyStatuses } from './key-states.ts';

const time = z.iso.datetime();

/** Days of `daily_requests`. */
export const keyDaysShown = 30;

export const ApiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    prefix: z.string(),
    key_preview: z.string().describe('The first and last letters: sk_live_AbC1...x9Zq.'),
    status: z.enum(keyStatuses),
    status_reason: z.string().describe('Why it was switched off or revoked.'),
    is_active: z.boolean().describe('Switched on, whether expired or not.'),
    is_expired: z.boolean(),
    is_valid: z.boolean().describe('Calls with it are answered.'),
    scopes: z.array(z.enum(scopes)),
    allowed_ips: z.array(z.string()).describe('Addresses and CIDR ranges; empty for anywhere.'),
    total_requests: z.int(),
    daily_requests: z
      .array(z.int())
      .describe(`Of the last ${keyDaysShown} days in UTC; today comes last.`),
    last_used_at: time.nullable(),
    last_used_ip: z.string().nullable(),
    expires_at: time.nullable(),
    days_until_expiry: z.int().nullable(),
    lineage_id: z.uuid().describe('The same for a key and all that took its place.'),
    replaced_by: z.uuid().nullable().describe('The key that took its place by rotation.'),
    created_at: time,
    updated_at: time,
    revoked_at: time.nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyWire = z.infer<typeof ApiKey>;

export const NewApiKey = ApiKey.extend({
  key: z.string().describe('The key itself. It is shown now and never again.'),
  warning: z.string(),
}).meta({ id: 'NewApiKey' });
export type NewApiKeyWire = z.infer<typeof NewApiKey>;
