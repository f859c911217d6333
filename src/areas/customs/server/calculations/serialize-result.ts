// An evaluation of the engine as the API returns it.
import { isCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import { roundToAmount, toDecimalText } from '#lib/money.ts';
import type { CalculationInput } from '../../wire/calculation-inputs.ts';
import type { LineWire, ResultWire } from '../../wire/calculation-results.ts';
import type { Evaluation } from '../engine/evaluate.ts';
import type { Line } from '../engine/lines.ts';
import { categories, type RuleSet, type RuleSource } from '../engine/rule-set.ts';
import type { UsedRate } from '../engine/scope.ts';
import { type DayRates, findRate } from '../rates/rates.ts';

type ResultInput = {
  ruleSet: RuleSet;
  evaluation: Evaluation;
  stated: CalculationInput;
  hints: ResultWire['hints'];
  dayRates: DayRates;
};

/** Text with the currency's decimals, rounded half up as customs authorities do. */
export const moneyText = (amount: Decimal, currency: string): string =>
  isCurrency(currency)
    ? toDecimalText(roundToAmount(amount, currency, 'half-up'))
    : amount.toDecimalPlaces(2).toFixed(2);

export function serializeResult({
  ruleSet,
  evaluation,
  stated,
  hints,
  dayRates,
}: ResultInput): ResultWire {
  const { currency, customsValue, total, isMinimum } = evaluation;
  const money = (amount: Decimal) => moneyText(amount, currency);
  const toLine = createLineSerializer(ruleSet, currency);
  const items = (stated.items ?? []) as { description: string; hs_code: string }[];
  return {
    status: isMinimum ? 'partial' : 'complete',
    currency,
    customs_value: customsValue && money(customsValue),
    subtotals: sumByCategory(evaluation),
    total_payments: money(total),
    total_is_minimum: isMinimum,
    landed_cost: customsValue && money(customsValue.plus(total)),
    totals_in: convertTotal(evaluation, dayRates),
    effective_rate_percent: effectiveRatePercent(evaluation),
    breakdown: evaluation.lines.map(toLine),
    items: evaluation.items.map((lines, at) => ({
      description: items[at]?.description ?? '',
      hs_code: items[at]?.hs_code ?? '',
      breakdown: lines.map(toLine),
    })),
    exchange_rates: evaluation.usedRates.map((used) => ({
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
    warnings: [...evaluation.warnings],
    missing: [...evaluation.missing],
    hints,
  };
}

function createLineSerializer(ruleSet: RuleSet, currency: string): (line: Line) => LineWire {
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
    ...serializeSource(line, sources),
    missing: [...line.missing],
  });
}

type SourceWire = Pick<LineWire, 'source' | 'source_url' | 'effective_from' | 'confidence'>;

/** The source of a line; of several sources only the lowest confidence. */
function serializeSource({ sources }: Line, byId: ReadonlyMap<string, RuleSource>): SourceWire {
  const confidences = sources.map((id) => (id === 'user' ? 'own' : byId.get(id)?.confidence));
  const confidence = weakestFirst.find((one) => confidences.includes(one)) ?? null;
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

const weakestFirst = ['verify', 'low', 'medium', 'own', 'high'] as const;

function sumByCategory({ lines, currency }: Evaluation): ResultWire['subtotals'] {
  const sums = categories.map((category) => {
    const amounts = lines.flatMap((line) =>
      line.category === category && line.amount && !line.isOptional ? [line.amount] : [],
    );
    return [category, moneyText(Decimal.sum(0, ...amounts), currency)];
  });
  return Object.fromEntries(sums) as ResultWire['subtotals'];
}

/** From the currency of a total into the others that it is shown in. */
export const listTotalRates = (currency: string, rates: DayRates): UsedRate[] =>
  ['USD', 'EUR'].flatMap((to) => findRate(rates, currency, to) ?? []);

const convertTotal = ({ total, currency }: Evaluation, rates: DayRates): Record<string, string> =>
  Object.fromEntries(
    listTotalRates(currency, rates).map(({ to, rate }) => [to, moneyText(total.times(rate), to)]),
  );

function effectiveRatePercent({ total, customsValue }: Evaluation): number | null {
  if (!customsValue || customsValue.isZero()) return null;
  return total.div(customsValue).times(100).toDecimalPlaces(2).toNumber();
}
