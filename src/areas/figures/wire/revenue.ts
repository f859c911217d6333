// MRR and what moved it.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { bytes, commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import {
  amount,
  count,
  csv,
  currencies,
  currency,
  currencyQuery,
  format,
  month,
  partial,
  period,
} from './figure-fields.ts';
import { definitions, movementKinds } from './figures.constants.ts';

export const RevenueMonth = z
  .object({
    month,
    partial,
    mrr_before: z.string().describe('MRR at the end of the month before.'),
    new: amount('new'),
    reactivation: amount('reactivation'),
    expansion: amount('expansion'),
    contraction: amount('contraction'),
    churn: amount('churn'),
    mrr: amount('mrr'),
    paying: count('paying'),
    arpu: amount('arpu').nullable(),
    plans_charged: amount('plans_charged'),
    overage_charged: amount('overage_charged'),
    kept_by_providers: amount('kept_by_providers'),
  })
  .meta({ id: 'RevenueMonth' });
export type RevenueMonthWire = z.infer<typeof RevenueMonth>;

export const Revenue = z
  .object({
    currency,
    currencies,
    test_accounts: count('test_accounts'),
    results: z
      .array(RevenueMonth)
      .describe(
        'A row for each month. `mrr` is `mrr_before` and what came, less contraction and churn.',
      ),
  })
  .meta({ id: 'Revenue' });
export type RevenueWire = z.infer<typeof Revenue>;

export const readRevenue = endpoint({
  method: 'GET',
  path: '/apix/admin/figures/revenue/',
  summary: 'Retrieve MRR and its movements by month',
  description:
    'Returns monthly recurring revenue with what moved it, the paying accounts, and what wallets were charged, in one currency.',
  permission: staffOnly('figures.read'),
  work: 'replica',
  query: z.object({ ...period, currency: currencyQuery, format }),
  responses: { 200: Revenue },
  download: bytes(csv),
});

export const Movement = z
  .object({
    user: z.int().describe('The account.'),
    user_email: z.string().describe('Empty for a deleted account.'),
    subscription: z.uuid().describe('The subscription that changed.'),
    kind: z.enum(movementKinds).describe('How it counts.'),
    amount: z.string().describe('Added to MRR; below zero for contraction and churn.'),
    currency,
    occurred_at: z.iso.datetime().describe('When the plan changed.'),
  })
  .meta({ id: 'MrrMovement' });
export type MovementWire = z.infer<typeof Movement>;

export const listMovements = endpoint({
  method: 'GET',
  path: '/apix/admin/figures/movements/',
  summary: 'List the movements of MRR',
  description: `Returns the changes of plans behind the figures, newest first. ${definitions.mrr}`,
  permission: staffOnly('figures.read'),
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    month: month.optional(),
    kind: z.enum(movementKinds).optional().describe('How they count.'),
    user: accountId.optional().describe('Of one account.'),
    currency: currencyQuery,
    format,
  }),
  responses: { 200: createPageSchema(Movement) },
  download: bytes(csv),
  errors: [commonErrors.invalidPage],
});
