import { z } from 'zod';
import { bytes, endpoint } from '#lib/endpoint.ts';
import { usageMetrics } from '#lib/quota-groups.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { amount, count, csv, format, month, partial, period } from './figure-fields.ts';
import { baseCurrency, definitions } from './figures.constants.ts';

const AreaUse = z.object({
  area: z.string().describe('The part of the API, such as `customs`.'),
  metric: z.enum(usageMetrics).describe('What the calls are counted in.'),
  requests: count('requests'),
  errors: count('errors'),
  units: amount('units'),
  overage: amount('overage'),
});

export const AreaUsage = z
  .object({
    currency: z.string().describe(`Of the overage: all plans are priced in ${baseCurrency}.`),
    until: z.iso.date().nullable().describe('The last day that is counted; null without usage.'),
    results: z
      .array(AreaUse.extend({ month, partial }))
      .describe('By month, area and what is counted; months without usage are absent.'),
    totals: z.array(AreaUse).describe('Of all these months, by area and what is counted.'),
  })
  .meta({ id: 'AreaUsage' });
export type AreaUsageWire = z.infer<typeof AreaUsage>;

export const readAreaUsage = endpoint({
  method: 'GET',
  path: '/apix/admin/figures/usage/',
  summary: 'Retrieve usage and overage by area',
  description: `Returns the metered calls of all accounts by month and area. ${definitions.requests}`,
  permission: staffOnly('figures.read'),
  work: 'replica',
  query: z.object({ ...period, format }),
  responses: { 200: AreaUsage },
  download: bytes(csv),
});
