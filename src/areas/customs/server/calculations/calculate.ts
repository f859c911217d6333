// From facts to a result: chooses the rule set, finds the exchange rates, evaluates, and names the
// source of each line.

import { apiError } from '#kernel/http/errors.ts';
import type { CalculationInput } from '../../wire/calculation-inputs.ts';
import type { ResultWire } from '../../wire/calculation-results.ts';
import type { ImportKind } from '../../wire/calculations.constants.ts';
import { ruleSetNotFound } from '../../wire/calculations.ts';
import type { Customs } from '../customs.ts';
import { type Evaluation, evaluate } from '../engine/evaluate.ts';
import { readConsignment } from '../engine/read-facts.ts';
import type { FindRate } from '../engine/scope.ts';
import { chooseRuleSet, listCountries } from '../rule-sets/choose-rule-set.ts';
import type { PublishedRuleSet } from '../rule-sets/rule-set-store.ts';
import { createRateFinder, listRateWarnings } from './calculation-rates.ts';
import type { SavedRate } from './calculation-store.ts';
import { assertConsistent } from './check-contradictions.ts';
import {
  assertComplete,
  assertCovered,
  assertCurrenciesSupported,
  assertTotalInRange,
  readRegime,
} from './check-inputs.ts';
import { findHints } from './hints.ts';
import { withImportedTariff } from './imported-tariff.ts';
import { findRateSensitivity } from './rate-sensitivity.ts';
import { serializeResult } from './serialize-result.ts';
import { listUnknownFieldWarnings, listUnusedFactWarnings } from './unknown-fields.ts';

export type CalculationRun = {
  ruleSet: PublishedRuleSet;
  /** The imported tariff whose duties were used. */
  tariffId: number | null;
  date: string;
  regime: string;
  evaluation: Evaluation;
  result: ResultWire;
  rates: SavedRate[];
};

/** Rules, tariff and rates of a saved calculation, in place of those of the day. */
export type OriginalRules = {
  ruleSet: PublishedRuleSet;
  tariffId: number | null;
  rates: readonly SavedRate[];
};

/** `unknownFields` are the names of fields that the request contains and the contract lacks. */
export type CalculateOptions = {
  original?: OriginalRules | undefined;
  unknownFields?: readonly string[];
};

/**
 * Throws 422 `rule_set_not_found` without rules for the destination, and 400 by field for a
 * required fact that is missing, a place that the original rules do not cover, or amounts that are
 * too large.
 */
export async function calculate(
  customs: Customs,
  kind: ImportKind,
  input: CalculationInput,
  { original, unknownFields = [] }: CalculateOptions = {},
): Promise<CalculationRun> {
  const date = String(input.calculation_date ?? customs.today());
  if (original) assertCovered(original.ruleSet.body, input);
  const ruleSet = original?.ruleSet ?? (await findRuleSet(customs, kind, input, date));
  assertComplete(ruleSet.body, kind, input);
  assertConsistent(input, date);
  const dayRates = await customs.rates.on(date, {
    jurisdiction: ruleSet.body.jurisdiction,
    country: input.destination_country,
  });
  assertCurrenciesSupported(input, dayRates, original?.rates);
  const find = createRateFinder(dayRates, date, input, original?.rates);
  const tariff = await withImportedTariff(customs, ruleSet.body, input, date, original?.tariffId);
  const { rules } = tariff;
  const readOnce = createConsignmentReader();
  const currency = rules.currencies?.[input.destination_country];
  const runBy =
    (rates: FindRate, totalOnly = true) =>
    (facts: CalculationInput, agesOn?: string) =>
      evaluate(
        rules,
        {
          ...readOnce(facts),
          ...{ date, totalOnly },
          ...(agesOn && { agesOn }),
          ...(currency && { currency }),
        },
        rates,
      );
  const { evaluation, isYearAssumed } = runCostlier(runBy(find, false), input);
  assertTotalInRange(kind, evaluation);
  const rate_sensitivity = findRateSensitivity(
    evaluation,
    find,
    (scaled) => runCostlier(runBy(scaled), input).evaluation,
  );
  const asOf = { ...input, calculation_date: date };
  const hints = findHints(rules, asOf, evaluation, runBy(find));
  const result = serializeResult({
    ...{ ruleSet: rules, evaluation, input, date, hints, dayRates },
    today: customs.today(),
  });
  const warnings = [
    ...listUnknownFieldWarnings(unknownFields),
    ...listUnusedFactWarnings(ruleSet.body, input),
    ...result.warnings,
    ...listRateWarnings(evaluation, dayRates, input),
  ];
  if (isYearAssumed) warnings.push(yearWarning);
  const rates = evaluation.usedRates.map(({ rate, ...used }) => ({
    ...used,
    rate: rate.toFixed(),
  }));
  return {
    ruleSet,
    tariffId: tariff.tariffId,
    date,
    regime: ruleSet.body.regime,
    evaluation,
    result: { ...result, rate_sensitivity, warnings },
    rates,
  };
}

async function findRuleSet(
  customs: Customs,
  kind: ImportKind,
  input: CalculationInput,
  date: string,
): Promise<PublishedRuleSet> {
  const rows = await customs.ruleSets.all();
  const regime = readRegime(input);
  const choice = { kind, country: input.destination_country, date };
  const found = chooseRuleSet(rows, { ...choice, ...(regime && { regime }) });
  if (found) return found;
  const available = rows
    .filter(({ body }) => body.kind === choice.kind)
    .flatMap(({ body }) => listCountries(body));
  throw apiError(ruleSetNotFound, { available: [...new Set(available)].sort() });
}

/** The same facts are evaluated several times, with other rates and on other days. */
function createConsignmentReader() {
  const known = new WeakMap<CalculationInput, ReturnType<typeof readConsignment>>();
  return (input: CalculationInput) => {
    const consignment = known.get(input) ?? readConsignment(input);
    known.set(input, consignment);
    return consignment;
  };
}

/** A year without a month can fall into two bands: takes the costlier one and says so. */
function runCostlier(run: (input: CalculationInput) => Evaluation, input: CalculationInput) {
  const year = input.production_date;
  if (typeof year !== 'string' || !/^\d{4}$/.test(year))
    return { evaluation: run(input), isYearAssumed: false };
  const [older, younger] = ['01', '12'].map((month) =>
    run({ ...input, production_date: `${year}-${month}` }),
  ) as [Evaluation, Evaluation];
  const [costlier, cheaper] = younger.total.gt(older.total) ? [younger, older] : [older, younger];
  return {
    evaluation: {
      ...costlier,
      // The one that is cheaper by its known parts may still be the costlier one.
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
