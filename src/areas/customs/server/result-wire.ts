// An outcome of the engine as the wire shows it.
import { isCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import { roundToAmount, toDecimalText } from '#lib/money.ts';
import type { StatedInput } from '../calculation-body.ts';
import type { LineWire, ResultWire } from '../calculation-schema.ts';
import type { Outcome } from './engine/evaluate.ts';
import type { Line } from './engine/lines.ts';
import { categories, type RuleSet, type RuleSource } from './engine/rule-set.ts';
import type { UsedRate } from './engine/scope.ts';
import { type DayRates, findRate } from './rates.ts';

type Parts = {
  ruleSet: RuleSet;
  outcome: Outcome;
  stated: StatedInput;
  hints: ResultWire['hints'];
  dayRates: DayRates;
  date: string;
};

/** Text with the currency's decimals; half-up, as customs count. */
export const moneyText = (amount: Decimal, currency: string): string =>
  isCurrency(currency)
    ? toDecimalText(roundToAmount(amount, currency, 'half-up'))
    : amount.toDecimalPlaces(2).toFixed(2);

export function toResult({ ruleSet, outcome, stated, hints, dayRates }: Parts): ResultWire {
  const { currency, customsValue, total, isMinimum } = outcome;
  const money = (amount: Decimal) => moneyText(amount, currency);
  const toLine = lineWriter(ruleSet, currency);
  const items = (stated.items ?? []) as { description: string; hs_code: string }[];
  return {
    status: isMinimum ? 'partial' : 'complete',
    currency,
    customs_value: customsValue && money(customsValue),
    subtotals: subtotalsOf(outcome),
    total_payments: money(total),
    total_is_minimum: isMinimum,
    landed_cost: customsValue && money(customsValue.plus(total)),
    totals_in: totalsIn(outcome, dayRates),
    effective_rate_percent: effectiveRate(outcome),
    breakdown: outcome.lines.map(toLine),
    items: outcome.items.map((lines, at) => ({
      description: items[at]?.description ?? '',
      hs_code: items[at]?.hs_code ?? '',
      breakdown: lines.map(toLine),
    })),
    exchange_rates: outcome.usedRates.map((used) => ({
      ...used,
      rate: used.rate.toSignificantDigits(12).toFixed(),
    })),
    rule_set: {
      id: ruleSet.id,
      version: ruleSet.version,
      title: ruleSet.title,
      effective_from: ruleSet.effective_from,
      review_by: ruleSet.review_by,
      to_be_verified: ruleSet.verify ?? false,
    },
    warnings: [...outcome.warnings],
    missing: [...outcome.missing],
    hints,
  };
}

function lineWriter(ruleSet: RuleSet, currency: string): (line: Line) => LineWire {
  const sources = new Map(ruleSet.sources.map((source) => [source.id, source]));
  return (line) => ({
    code: line.code,
    label: line.label,
    category: line.category,
    status: line.status,
    base: line.base?.toDecimalPlaces(6).toFixed() ?? null,
    rate: line.rate?.toFixed() ?? null,
    rate_text: line.rateText,
    amount: line.amount && moneyText(line.amount, currency),
    at_least: line.isMinimum,
    is_optional: line.isOptional,
    currency,
    formula: line.formula,
    text: line.text,
    ...sourceOf(line, sources),
    missing: [...line.missing],
  });
}

type SourceWire = Pick<LineWire, 'source' | 'source_url' | 'effective_from' | 'confidence'>;

/** Where a line comes from; of several sources only the weakest confidence is said. */
function sourceOf({ sources }: Line, byId: ReadonlyMap<string, RuleSource>): SourceWire {
  const confidences = sources.map((id) => (id === 'user' ? 'own' : byId.get(id)?.confidence));
  const confidence = fromWeakest.find((one) => confidences.includes(one)) ?? null;
  if (sources.length > 1)
    return { source: 'by line', source_url: null, effective_from: null, confidence };
  const source = byId.get(sources[0] ?? '');
  return {
    source: confidence === 'own' ? 'Your own rate' : (source?.title ?? null),
    source_url: source?.url ?? null,
    effective_from: source?.effective_from ?? null,
    confidence,
  };
}

const fromWeakest = ['verify', 'low', 'medium', 'own', 'high'] as const;

function subtotalsOf({ lines, currency }: Outcome): ResultWire['subtotals'] {
  const sums = categories.map((category) => {
    const amounts = lines.flatMap((line) =>
      line.category === category && line.amount && !line.isOptional ? [line.amount] : [],
    );
    return [category, moneyText(Decimal.sum(0, ...amounts), currency)];
  });
  return Object.fromEntries(sums) as ResultWire['subtotals'];
}

/** From the currency of a total into those that it is told in as well. */
export const totalRates = (currency: string, rates: DayRates): UsedRate[] =>
  ['USD', 'EUR'].flatMap((to) => findRate(rates, currency, to) ?? []);

const totalsIn = ({ total, currency }: Outcome, rates: DayRates): Record<string, string> =>
  Object.fromEntries(
    totalRates(currency, rates).map(({ to, rate }) => [to, moneyText(total.times(rate), to)]),
  );

function effectiveRate({ total, customsValue }: Outcome): number | null {
  if (!customsValue || customsValue.isZero()) return null;
  return total.div(customsValue).times(100).toDecimalPlaces(2).toNumber();
}
