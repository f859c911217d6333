// An evaluation of the engine as the API returns it.
import { isCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import { roundToAmount, toDecimalText } from '#lib/money.ts';
import type { LineWire, ResultWire } from '../../../wire/calculations/calculation-results.ts';
import type { Evaluation } from '../../engine/evaluate.ts';
import type { Line } from '../../engine/lines.ts';
import { categories } from '../../engine/rules/coverage-schema.ts';
import { type DayRates, formatRate } from '../../rates/rates.ts';
import type { EvaluatedImport } from '../stages/evaluate-import.ts';
import {
  listSourceWarnings,
  type SourceContext,
  serializeSources,
  toSourceContext,
} from './serialize-sources.ts';
import { findRatesStatus, listTotalRates, serializeRates } from './used-rates.ts';

/** Text with the currency's decimals, rounded half up as customs authorities do. */
export const moneyText = (amount: Decimal, currency: string): string =>
  isCurrency(currency)
    ? toDecimalText(roundToAmount(amount, currency, 'half-up'))
    : amount.toDecimalPlaces(2).toFixed(2);

type SerializedParts = Pick<
  EvaluatedImport,
  'rules' | 'evaluation' | 'input' | 'date' | 'today' | 'dayRates' | 'range'
>;

/** Everything but what is found by further evaluations. */
export function serializeResult({
  rules,
  evaluation,
  input,
  date,
  today,
  dayRates,
  range,
}: SerializedParts): Omit<ResultWire, 'hints' | 'rate_sensitivity'> {
  const { currency, customsValue, cost, total, isMinimum } = evaluation;
  const money = (amount: Decimal) => moneyText(amount, currency);
  const context = toSourceContext(rules, date);
  const toLine = createLineSerializer(context, currency);
  const items = (input.items ?? []) as { description: string; hs_code: string }[];
  return {
    status: isMinimum ? 'partial' : range ? 'range' : 'complete',
    currency,
    customs_value: customsValue && money(customsValue),
    subtotals: sumByCategory(evaluation),
    total_payments: money(total),
    total_is_minimum: isMinimum || range !== null,
    total_most: isMinimum ? null : money(range?.most ?? total),
    landed_cost: cost && money(cost.plus(total)),
    landed_cost_most: cost && !isMinimum ? money(cost.plus(range?.most ?? total)) : null,
    questions: serializeQuestions(range, currency),
    totals_in: convertTotal(evaluation, dayRates),
    rates_to: Object.fromEntries(
      listTotalRates(currency, dayRates).map(({ to, rate }) => [to, formatRate(rate)]),
    ),
    effective_rate_percent: effectiveRatePercent(evaluation),
    breakdown: evaluation.lines.map(toLine),
    items: evaluation.items.map((lines, at) => ({
      description: items[at]?.description ?? '',
      hs_code: items[at]?.hs_code ?? '',
      breakdown: lines.map(toLine),
    })),
    exchange_rates: serializeRates(evaluation),
    rates_status: findRatesStatus(evaluation),
    rule_set: {
      id: rules.id,
      version: rules.version,
      title: rules.title,
      effective_from: rules.effective_from,
      review_by: rules.review_by,
      to_be_verified: rules.verify ?? false,
    },
    warnings: [
      ...evaluation.warnings,
      ...listSourceWarnings(rules, evaluation.lines, context, today),
    ],
    missing: [...evaluation.missing],
  };
}

const serializeQuestions = (
  range: EvaluatedImport['range'],
  currency: string,
): NonNullable<ResultWire['questions']> =>
  (range?.questions ?? []).map(({ fact, text, answers }) => ({
    fact,
    text,
    answers: answers.map(({ value, least, most }) => ({
      value,
      total_least: moneyText(least, currency),
      total_most: most && moneyText(most, currency),
    })),
  }));

function createLineSerializer(context: SourceContext, currency: string): (line: Line) => LineWire {
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
    ...serializeSources(line, context),
    missing: [...line.missing],
  });
}

function sumByCategory({ lines, currency }: Evaluation): ResultWire['subtotals'] {
  const sums = categories.map((category) => {
    const amounts = lines.flatMap((line) =>
      line.category === category && line.amount && !line.isOptional ? [line.amount] : [],
    );
    return [category, moneyText(Decimal.sum(0, ...amounts), currency)];
  });
  return Object.fromEntries(sums) as ResultWire['subtotals'];
}

const convertTotal = ({ total, currency }: Evaluation, rates: DayRates): Record<string, string> =>
  Object.fromEntries(
    listTotalRates(currency, rates).map(({ to, rate }) => [to, moneyText(total.times(rate), to)]),
  );

function effectiveRatePercent({ total, customsValue }: Evaluation): number | null {
  if (!customsValue || customsValue.isZero()) return null;
  return total.div(customsValue).times(100).toDecimalPlaces(2).toNumber();
}
