// The result of the rules, and of the same rules under other facts, days or rates.
import { InvalidInput } from '#kernel/http/errors.ts';
import {
  conclude,
  type Evaluation,
  type EvaluationInput,
  evaluate,
  runSteps,
} from '../../engine/evaluate.ts';
import { findOpenQuestions } from '../../engine/questions.ts';
import type { Consignment } from '../../engine/read-facts.ts';
import type { Facts, FindRate } from '../../engine/scope.ts';
import type { ConvertedImport } from './convert-money.ts';
import { findRange, listVariants, type Range } from './range.ts';

type Evaluated = {
  /** Of several that are possible the one with the least total. */
  evaluation: Evaluation;
  /** Null if one amount is possible. */
  range: Range | null;
};

export type EvaluatedImport = ConvertedImport & Evaluated;

/** Throws 400 for amounts that are too large. */
export function evaluateImport(converted: ConvertedImport): EvaluatedImport {
  const evaluated = evaluatePossible(converted, {});
  assertTotalInRange(converted.kind, evaluated.evaluation);
  return { ...converted, ...evaluated };
}

/** The total with other exchange rates. */
export const evaluateWithRates = (converted: ConvertedImport, findRate: FindRate): Evaluation =>
  evaluatePossible({ ...converted, findRate }, { totalOnly: true }).evaluation;

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

const toInput = (
  { rules, country, date }: ConvertedImport,
  consignment: Consignment,
  options: Options,
): EvaluationInput => ({
  ...consignment,
  date,
  currency: rules.currencies?.[country] ?? rules.currency,
  ...options,
});

const evaluateConsignment = (
  converted: ConvertedImport,
  consignment: Consignment,
  options: Options,
): Evaluation =>
  evaluate(converted.rules, toInput(converted, consignment, options), converted.findRate);

/** Every day of production and every answer to an open question that the facts leave possible. */
function evaluatePossible(converted: ConvertedImport, options: Options): Evaluated {
  const { rules, candidates, findRate } = converted;
  const [first] = candidates;
  const usual = runSteps(rules, toInput(converted, first, options), findRate);
  const variants = listVariants(candidates, findOpenQuestions(usual));
  if (variants.length === 1) return { evaluation: conclude(usual), range: null };
  const possible = variants.map((variant) => ({
    ...variant,
    evaluation: evaluateConsignment(converted, variant.consignment, {
      ...options,
      totalOnly: true,
    }),
  }));
  const { least, isMinimum, missing, range } = findRange(possible);
  const evaluation = evaluateConsignment(converted, least.consignment, options);
  return { evaluation: { ...evaluation, isMinimum, missing }, range };
}

/** Well below the largest total that its column can store. */
const totalMax = '1e18';

function assertTotalInRange(kind: ConvertedImport['kind'], { total }: Evaluation): void {
  if (total.lt(totalMax)) return;
  const field = kind === 'goods' ? 'items' : 'price';
  throw new InvalidInput({ [field]: ['These amounts are too large to calculate with.'] });
}
