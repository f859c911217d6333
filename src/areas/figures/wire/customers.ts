// From the sign-up to paying, and who keeps paying.
import { z } from 'zod';
import { bytes, endpoint } from '#lib/endpoint.ts';
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
  share,
} from './figure-fields.ts';
import { definitions, visitsNotCounted } from './figures.constants.ts';

const FunnelStep = z.object({
  month,
  partial,
  signups: count('signups'),
  first_key: count('first_key'),
  first_call: count('first_call'),
  first_payment: count('first_payment'),
});

export const Funnel = z
  .object({
    results: z.array(FunnelStep).describe('A row for each month of sign-up.'),
    total: FunnelStep.omit({ month: true, partial: true }).describe('Of all these months.'),
  })
  .meta({ id: 'Funnel' });
export type FunnelWire = z.infer<typeof Funnel>;

export const readFunnel = endpoint({
  method: 'GET',
  path: '/apix/admin/figures/funnel/',
  summary: 'Retrieve the funnel from sign-up to first payment',
  description: `Returns how many accounts of each month have taken each step since; steps are counted independently of each other. ${visitsNotCounted}`,
  permission: staffOnly('figures.read'),
  work: 'replica',
  query: z.object({ ...period, format }),
  responses: { 200: Funnel },
  download: bytes(csv),
});

const TrialCounts = z.object({
  started: count('trials'),
  running: z.int().describe('Trials that are not over.'),
  converted: count('converted'),
  ended: z.int().describe('Trials that are over and were not paid for.'),
  conversion: share('conversion'),
});

export const Trials = z
  .object({
    results: z
      .array(TrialCounts.extend({ month, partial }))
      .describe('A row for each month in which trials could start.'),
    total: TrialCounts.describe('Of all these months.'),
  })
  .meta({ id: 'Trials' });
export type TrialsWire = z.infer<typeof Trials>;

export const readTrials = endpoint({
  method: 'GET',
  path: '/apix/admin/figures/trials/',
  summary: 'Retrieve how many trials became paid plans',
  description: `Returns trials by the month of their start. ${definitions.conversion}`,
  permission: staffOnly('figures.read'),
  work: 'replica',
  query: z.object({ ...period, format }),
  responses: { 200: Trials },
  download: bytes(csv),
});

export const Cohort = z
  .object({
    month,
    accounts: count('cohort'),
    mrr: z.string().describe('What its accounts started with.'),
    months: z
      .array(
        z.object({
          after: z.int().describe('Months since the first: 0 is the end of the first month.'),
          accounts: z.int().describe('Accounts that pay at the end of that month.'),
          retained: share('retained'),
          mrr: amount('mrr'),
          retained_mrr: share('retained_mrr'),
        }),
      )
      .describe('From the first month up to the current one.'),
  })
  .meta({ id: 'Cohort' });
export type CohortWire = z.infer<typeof Cohort>;

export const Cohorts = z
  .object({ currency, currencies, results: z.array(Cohort).describe('The oldest first.') })
  .meta({ id: 'Cohorts' });
export type CohortsWire = z.infer<typeof Cohorts>;

export const readCohorts = endpoint({
  method: 'GET',
  path: '/apix/admin/figures/cohorts/',
  summary: 'Retrieve the retention of cohorts',
  description:
    'Returns, by the month of the first payment, how many accounts still pay and how much, at the end of each month since. The CSV has a line for each of these months.',
  permission: staffOnly('figures.read'),
  work: 'replica',
  query: z.object({ ...period, currency: currencyQuery, format }),
  responses: { 200: Cohorts },
  download: bytes(csv),
});
