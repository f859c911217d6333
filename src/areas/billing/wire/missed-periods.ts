// Periods of plans that were over before anything was charged for them, as after an outage.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { byUuid } from '#lib/wire/fields.ts';
import { missedPeriodActions, missedPeriodStatuses } from './missed-periods.constants.ts';

const path = '/apix/admin/missed-periods/' as const;

export const MissedPeriod = z
  .object({
    uuid: z.string(),
    status: z.enum(missedPeriodStatuses),
    user: z.object({ id: z.int(), email: z.string().describe('Empty for a deleted account.') }),
    subscription: z.string().describe('The id of the subscription.'),
    tariff: z.object({ slug: z.string(), name: z.string() }),
    amount: z.string().describe('The price of the period, as decimal text.'),
    currency: z.string(),
    available: z.string().describe('The current balance of the customer, in `currency`.'),
    period_start: z.iso.datetime(),
    period_end: z.iso.datetime().describe('The moment after the period.'),
    proposal: z
      .object({
        adjustment: z.string().describe('The id of the proposal.'),
        action: z.enum(missedPeriodActions),
        proposed_by: z.object({ id: z.int(), email: z.string() }),
      })
      .nullable()
      .describe('What waits for the approval of another person.'),
    decided_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'MissedPeriod' });
export type MissedPeriodWire = z.infer<typeof MissedPeriod>;

export const listMissedPeriods = endpoint({
  method: 'GET',
  path,
  summary: 'List missed periods of plans',
  description:
    'Returns periods that were over before they could be charged, such as during an outage, the latest first. They are charged or waived only when two people decide it.',
  permission: staffOnly('payments.decide'),
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    status: z.enum(missedPeriodStatuses).optional(),
    user: accountId.optional(),
  }),
  responses: { 200: createPageSchema(MissedPeriod) },
  errors: [commonErrors.invalidPage],
});

export const missedPeriodDecided = declareError(
  'invalid_state',
  400,
  'This period has already been charged or waived.',
  { current_status: z.enum(missedPeriodStatuses).describe('What it is now.') },
);
export const missedPeriodPending = declareError(
  'adjustment_pending',
  409,
  'A proposal for this period is already waiting for a decision.',
);
export const missedPeriodUnaffordable = declareError(
  'insufficient_balance',
  400,
  'The wallet balance is too low.',
  {
    required: z.string().describe('What is needed, as decimal text.'),
    available: z.string().describe('What the wallet has, as decimal text.'),
    currency: z.string().describe('Code of the wallet’s currency.'),
  },
);

export const proposeMissedPeriod = endpoint({
  method: 'POST',
  path: `${path}:uuid/propose/`,
  summary: 'Propose to charge or waive a missed period',
  description:
    'Proposes what becomes of a missed period. Nothing happens before another person approves it at /admin/payments/adjustments.',
  audited: 'proposed what becomes of a missed period',
  permission: staffOnly('payments.decide'),
  work: 'write',
  params: byUuid,
  body: z.object({
    action: z
      .enum(missedPeriodActions)
      .describe('`charge` takes the price from the balance, `waive` leaves the period unpaid.'),
    reason: z.string().trim().min(1, 'This field may not be blank.').max(500),
  }),
  responses: { 202: z.object({ adjustment: z.string().describe('The id of the proposal.') }) },
  errors: [
    commonErrors.notFound,
    missedPeriodDecided,
    missedPeriodPending,
    missedPeriodUnaffordable,
  ],
});
