// What the stages of a calculation begin with, without a database: rules of the repository, and the
// rates that come with the product.
import type { GatheredImport } from '#areas/customs/server/calculations/stages/gather.ts';
import { type CalculationRequest, parse } from '#areas/customs/server/calculations/stages/parse.ts';
import { mergeRates } from '#areas/customs/server/rates/merge-rates.ts';
import { createDayRates } from '#areas/customs/server/rates/rates.ts';
import { readRuleFiles } from '#areas/customs/server/rule-sets/rule-files.ts';

export const importDay = '2026-11-20';

export function gatherImport(
  ruleSetId: string,
  input: CalculationRequest['input'],
  request: Partial<CalculationRequest> = {},
): GatheredImport {
  const body = readRuleFiles().find(({ id }) => id === ruleSetId);
  if (!body) throw new Error(`There are no rules ${ruleSetId}.`);
  const parsed = parse({ kind: body.kind, input, ...request }, importDay);
  const dayRates = createDayRates(parsed.date, mergeRates([], parsed.date));
  return { ...parsed, ruleSet: { id: 1, body }, dayRates, tariff: null };
}
