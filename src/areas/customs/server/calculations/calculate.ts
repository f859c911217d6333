// From a request to a result, stage by stage: each is a pure function of what the one before it
// returns. Only `gather` reads the database, and `stages/save.ts` stores what this returns.
import type { Customs } from '../customs.ts';
import { applyTariff } from './stages/apply-tariff.ts';
import { complete } from './stages/complete.ts';
import { convertMoney } from './stages/convert-money.ts';
import { evaluateImport } from './stages/evaluate-import.ts';
import { type Calculation, explain } from './stages/explain.ts';
import { type GatheredImport, gather } from './stages/gather.ts';
import { type CalculationRequest, parse } from './stages/parse.ts';

/**
 * Throws 422 `rule_set_not_found` without rules for the destination, and 400 by field for a
 * required fact that is missing, a place that the original rules do not cover, or amounts that are
 * too large.
 */
export async function calculate(
  customs: Customs,
  request: CalculationRequest,
): Promise<Calculation> {
  const parsed = parse(request, customs.today());
  const gathered = await gather(customs, parsed);
  return calculateGathered(gathered);
}

export function calculateGathered(gathered: GatheredImport): Calculation {
  const completed = complete(gathered);
  const withTariff = applyTariff(completed);
  const converted = convertMoney(withTariff);
  const evaluated = evaluateImport(converted);
  return explain(evaluated);
}
