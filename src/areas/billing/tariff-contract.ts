// What is sold, as it is shown.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';

export const billingPeriods = ['monthly', 'yearly'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

const money = z.string().describe('Decimal text');
const limit = z.int().min(0).nullable().describe('Null means unlimited.');

export const TariffLimits = z
  .object({
    requests_per_hour: limit,
    requests_per_day: limit,
    requests_per_month: limit,
    max_api_keys: limit,
    max_proxy_resources: limit,
    transcription_seconds_per_month: limit,
    tts_characters_per_month: limit,
    calculations_per_month: limit,
  })
  .meta({ id: 'TariffLimits' });
export type TariffLimits = z.infer<typeof TariffLimits>;
export const tariffLimitNames = TariffLimits.keyof().options;

export const Tariff = z
  .object({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    tagline: z.string(),
    currency: z.string(),
    monthly_price: money,
    yearly_price: money.nullable().describe('Null when it is not paid by the year.'),
    yearly_discount_percentage: z.number().describe('Against twelve months, 0 to 100.'),
    is_free: z.boolean(),
    price_display: z.string(),
    trial_days: z.int(),
    limits: TariffLimits,
    overage: z
      .object({ unit: z.string(), price: money })
      .nullable()
      .describe('What each unit past the quota costs; null means that the quota is a wall.'),
    features: z.array(z.object({ code: z.string(), label: z.string(), included: z.boolean() })),
    supports_webhooks: z.boolean(),
    priority_support: z.boolean(),
    is_popular: z.boolean(),
    is_public: z.boolean(),
    is_active: z.boolean(),
    sort_order: z.int(),
    endpoint_groups: z.array(z.object({ code: z.string(), name: z.string() })),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Tariff' });
export type TariffWire = z.infer<typeof Tariff>;

const { page, page_size, limit: limitAlias, search, ordering } = listQuery;

export const listTariffs = endpoint({
  method: 'GET',
  path: '/apix/billing/tariffs/',
  summary: 'Tariffs that you may choose; the public ones without signing in',
  permission: 'optional',
  work: 'replica',
  query: z.object({
    page,
    page_size,
    limit: limitAlias,
    search,
    ordering,
    is_free: z
      .enum(['true', 'false', '1', '0'], 'Must be a valid boolean.')
      .transform((text) => text === 'true' || text === '1')
      .optional(),
    billing_period: z.enum(billingPeriods).optional().describe('That can be paid so.'),
  }),
  responses: { 200: pageOf(Tariff) },
  errors: [commonErrors.invalidPage],
});

export const readTariff = endpoint({
  method: 'GET',
  path: '/apix/billing/tariffs/:slug/',
  summary: 'One tariff',
  permission: 'optional',
  work: 'replica',
  params: z.object({ slug: z.string() }),
  responses: { 200: Tariff },
  errors: [commonErrors.notFound],
});
