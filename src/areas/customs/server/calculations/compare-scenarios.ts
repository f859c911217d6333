import { toErrorResponse } from '#kernel/http/errors.ts';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import type { ComparisonInput } from '../../wire/calculations/comparisons.ts';
import type { Customs } from '../customs.ts';
import { listUnknownFields } from './result/unused-fields.ts';
import { previewCalculation } from './saved-calculations.ts';

/**
 * Each scenario gets its own result or error. Throws the first error if all of them fail. The total
 * in US dollars decides which is cheapest; one with unknown parts never is.
 */
export async function compareScenarios(
  customs: Customs,
  kind: ImportKind,
  { base, scenarios }: ComparisonInput,
  requestBody: unknown,
) {
  const unknownFields = listUnknownFields(requestBody, { base, scenarios });
  const settled = await Promise.allSettled(
    scenarios.map(({ changes }, at) =>
      previewCalculation(customs, {
        kind,
        input: { ...base, ...changes },
        unknownFields: listScenarioFields(unknownFields, at),
      }),
    ),
  );
  const refused = settled.filter((one) => one.status === 'rejected');
  const fault = refused.find(({ reason }) => !isClientError(reason));
  if (fault || refused.length === settled.length) throw (fault ?? refused[0]!).reason;
  const results = settled.map((one, at) => ({
    label: scenarios[at]!.label,
    calculation: one.status === 'fulfilled' ? one.value : null,
    error: one.status === 'rejected' ? toErrorResponse(one.reason)!.body : null,
  }));
  return { results, cheapest: findCheapest(results) };
}

/** An error that the caller can correct. */
function isClientError(error: unknown): boolean {
  const reply = toErrorResponse(error);
  return reply !== null && reply.status < 500;
}

/** Without the fields of other scenarios. */
const listScenarioFields = (names: readonly string[], at: number): string[] =>
  names.filter((name) => !name.startsWith('scenarios.') || name.startsWith(`scenarios.${at}.`));

type ScenarioResult = { label: string; calculation: CalculationWire | null };

/** Null while another one may cost less: it was refused, or its total is a smaller minimum. */
function findCheapest(results: readonly ScenarioResult[]): string | null {
  const costs = results.map(({ label, calculation }) => ({
    label,
    isWhole: calculation?.total_is_minimum === false,
    leastWorth: Number(calculation?.totals_in.USD ?? 0),
  }));
  const [cheapest] = costs.toSorted((a, b) => a.leastWorth - b.leastWorth);
  return cheapest?.isWhole && costs.length > 1 ? cheapest.label : null;
}
