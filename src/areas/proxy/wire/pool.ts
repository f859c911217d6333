// The shared pool, for staff.
import { z } from 'zod';
import { bytes, commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { byId, uuidId } from '#lib/wire/fields.ts';
import { incidentCauses } from './check-incidents.constants.ts';
import { failureReasons, poolStates, protocols, proxyTypes } from './proxies.constants.ts';
import { importBody } from './proxies.form.ts';
import { ImportResult } from './proxies.ts';

const time = z.iso.datetime();

export const PoolProxy = z
  .object({
    id: uuidId,
    host: z.string(),
    port: z.int(),
    protocol: z.enum(protocols),
    username: z.string().nullable().describe('*** when there is one.'),
    country_code: z.string().nullable(),
    city: z.string(),
    asn: z.int().nullable(),
    type: z.enum(proxyTypes),
    provider: z.string(),
    state: z.enum(poolStates),
    is_active: z.boolean(),
    latency_ms: z.int().nullable(),
    success_rate: z.number().nullable().describe('Of its checks, 0 to 1.'),
    blocks: z.int().describe('Resources that it is currently blocked for.'),
    exit_address: z.string().nullable(),
    last_error: z.enum(failureReasons).nullable(),
    how_to_fix: z.string().nullable(),
    last_checked_at: time.nullable(),
    created_at: time,
  })
  .meta({ id: 'PoolProxy' });
export type PoolProxyWire = z.infer<typeof PoolProxy>;

export const PoolCounts = z.object({
  total: z.int(),
  working: z.int(),
  failing: z.int().describe('The last check failed.'),
  unchecked: z.int(),
  dead: z.int(),
  inactive: z.int(),
});

/** While it lasts, failed checks do not count. */
export const CheckIncident = z.object({ cause: z.enum(incidentCauses), started_at: time });
const isTargetPrivate = z
  .boolean()
  .describe('Proxies elsewhere cannot reach the address that checks request.');

const { page, page_size, limit, search, ordering } = listQuery;

export const listPool = endpoint({
  method: 'GET',
  path: '/apix/admin/proxies/',
  summary: 'List pool proxies',
  description:
    'Returns the proxies of the pool with the result of their checks. Passwords are never shown; `format=csv` downloads all that match.',
  permission: staffOnly('proxies.read'),
  work: 'replica',
  query: z.object({
    page,
    page_size,
    limit,
    search,
    ordering,
    state: z.enum(poolStates).optional(),
    protocol: z.enum(protocols).optional(),
    country: z.string().length(2).toUpperCase().optional(),
    format: z
      .enum(['json', 'csv'])
      .optional()
      .describe('csv: all matching proxies as a file, newest first.'),
  }),
  responses: {
    200: createPageSchema(PoolProxy).extend({
      counts: PoolCounts,
      incident: CheckIncident.nullable(),
      is_target_private: isTargetPrivate,
    }),
  },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

export const importPool = endpoint({
  method: 'POST',
  path: '/apix/admin/proxies/',
  summary: 'Add proxies to the pool',
  description:
    'Adds proxies to the pool that all customers share, from lines, CSV or JSON; known ones are updated. Addresses of private networks are refused.',
  audited: 'added proxies to',
  permission: staffOnly('proxies.write'),
  work: 'none',
  body: importBody,
  bodyHasSecret: true,
  bodyBytesMax: 4_194_304,
  responses: { 200: ImportResult },
});

export const patchPoolProxy = endpoint({
  method: 'PATCH',
  path: '/apix/admin/proxies/:id/',
  summary: 'Update a pool proxy',
  description:
    'Changes country, kind or provider of a proxy of the pool, or disables it for all customers.',
  audited: 'updated proxy',
  permission: staffOnly('proxies.write'),
  work: 'write',
  params: byId,
  body: z
    .object({
      is_active: z.boolean(),
      country_code: z
        .string()
        .toUpperCase()
        .regex(/^[A-Z]{2}$/, 'Enter a country as two letters, such as DE.')
        .nullable(),
      type: z.enum(proxyTypes),
      provider: z.string().trim().max(100),
    })
    .partial(),
  responses: { 200: PoolProxy },
  errors: [commonErrors.notFound],
});

export const deletePoolProxy = endpoint({
  method: 'DELETE',
  path: '/apix/admin/proxies/:id/',
  summary: 'Delete a pool proxy',
  description:
    'Takes a proxy out of the pool for all customers at once. Its history stays in their statistics.',
  audited: 'deleted proxy',
  permission: staffOnly('proxies.write'),
  work: 'write',
  params: byId,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

export const checkPoolProxy = endpoint({
  method: 'POST',
  path: '/apix/admin/proxies/:id/check/',
  summary: 'Check a pool proxy',
  description:
    'Checks a proxy of the pool now and stores the result, which decides whether it is used.',
  audited: 'checked proxy',
  permission: staffOnly('proxies.read'),
  work: 'none',
  params: byId,
  responses: { 200: PoolProxy },
  errors: [commonErrors.notFound],
});
