// What a total would be if exchange rates moved: they do, before goods are at the border.
import type { ResultWire } from '../calculation-schema.ts';
import type { Outcome } from './engine/evaluate.ts';
import type { FindRate } from './engine/scope.ts';
import { moneyText } from './result-wire.ts';

const percent = 5;

/**
 * The total with every other currency dearer and cheaper by 5 %, the user's own rates among them.
 * `run` evaluates the same facts by other rates. Null where no rate matters.
 */
export function findSensitivity(
  { currency, total, usedRates }: Outcome,
  find: FindRate,
  run: (find: FindRate) => Outcome,
): ResultWire['rate_sensitivity'] {
  if (usedRates.every(({ from, to }) => from === to)) return null;
  const [dearer, cheaper] = [100 + percent, 100 - percent].map(
    (each) => run(moveRates(find, currency, each / 100)).total,
  );
  if (dearer!.eq(total) && cheaper!.eq(total)) return null;
  return {
    percent,
    dearer: moneyText(dearer!, currency),
    cheaper: moneyText(cheaper!, currency),
  };
}

/** What other currencies cost in this one, times `factor`; what they cost in each other stays. */
const moveRates =
  (find: FindRate, currency: string, factor: number): FindRate =>
  (from, to) => {
    const used = find(from, to);
    if (!used || from === to) return used;
    if (to === currency) return { ...used, rate: used.rate.times(factor) };
    return from === currency ? { ...used, rate: used.rate.div(factor) } : used;
  };
