// Tariffs: what is sold to customers, and the versions of it that staff prepare.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { money, numberId } from '#lib/wire/fields.ts';
import { draftTariffBody } from './tariffs.form.ts';

export const billingPeriods = ['monthly', 'yearly'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

export const TariffLimits = draftTariffBody.shape.limits;
export type TariffLimits = z.infer<typeof TariffLimits>;

export const Tariff = z
  .object({
    id: numberId,
    slug: z.string().describe('Its name in addresses.'),
    name: z.string().describe('For people.'),
    description: z.string().describe('A few words.'),
    tagline: z.string().describe('A few words for the price list.'),
    currency: z.string().describe('Of the prices.'),
    monthly_price: money.describe('For a month; decimal text.'),
    yearly_price: money.nullable().describe('Null if the tariff is not sold by the year.'),
    yearly_discount_percentage: z
      .number()
      .describe('Discount compared with twelve monthly prices, 0 to 100.'),
    is_free: z.boolean().describe('Whether it costs nothing.'),
    price_display: z.string().describe('As people write it.'),
    trial_days: z.int().describe('0: no trial.'),
    limits: TariffLimits.describe('Its quotas.'),
    overage: z
      .object({
        unit: z.string().describe('What is counted, such as `request`.'),
        price: money.describe('Of one unit; decimal text.'),
        cap: money
          .nullable()
          .describe('The most that overage costs in a month, unless the customer sets a cap.'),
      })
      .nullable()
      .describe('Price of each unit over the quota; null if usage over the quota is refused.'),
    features: z
      .array(
        z.object({
          code: z.string().describe('A stable name.'),
          label: z.string().describe('For people.'),
          included: z.boolean().describe('Whether the tariff has it.'),
        }),
      )
      .describe('What the price list shows.'),
    supports_webhooks: z.boolean().describe('Whether it includes webhooks.'),
    priority_support: z.boolean().describe('Whether its tickets come first.'),
    is_popular: z.boolean().describe('Recommended.'),
    is_public: z.boolean().describe('False: offered to some accounts only.'),
    is_active: z.boolean().describe('Whether it can be chosen.'),
    sort_order: z.int().describe('Smaller comes first.'),
    endpoint_groups: z
      .array(
        z.object({
          code: z.string().describe('A stable name, such as `customs`.'),
          name: z.string().describe('For people.'),
        }),
      )
      .describe('Parts of the API that may be called; others return `group_not_in_plan`.'),
    created_at: z.iso.datetime().describe('Of this version.'),
    updated_at: z.iso.datetime().describe('Of this version.'),
  })
  .meta({ id: 'Tariff' });
export type TariffWire = z.infer<typeof Tariff>;

const { page, page_size, limit: limitAlias, search, ordering } = listQuery;

export const listTariffs = endpoint({
  method: 'GET',
  path: '/apix/billing/tariffs/',
  group: 'Plans',
  tool: { toolset: 'billing', order: 3 },
  summary: 'List tariffs',
  description:
    'Returns the plans that can be chosen, with prices and limits. Signed in, plans that were offered to you privately are among them.',
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
      .optional()
      .describe('Only free ones, or only paid ones.'),
    billing_period: z
      .enum(billingPeriods)
      .optional()
      .describe('Only tariffs that are sold for this period.'),
  }),
  responses: { 200: createPageSchema(Tariff) },
  errors: [commonErrors.invalidPage],
});

export const readTariff = endpoint({
  method: 'GET',
  path: '/apix/billing/tariffs/:slug/',
  group: 'Plans',
  tool: { toolset: 'billing', order: 3 },
  summary: 'Retrieve a tariff',
  description:
    'Returns one plan by its slug. A private plan is found only by those to whom it was offered, and by its subscribers.',
  permission: 'optional',
  work: 'replica',
  params: z.object({ slug: z.string().describe('The `slug` of the tariff.') }),
  responses: { 200: Tariff },
  errors: [commonErrors.notFound],
});

/** A version is drafted, published, and superseded by the next published version. */
export const tariffStates = ['draft', 'published', 'retired', 'superseded'] as const;

export const TariffVersion = Tariff.extend({
  version: z.int(),
  state: z.enum(tariffStates),
  subscribers: z.int().describe('Live subscriptions to this version.'),
}).meta({ id: 'TariffVersion' });
export type TariffVersionWire = z.infer<typeof TariffVersion>;

export const wrongTariffState = declareError(
  'invalid_state',
  400,
  'This is not possible for a tariff in this state.',
  { current_status: z.enum(tariffStates).describe('What it is now.') },
);
export const freeTariffStays = declareError(
  'free_tariff_stays',
  400,
  'Accounts without a paid plan fall back to the free tariff, so it can not be retired.',
);

const versionsPath = '/apix/admin/tariffs/' as const;
const versionParams = z.object({ id: z.string() });

export const listTariffVersions = endpoint({
  method: 'GET',
  path: versionsPath,
  summary: 'List tariff versions',
  description:
    'Returns all versions of all tariffs with their state and their number of live subscriptions.',
  permission: staffOnly('tariffs.read'),
  work: 'replica',
  responses: { 200: z.object({ versions: z.array(TariffVersion) }) },
});

export const draftTariff = endpoint({
  method: 'POST',
  path: versionsPath,
  summary: 'Create a draft tariff version',
  description:
    'Prepares a version of a tariff under its slug. Nobody sees it before it is published, and prices of existing subscriptions never change.',
  audited: 'drafted tariff',
  permission: staffOnly('tariffs.write'),
  work: 'write',
  body: draftTariffBody,
  responses: { 201: TariffVersion },
});

export const publishTariff = endpoint({
  method: 'POST',
  path: `${versionsPath}:id/publish/`,
  summary: 'Publish a tariff version',
  description:
    'Puts a draft on sale at once. The version before is superseded; its subscribers keep it at its price.',
  audited: 'published tariff',
  permission: staffOnly('tariffs.write'),
  work: 'write',
  params: versionParams,
  responses: { 200: TariffVersion },
  errors: [commonErrors.notFound, wrongTariffState],
});

export const retireTariff = endpoint({
  method: 'POST',
  path: `${versionsPath}:id/retire/`,
  summary: 'Retire a tariff version',
  description:
    'Takes a tariff off sale. Subscribers keep it until they change; the free tariff cannot be retired.',
  audited: 'retired tariff',
  permission: staffOnly('tariffs.write'),
  work: 'write',
  params: versionParams,
  responses: { 200: TariffVersion },
  errors: [commonErrors.notFound, wrongTariffState, freeTariffStays],
});

export const discardTariff = endpoint({
  method: 'DELETE',
  path: `${versionsPath}:id/`,
  summary: 'Delete a draft tariff version',
  description:
    'Deletes a version that was never published. A published one is retired instead, because subscribers keep it.',
  audited: 'deleted the draft of tariff',
  permission: staffOnly('tariffs.write'),
  work: 'write',
  params: versionParams,
  responses: { 204: null },
  errors: [commonErrors.notFound, wrongTariffState],
});
