// The total under other exchange rates: they change before the goods reach the border.
import type { ResultWire } from '../../../wire/calculations/calculation-results.ts';
import type { FindRate } from '../../engine/scope.ts';
import { type EvaluatedImport, evaluateWithRates } from '../stages/evaluate-import.ts';
import { moneyText } from './serialize-result.ts';

const percent = 5;

/**
 * The total with every other currency 5 % dearer and 5 % cheaper, including the user's own rates.
 * Null if no rate changes the total.
 */
export function findRateSensitivity(evaluated: EvaluatedImport): ResultWire['rate_sensitivity'] {
  const { currency, total, usedRates } = evaluated.evaluation;
  if (usedRates.every(({ from, to }) => from === to)) return null;
  const totalAt = (factor: number) =>
    evaluateWithRates(evaluated, scaleRates(evaluated.findRate, currency, factor)).total;
  const dearer = totalAt((100 + percent) / 100);
  const cheaper = totalAt((100 - percent) / 100);
  if (dearer.eq(total) && cheaper.eq(total)) return null;
  return { percent, dearer: moneyText(dearer, currency), cheaper: moneyText(cheaper, currency) };
}

/** Scales rates between this and other currencies; rates among the others stay. */
const scaleRates =
  (find: FindRate, currency: string, factor: number): FindRate =>
  (from, to) => {
    const used = find(from, to);
    if (!used || from === to) return used;
    if (to === currency) return { ...used, rate: used.rate.times(factor) };
    return from === currency ? { ...used, rate: used.rate.div(factor) } : used;
  };
