// The result of the rules, and of the same rules under other facts, days or rates.
import { InvalidInput } from '#kernel/http/errors.ts';
import { type Evaluation, type EvaluationInput, evaluate } from '../../engine/evaluate.ts';
import type { Consignment } from '../../engine/read-facts.ts';
import type { Facts, FindRate } from '../../engine/scope.ts';
import type { ConvertedImport } from './convert-money.ts';

type CostliestEvaluation = {
  evaluation: Evaluation;
  /** The month of production is unknown and makes a difference. */
  isMonthAssumed: boolean;
};

export type EvaluatedImport = ConvertedImport & CostliestEvaluation;

/** Throws 400 for amounts that are too large. */
export function evaluateImport(converted: ConvertedImport): EvaluatedImport {
  const costliest = evaluateCostliest(converted, {});
  assertTotalInRange(converted.kind, costliest.evaluation);
  return { ...converted, ...costliest };
}

/** The total with other exchange rates. */
export const evaluateWithRates = (converted: ConvertedImport, findRate: FindRate): Evaluation =>
  evaluateCostliest({ ...converted, findRate }, { totalOnly: true }).evaluation;

/** The total with these facts in place of those of the import, or with ages counted to a day. */
export function evaluateVariant(
  converted: ConvertedImport,
  { facts, agesOn }: { facts?: Facts; agesOn?: string },
): Evaluation {
  const { consignment } = converted;
  const changed = { ...consignment, facts: { ...consignment.facts, ...facts } };
  return evaluateConsignment(converted, changed, { totalOnly: true, ...(agesOn && { agesOn }) });
}

type Options = Pick<EvaluationInput, 'agesOn' | 'totalOnly'>;

function evaluateConsignment(
  { rules, country, date, findRate }: ConvertedImport,
  consignment: Consignment,
  options: Options,
): Evaluation {
  const currency = rules.currencies?.[country] ?? rules.currency;
  return evaluate(rules, { ...consignment, date, currency, ...options }, findRate);
}

/** A year without a month can fall into two bands: takes the costlier one. */
function evaluateCostliest(converted: ConvertedImport, options: Options): CostliestEvaluation {
  const [first, last] = converted.candidates;
  const older = evaluateConsignment(converted, first, options);
  if (!last) return { evaluation: older, isMonthAssumed: false };
  const younger = evaluateConsignment(converted, last, options);
  const [costlier, cheaper] = younger.total.gt(older.total) ? [younger, older] : [older, younger];
  return {
    evaluation: {
      ...costlier,
      // The one that is cheaper by its known parts may still be the costlier one.
      isMinimum: older.isMinimum || younger.isMinimum,
      missing: [...new Set([...costlier.missing, ...cheaper.missing])].sort(),
    },
    isMonthAssumed: !younger.total.eq(older.total) || older.isMinimum !== younger.isMinimum,
  };
}

/** Well below the largest total that its column can store. */
const totalMax = '1e18';

function assertTotalInRange(kind: ConvertedImport['kind'], { total }: Evaluation): void {
  if (total.lt(totalMax)) return;
  const field = kind === 'goods' ? 'items' : 'price';
  throw new InvalidInput({ [field]: ['These amounts are too large to calculate with.'] });
}
