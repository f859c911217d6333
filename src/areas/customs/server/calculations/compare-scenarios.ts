import { toErrorResponse } from '#kernel/http/errors.ts';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import type { ComparisonInput } from '../../wire/calculations/comparisons.ts';
import type { Customs } from '../customs.ts';
import { listUnknownFields } from './result/unused-fields.ts';
import { previewCalculation } from './saved-calculations.ts';

/**
 * Each scenario gets its own result or error. Throws the first error if all of them fail. The
 * landed cost decides which is cheapest.
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

/**
 * By the landed cost in US dollars. Null while another one may cost less: it was refused, or the
 * least of it is below the most of this one.
 */
function findCheapest(results: readonly ScenarioResult[]): string | null {
  const costs = results.map(({ label, calculation }) => ({
    label,
    least: toDollars(calculation, calculation?.landed_cost) ?? 0,
    most: toDollars(calculation, calculation?.landed_cost_most),
  }));
  if (costs.length < 2) return null;
  const cheapest = costs.find(
    ({ most }, at) =>
      most !== null && costs.every(({ least }, other) => other === at || most <= least),
  );
  return cheapest?.label ?? null;
}

function toDollars(
  calculation: CalculationWire | null,
  amount: string | null | undefined,
): number | null {
  if (!calculation || amount === null || amount === undefined) return null;
  const rate = calculation.currency === 'USD' ? '1' : calculation.rates_to?.USD;
  return rate === undefined ? null : Number(amount) * Number(rate);
}
