// What each figure means: contracts, documentation and screens take it from here.
import { recordedDefinition } from '#lib/wire/figures.constants.ts';

/** Prices are in it; other currencies are figures of their own and never added to it. */
export const baseCurrency = 'USD';

export const monthsDefault = 12;
export const monthsMax = 36;
/** How far `short-balances` looks ahead. */
export const shortBalanceDays = 7;

/** So that money that does not exist is no revenue, wherever it would be one. */
const withoutTest =
  'Accounts are left out that have paid with test money only, or have spent test money that no real money has covered since.';

export const definitions = {
  mrr: `Monthly recurring revenue: what the plans that are active or past due cost per month at the end of the month, a yearly price as a twelfth; trials, suspended plans and overage do not count. ${withoutTest}`,
  new: 'MRR of accounts that started their first paid plan in the month.',
  expansion: 'What changes to a higher price added to MRR in the month.',
  contraction: 'What changes to a lower price took from MRR in the month.',
  churn: 'MRR of paid plans that ended or were suspended in the month.',
  reactivation: 'MRR of accounts that had a paid plan before, and have one again since the month.',
  paying: 'Accounts with MRR at the end of the month.',
  arpu: 'Average revenue per account: MRR divided by the paying accounts.',
  plans_charged: `What wallets were charged for plans in the month, a year at once, before any credit. ${withoutTest}`,
  overage_charged: `What wallets were charged in the month for usage beyond a quota. ${withoutTest}`,
  trials: `Trials by the month in which they started. ${withoutTest}`,
  converted: 'Trials whose plan was paid for afterwards.',
  conversion: 'Converted trials as a share of those that are over.',
  cohort: `Accounts by the month in which they started their first paid plan. ${withoutTest}`,
  retained: 'Accounts of the cohort that pay at the end of a later month, as a share of all of it.',
  retained_mrr:
    'MRR of the cohort at the end of a later month, as a share of what its accounts started with.',
  requests: `${recordedDefinition} Through the last day that is over, UTC.`,
  errors: 'Of the requests, those with a status of 400 or above.',
  units: 'Units of calls that succeeded, in what the plan counts; of requests, those that count.',
  overage:
    'The price of usage beyond a quota, as it was metered; what is charged follows at the end of the usage month, within the spending cap.',
  signups: 'Accounts by the month in which they were created, those that were deleted included.',
  first_key: 'Of these accounts, those that have created an API key since.',
  first_call: 'Of these accounts, those that have made a call by key since.',
  first_payment: `Of these accounts, those that have started a paid plan since. ${withoutTest}`,
  failed:
    'Payments that the provider reported as failed, by the month in which they were created; without test money.',
  expired:
    'Payments for which no money arrived in time, by the month in which they were created; without test money.',
  overdue: `Plans whose renewal could not be charged: what is due, and when the plan ends unpaid. ${withoutTest}`,
  short: `Plans that renew within ${shortBalanceDays} days at a price that the balance does not cover, and have no card that is valid by then. ${withoutTest}`,
  kept_by_providers:
    'What payment providers kept in the month, of payments, refunds, disputes and payouts, in the currency of their balances; without test money.',
  test_accounts:
    'Accounts that have paid with test money only, or have spent test money that no real money has covered since; no figure of money counts them.',
  test_payments: 'Payments with test money that failed or expired in these months; not counted.',
} as const;
export type FigureName = keyof typeof definitions;

export const visitsNotCounted =
  'The product counts no visits to the site: page views are measured only by Google Analytics, where it is configured and a visitor consents. The funnel begins with the sign-up.';

export const movementKinds = ['new', 'expansion', 'contraction', 'churn', 'reactivation'] as const;
export type MovementKind = (typeof movementKinds)[number];

export const movementKindLabels: Record<MovementKind, string> = {
  new: 'New',
  expansion: 'Expansion',
  contraction: 'Contraction',
  churn: 'Churn',
  reactivation: 'Reactivation',
};
