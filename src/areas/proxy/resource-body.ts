// What people fill in for a resource.
import { z } from 'zod';
import { protocols, strategies } from './proxy-words.ts';

export const resourceName = /^[a-z0-9][a-z0-9_-]{1,62}$/;
export const targetHostsMax = 100;

const between = (min: number, max: number) =>
  z
    .int('A valid integer is required.')
    .min(min, `Ensure this value is greater than or equal to ${min}.`)
    .max(max, `Ensure this value is less than or equal to ${max}.`);

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const hostPattern = new RegExp(`^(\\*\\.)?${label}(\\.${label})*$`);

const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    hostPattern,
    'Enter a host such as example.com or *.example.com, without https:// and path.',
  );
const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Enter a country as two letters, such as DE.');
const checkUrl = z.url({ protocol: /^https?$/, error: 'Enter a valid URL.' }).max(2000);

const shape = {
  title: z.string().trim().max(100, 'Ensure this field has no more than 100 characters.'),
  description: z.string().trim().max(500, 'Ensure this field has no more than 500 characters.'),
  target_hosts: z
    .array(host)
    .min(1, 'Enter at least one host.')
    .max(targetHostsMax, `Ensure this field has no more than ${targetHostsMax} elements.`)
    .transform((hosts) => [...new Set(hosts)]),
  strategy: z.enum(strategies),
  sticky_ttl_seconds: between(1, 86_400),
  countries: z.array(country).max(250),
  protocols: z.array(z.enum(protocols)),
  ban_status_codes: z.array(between(300, 599)).max(50),
  max_failures: between(1, 100),
  block_duration_seconds: between(60, 2_592_000),
  requests_per_minute: between(1, 100_000).nullable(),
  timeout_ms: between(100, 120_000),
  health_check_url: checkUrl.nullable(),
  uses_pool: z.boolean().describe('Draws on the shared pool beside its own proxies.'),
  is_active: z.boolean(),
};

const full = {
  title: shape.title.default(''),
  description: shape.description.default(''),
  target_hosts: shape.target_hosts,
  strategy: shape.strategy.default('round_robin'),
  sticky_ttl_seconds: shape.sticky_ttl_seconds.default(600),
  countries: shape.countries.default([]),
  protocols: shape.protocols.default([]),
  ban_status_codes: shape.ban_status_codes.default([403, 407, 429]),
  max_failures: shape.max_failures.default(3),
  block_duration_seconds: shape.block_duration_seconds.default(3600),
  requests_per_minute: shape.requests_per_minute.default(null),
  timeout_ms: shape.timeout_ms.default(15_000),
  health_check_url: shape.health_check_url.default(null),
  uses_pool: shape.uses_pool.default(true),
  is_active: shape.is_active.default(true),
};

const name = z
  .string()
  .regex(resourceName, 'Use 2 to 63 of a-z, 0-9, - and _, beginning with a letter or digit.');
// Only so that a name that differs can be refused: it is part of every address and login.
const sameName = { name: z.string().optional() };

export const createResourceBody = z.object({ name, ...full });
export type CreateResourceBody = z.output<typeof createResourceBody>;
export const putResourceBody = z.object({ ...sameName, ...full });
export const patchResourceBody = z.object({ ...sameName, ...z.object(shape).partial().shape });
export type EditResourceBody = z.output<typeof patchResourceBody>;
