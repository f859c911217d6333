// Whose exchange rate the customs of a place use, and of which day. The rule sets name it in
// `fx_policy`; this is the same as data for choosing the rate.

import { Decimal } from '#lib/decimal.ts';
import { capitalize } from '#lib/format.ts';
import { addDays, type RateSourceId, rateSources } from './rate-sources.ts';
import type { Quotation } from './sources/quotation.ts';

type Choice = 'newest' | 'second_last_wednesday' | 'first_of_quarter';

export type RatePolicy = {
  /** Whose rate, of which day: the end of a sentence. */
  rate: string;
  /** Null if it is not published in a form that is read here. */
  source: RateSourceId | null;
  /** The day is that of the calculation unless this says otherwise. */
  choice: Choice;
};

export type Place = { jurisdiction: string; country: string };

const createPolicy = (authority: string, source: RateSourceId | null, day: string): RatePolicy => ({
  rate: `the rate of ${authority} ${day}`,
  source,
  choice: 'newest',
});
const declared = 'of the day of the declaration';
// No fact states the day of export, so the day of the calculation stands for it.
const exported = 'of the day of export, here that of the calculation';
const euro: RatePolicy = {
  rate: 'the rate of the European Central Bank of the second-last Wednesday of the month before',
  source: 'ecb',
  choice: 'second_last_wednesday',
};

/** By country, else by jurisdiction. */
const policies: Readonly<Record<string, RatePolicy>> = {
  AE: createPolicy('the Central Bank of the UAE', 'cbuae', declared),
  AM: createPolicy('the Central Bank of Armenia', null, declared),
  AU: createPolicy('the Australian Border Force', null, exported),
  BY: createPolicy('the National Bank of Belarus', null, declared),
  CA: createPolicy(
    'the Bank of Canada',
    'boc',
    'of the day of direct shipment, here that of the calculation',
  ),
  CH: createPolicy(
    'the Federal Office for Customs and Border Security',
    'bazg',
    'of the working day before',
  ),
  DO: createPolicy('the Central Bank of the Dominican Republic', null, declared),
  EU: euro,
  GB: createPolicy('HM Revenue and Customs', 'hmrc', 'for the month of the declaration'),
  GE: createPolicy('the National Bank of Georgia', 'nbg', declared),
  JP: createPolicy('Japan Customs', null, 'for the week of the declaration'),
  KE: createPolicy('the Central Bank of Kenya', 'cbk', declared),
  KG: createPolicy('the National Bank of the Kyrgyz Republic', null, declared),
  KZ: createPolicy('the National Bank of Kazakhstan', 'nbk', declared),
  NG: createPolicy('the Central Bank of Nigeria', 'cbn', declared),
  NO: createPolicy('Norwegian Customs', null, declared),
  NZ: createPolicy('New Zealand Customs', null, 'of the day of import'),
  PL: {
    rate: 'the rate of the National Bank of Poland of the second-last Wednesday of the month before',
    source: 'nbp',
    choice: 'second_last_wednesday',
  },
  RU: createPolicy('the Bank of Russia', 'cbr', 'of the day the declaration is registered'),
  UA: createPolicy('the National Bank of Ukraine', 'nbu', declared),
  US: {
    rate: 'the rate certified by the Federal Reserve Bank of New York: the first of the quarter of export, or that of the day of export if it differs by 5 % or more; here the day of the calculation',
    source: 'fed',
    choice: 'first_of_quarter',
  },
};

export const findRatePolicy = ({ country, jurisdiction }: Place): RatePolicy | null =>
  policies[country] ?? policies[jurisdiction] ?? null;

/** "The rate of the Bank of Russia of the day the declaration is registered." */
export const describePolicy = ({ rate }: RatePolicy): string => `${capitalize(rate)}.`;

/** The last Wednesday but one of the month before. */
export function secondLastWednesday(day: string): string {
  const lastOfMonth = addDays(`${day.slice(0, 7)}-01`, -1);
  const wednesday = 3;
  const back = (new Date(lastOfMonth).getUTCDay() - wednesday + 7) % 7;
  return addDays(lastOfMonth, -back - 7);
}

export function firstOfQuarter(day: string): string {
  const quarter = Math.floor((Number(day.slice(5, 7)) - 1) / 3);
  return `${day.slice(0, 4)}-${String(quarter * 3 + 1).padStart(2, '0')}-01`;
}

/** The day whose newest rates the policy looks at. */
export const policyDay = ({ choice }: RatePolicy, day: string): string =>
  choice === 'second_last_wednesday' ? secondLastWednesday(day) : day;

/** For the policy of a quarter, the period in which its first rates are published. */
export const listFirstDays = ({ choice }: RatePolicy, day: string): [string, string] | null =>
  choice === 'first_of_quarter' ? [firstOfQuarter(day), addDays(firstOfQuarter(day), 10)] : null;

export type PolicyQuotations = {
  /** Of each pair the newest up to `policyDay`. */
  newest: readonly Quotation[];
  /** Of each pair the first within `listFirstDays`. */
  first: readonly Quotation[];
};

const toleratedDifference = 0.05;

/** The quotations that apply on a day by the policy; a pair without one is absent. */
export function choosePolicyQuotations(
  policy: RatePolicy & { source: RateSourceId },
  day: string,
  { newest, first }: PolicyQuotations,
): Quotation[] {
  const at = policyDay(policy, day);
  const { gapDaysMax } = rateSources[policy.source];
  const current = newest.filter(({ date, validUntil }) =>
    validUntil === null
      ? date <= at && addDays(date, gapDaysMax) >= at
      : date <= at && validUntil >= at,
  );
  if (policy.choice !== 'first_of_quarter') return current;
  const currentByPair = new Map(current.map((one) => [formatPair(one), one]));
  return first
    .filter(({ date }) => date <= day)
    .map((certified) => {
      const daily = currentByPair.get(formatPair(certified));
      return daily && differs(certified, daily) ? daily : certified;
    });
}

export const formatPair = ({ base, currency }: Pick<Quotation, 'base' | 'currency'>): string =>
  `${base} ${currency}`;

const differs = (certified: Quotation, daily: Quotation): boolean =>
  new Decimal(daily.rate).div(certified.rate).minus(1).abs().gte(toleratedDifference);
