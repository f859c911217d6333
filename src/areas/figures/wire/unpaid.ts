// Money that did not come, or will not.
import { z } from 'zod';
import { bytes, commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import {
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
import { definitions } from './figures.constants.ts';

const pages = { page: listQuery.page, page_size: listQuery.page_size, limit: listQuery.limit };

export const FailedPayments = z
  .object({
    currency,
    currencies,
    test_payments: count('test_payments'),
    results: z
      .array(
        z.object({
          month,
          partial,
          failed: count('failed'),
          failed_amount: z.string().describe('What they would have credited.'),
          expired: count('expired'),
          expired_amount: z.string().describe('What they would have credited.'),
        }),
      )
      .describe('A row for each month.'),
  })
  .meta({ id: 'FailedPayments' });
export type FailedPaymentsWire = z.infer<typeof FailedPayments>;

export const readFailedPayments = endpoint({
  method: 'GET',
  path: '/apix/admin/figures/failed-payments/',
  summary: 'Retrieve failed payments by month',
  description:
    'Returns how many payments failed or expired, and their amounts, in one currency, without test money.',
  permission: staffOnly('figures.read'),
  work: 'replica',
  query: z.object({ ...period, currency: currencyQuery, format }),
  responses: { 200: FailedPayments },
  download: bytes(csv),
});

const planFields = {
  user: z.int().describe('The account.'),
  user_email: z.string().describe('Empty for a deleted account.'),
  subscription: z.uuid().describe('Its subscription.'),
  plan: z.string().describe('The name of the plan that is charged.'),
  currency,
  amount: z.string().describe('What is due.'),
  available: z.string().describe('What the wallet could pay now.'),
  missing: z.string().describe('What is missing of the amount.'),
};

export const OverduePlan = z
  .object({
    ...planFields,
    since: z.iso.datetime().describe('When the charge failed first.'),
    attempts: z.int().describe('Charges that failed.'),
    ends_at: z.iso.datetime().describe('When the plan ends if nothing is paid.'),
  })
  .meta({ id: 'OverduePlan' });
export type OverduePlanWire = z.infer<typeof OverduePlan>;

export const listOverduePlans = endpoint({
  method: 'GET',
  path: '/apix/admin/figures/overdue/',
  summary: 'List plans that are past due',
  description: `Returns them by how soon they end. ${definitions.overdue}`,
  permission: staffOnly('figures.read'),
  work: 'replica',
  query: z.object({ ...pages, format }),
  responses: { 200: createPageSchema(OverduePlan) },
  download: bytes(csv),
  errors: [commonErrors.invalidPage],
});

export const ShortBalance = z
  .object({ ...planFields, renews_at: z.iso.datetime().describe('When the amount is charged.') })
  .meta({ id: 'ShortBalance' });
export type ShortBalanceWire = z.infer<typeof ShortBalance>;

export const listShortBalances = endpoint({
  method: 'GET',
  path: '/apix/admin/figures/short-balances/',
  summary: 'List balances that will not cover a renewal',
  description: `Returns them by how soon they renew; ends of trials count as renewals. ${definitions.short}`,
  permission: staffOnly('figures.read'),
  work: 'replica',
  query: z.object({ ...pages, format }),
  responses: { 200: createPageSchema(ShortBalance) },
  download: bytes(csv),
  errors: [commonErrors.invalidPage],
});
