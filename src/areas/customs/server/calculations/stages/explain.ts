// The last pure stage: the result as the API returns it, with its warnings and hints.
import type { ResultWire } from '../../../wire/calculations/calculation-results.ts';
import type { SavedRate } from '../calculation-store.ts';
import { findHints } from '../result/hints.ts';
import { findRateSensitivity } from '../result/rate-sensitivity.ts';
import { serializeResult } from '../result/serialize-result.ts';
import { listUnknownFieldWarnings, listUnusedFactWarnings } from '../result/unused-fields.ts';
import { listRateWarnings } from '../result/used-rates.ts';
import type { EvaluatedImport } from './evaluate-import.ts';

export type Calculation = Pick<
  EvaluatedImport,
  'kind' | 'input' | 'date' | 'ruleSet' | 'tariff' | 'evaluation'
> & {
  result: ResultWire;
  rates: SavedRate[];
};

export function explain(evaluated: EvaluatedImport): Calculation {
  const { kind, input, date, ruleSet, tariff, evaluation } = evaluated;
  const serialized = serializeResult(evaluated);
  const rates = evaluation.usedRates.map(({ rate, ...used }) => ({
    ...used,
    rate: rate.toFixed(),
  }));
  const warnings = [
    ...listUnknownFieldWarnings(evaluated.unknownFields),
    ...listUnusedFactWarnings(ruleSet.body, input),
    ...serialized.warnings,
    ...listRateWarnings(evaluated),
  ];
  const result = {
    ...serialized,
    hints: findHints(evaluated),
    rate_sensitivity: findRateSensitivity(evaluated),
    warnings,
  };
  return { kind, input, date, ruleSet, tariff, evaluation, result, rates };
}
