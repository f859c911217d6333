// What overage costs, and the ceiling that the customer sets for it.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { endpoint } from '#lib/endpoint.ts';
import { usageMetrics } from '#lib/quota-groups.ts';
import { fieldForStaff } from '#lib/staff-fields.ts';
import { unitsDefinition } from '#lib/wire/figures.constants.ts';
import { spendingStates } from './spending.constants.ts';
import { spendingBody } from './spending.form.ts';

const money = z.string().describe('Decimal string, in `currency`.');
const time = z.iso.datetime();

export const Spending = z
  .object({
    user: z.int().describe('The id of the account.'),
    plan: z.string().describe('The name of the plan.'),
    currency: z.string().describe('Of the plan and of all amounts: three letters.'),
    state: z
      .enum(spendingStates)
      .describe(
        'What happens to a call over the quota now. `unpaid`: a period or earlier overage has to be paid first, or the plan is in its trial.',
      ),
    is_overage_on: z.boolean().describe('As the customer set it; true at first.'),
    overage: z
      .object({
        unit: z.enum(usageMetrics).describe('What is counted.'),
        price: z.string().describe('Of one unit.'),
      })
      .nullable()
      .describe('What the plan sells over its quota; null if nothing.'),
    cap: money.nullable().describe('As the customer set it; null if not.'),
    cap_currency: z
      .string()
      .nullable()
      .describe('Of `cap`. If it is not the currency of the plan, no overage is allowed.'),
    plan_cap: money.nullable().describe('The cap of the plan for customers who set none.'),
    effective_cap: money.nullable().describe('The cap that applies; null if there is none.'),
    spent: money.describe('Cost of this month’s overage so far.'),
    remaining: money.nullable().describe('What is left of the cap; null without one.'),
    percentage: z.number().nullable().describe('Of the cap, 0 to 100; null without one.'),
    included: z.number().nullable().describe('Units in the quota; null if unlimited.'),
    used: z.number().describe(`Units used this month. ${unitsDefinition}`),
    fixed_fee: money.describe('The price of this month: zero in a plan that is paid by the year.'),
    at_most: money
      .nullable()
      .describe('The most that this month can cost: fee and cap. Null without a cap.'),
    started_at: time.describe('Start of the usage month.'),
    resets_at: time.describe('End of the usage month: the cap starts again.'),
  })
  .meta({ id: 'Spending' });
export type SpendingWire = z.infer<typeof Spending>;

export type SpendingBody = z.output<typeof spendingBody>;

export const readSpending = endpoint({
  method: 'GET',
  path: '/apix/billing/spending/',
  group: 'Plans',
  tool: { toolset: 'billing', order: 4 },
  summary: 'Retrieve the spending of this month',
  description:
    'Returns what usage over the quota costs this month, the cap on it, and the most that the month can cost. It is at most a quarter of a second old.',
  permission: { key: 'billing:read' },
  work: 'read',
  query: z.object({
    user: accountId
      .optional()
      .describe('The id of the account. Ignored for everyone but support and finance.')
      .meta(fieldForStaff),
  }),
  responses: { 200: Spending },
});

export const patchSpending = endpoint({
  method: 'PATCH',
  path: '/apix/billing/spending/',
  group: 'Plans',
  summary: 'Set the spending cap',
  description:
    'Turns overage on or off and sets the cap on its cost; it applies at once. Overage that was used before under a higher cap stays owed and is charged now. Repeating the call changes nothing.',
  permission: 'user',
  work: 'write',
  rateLimit: { points: 60, windowSeconds: 600 },
  body: spendingBody,
  example: { cap: '50.00' },
  responses: { 200: Spending },
});
