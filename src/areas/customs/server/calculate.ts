// From facts to a result: the rule set is chosen, rates are found, and the outcome is put on the
// wire with the source of each line.

import { apiError } from '#kernel/http/errors.ts';
import { isCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import type { StatedInput } from '../calculation-body.ts';
import type { ResultWire } from '../calculation-schema.ts';
import { ruleSetNotFound } from '../contract.ts';
import type { Customs } from './customs.ts';
import { evaluate, type Outcome } from './engine/evaluate.ts';
import type { RuleSet } from './engine/rule-set.ts';
import type { FindRate, Warning } from './engine/scope.ts';
import { findHints } from './hints.ts';
import { type DayRates, findRate, isStale } from './rates.ts';
import { readConsignment } from './read-facts.ts';
import {
  refuseIncomplete,
  refuseNotYetProduced,
  refuseTooLarge,
  refuseUncovered,
  refuseUnsupported,
  regimeOf,
} from './refusals.ts';
import { toResult, totalRates } from './result-wire.ts';
import type { PublishedRow } from './rule-set-store.ts';
import { chooseRuleSet, countriesOf } from './rule-sets.ts';
import { findSensitivity } from './sensitivity.ts';
import { warnOfUnknown } from './unknown-fields.ts';

export type Kind = 'custom' | 'vehicle';

/** A rate that was used, as it is kept with a calculation. */
export type KeptRate = { from: string; to: string; rate: string; date: string; source: string };

/** A rate of the caller's own. */
export type StatedRate = { from: string; to: string; rate: string };

export type Calculated = {
  ruleSet: PublishedRow;
  date: string;
  regime: string;
  outcome: Outcome;
  result: ResultWire;
  rates: KeptRate[];
};

/** Rules and rates of a kept calculation, in place of those of the day. */
export type Original = { ruleSet: PublishedRow; rates: readonly KeptRate[] };

/** `unknown` are names of fields that were sent beside the facts. */
export type Beside = { original?: Original | undefined; unknown?: readonly string[] };

/**
 * Throws 422 `rule_set_not_found` without rules for the destination, and 400 by field for what the
 * rule set asks for and nobody stated, what the original rules do not hold for, or is too large.
 */
export async function calculate(
  customs: Customs,
  kind: Kind,
  stated: StatedInput,
  { original, unknown = [] }: Beside = {},
): Promise<Calculated> {
  const date = String(stated.calculation_date ?? customs.today());
  if (original) refuseUncovered(original.ruleSet.body, stated);
  const ruleSet = original?.ruleSet ?? (await findRuleSet(customs, kind, stated, date));
  refuseIncomplete(ruleSet.body, kind, stated);
  refuseNotYetProduced(stated, date);
  const dayRates = await customs.rates.on(date);
  refuseUnsupported(stated, dayRates, original?.rates);
  const find = rateFinder(dayRates, date, stated, original?.rates);
  const runBy = (rates: FindRate) => (facts: StatedInput) =>
    evaluateStated(ruleSet.body, facts, date, rates);
  const run = runBy(find);
  const { outcome, isYearAssumed } = runCostlier(run, stated);
  refuseTooLarge(kind, outcome);
  const rate_sensitivity = findSensitivity(
    outcome,
    find,
    (moved) => runCostlier(runBy(moved), stated).outcome,
  );
  const asOf = { ...stated, calculation_date: date };
  const hints = findHints(ruleSet.body, asOf, outcome, run);
  const result = toResult({ ruleSet: ruleSet.body, outcome, stated, hints, dayRates, date });
  const warnings = [
    ...warnOfUnknown(unknown),
    ...result.warnings,
    ...staleWarnings(outcome, dayRates, date),
  ];
  if (isYearAssumed) warnings.push(yearWarning);
  const rates = outcome.usedRates.map(({ rate, ...used }) => ({ ...used, rate: rate.toFixed() }));
  return {
    ruleSet,
    date,
    regime: ruleSet.body.regime,
    outcome,
    result: { ...result, rate_sensitivity, warnings },
    rates,
  };
}

const kindOf = (kind: Kind): RuleSet['kind'] => (kind === 'custom' ? 'goods' : 'vehicle');

async function findRuleSet(
  customs: Customs,
  kind: Kind,
  stated: StatedInput,
  date: string,
): Promise<PublishedRow> {
  const rows = await customs.ruleSets.all();
  const regime = regimeOf(stated);
  const choice = { kind: kindOf(kind), country: stated.destination_country, date };
  const found = chooseRuleSet(rows, { ...choice, ...(regime && { regime }) });
  if (found) return found;
  const available = rows
    .filter(({ body }) => body.kind === choice.kind)
    .flatMap(({ body }) => countriesOf(body));
  throw apiError(ruleSetNotFound, { available: [...new Set(available)].sort() });
}

const inverseOf = (rate: string): Decimal =>
  new Decimal(1).div(rate).toSignificantDigits(inverseDigits);

/** Enough that no cent is lost on the way back. */
const inverseDigits = 20;

/** The user's own rate first, then the one kept, then the day's. */
function rateFinder(
  rates: DayRates,
  date: string,
  stated: StatedInput,
  kept: readonly KeptRate[] = [],
): FindRate {
  const own = (stated.exchange_rates ?? []) as StatedRate[];
  return (from, to) => {
    for (const one of own) {
      const isStraight = one.from === from && one.to === to;
      const isInverse = one.from === to && one.to === from;
      if (!isStraight && !isInverse) continue;
      const rate = isStraight ? new Decimal(one.rate) : inverseOf(one.rate);
      return { from, to, rate, date, source: 'own' };
    }
    const same = kept.find((one) => one.from === from && one.to === to);
    if (same) return { ...same, rate: new Decimal(same.rate) };
    return isCurrency(from) && isCurrency(to) ? findRate(rates, from, to) : null;
  };
}

function evaluateStated(ruleSet: RuleSet, stated: StatedInput, date: string, find: FindRate) {
  const { facts, items } = readConsignment(stated);
  const currency = ruleSet.currencies?.[stated.destination_country];
  return evaluate(ruleSet, { facts, items, date, ...(currency && { currency }) }, find);
}

/** A year alone may be two bands: the costlier is taken, and it is said. */
function runCostlier(run: (stated: StatedInput) => Outcome, stated: StatedInput) {
  const year = stated.production_date;
  if (typeof year !== 'string' || !/^\d{4}$/.test(year))
    return { outcome: run(stated), isYearAssumed: false };
  const [older, younger] = ['01', '12'].map((month) =>
    run({ ...stated, production_date: `${year}-${month}` }),
  ) as [Outcome, Outcome];
  const [costlier, cheaper] = younger.total.gt(older.total) ? [younger, older] : [older, younger];
  return {
    outcome: {
      ...costlier,
      // What is cheaper as far as it is known may still be the costlier one.
      isMinimum: older.isMinimum || younger.isMinimum,
      missing: [...new Set([...costlier.missing, ...cheaper.missing])].sort(),
    },
    isYearAssumed: !younger.total.eq(older.total) || older.isMinimum !== younger.isMinimum,
  };
}

const yearWarning = {
  code: 'production_month_assumed',
  message: 'Only the year of production is stated: the month that costs more is taken.',
};

/** Of the rates that made the total, and of those that it is told by in other currencies. */
function staleWarnings(outcome: Outcome, dayRates: DayRates, date: string): Warning[] {
  const used = [...outcome.usedRates, ...totalRates(outcome.currency, dayRates)];
  const stale = used.filter(
    (one) => one.source !== 'own' && one.from !== one.to && isStale(one.date, date),
  );
  const messages = stale.map(({ from, to, date: known }) =>
    known > date
      ? `No exchange rate from ${from} to ${to} is known of ${date}: that of ${known} is used.`
      : `The exchange rate from ${from} to ${to} is of ${known}.`,
  );
  return [...new Set(messages)].map((message) => ({ code: 'rate_stale', message }));
}
