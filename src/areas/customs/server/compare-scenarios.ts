import { toErrorResponse } from '#kernel/http/errors.ts';
import type { StatedInput } from '../calculation-body.ts';
import type { CalculationWire } from '../calculation-schema.ts';
import type { Kind } from './calculate.ts';
import { calculateLoosely } from './calculations.ts';
import type { Customs } from './customs.ts';
import { listUnknown } from './unknown-fields.ts';

type Scenario = { label: string; changes: Record<string, unknown> };
type Comparison = { base: StatedInput; scenarios: Scenario[] };

/**
 * Each scenario has its own result, or its own refusal. Throws the first refusal when nothing at
 * all can be calculated. Totals in dollars decide which is cheapest; a minimum can't be it.
 */
export async function compareScenarios(
  customs: Customs,
  kind: Kind,
  { base, scenarios }: Comparison,
  sent: unknown,
) {
  const unknown = listUnknown(sent, { base, scenarios });
  const settled = await Promise.allSettled(
    scenarios.map(({ changes }, at) =>
      calculateLoosely(customs, kind, { ...base, ...changes }, ofScenario(unknown, at)),
    ),
  );
  const refused = settled.filter((one) => one.status === 'rejected');
  const fault = refused.find(({ reason }) => !isRefusal(reason));
  if (fault || refused.length === settled.length) throw (fault ?? refused[0]!).reason;
  const results = settled.map((one, at) => ({
    label: scenarios[at]!.label,
    calculation: one.status === 'fulfilled' ? one.value : null,
    error: one.status === 'rejected' ? toErrorResponse(one.reason)!.body : null,
  }));
  return { results, cheapest: findCheapest(results) };
}

/** What the caller can mend, as opposed to what is ours. */
function isRefusal(error: unknown): boolean {
  const reply = toErrorResponse(error);
  return reply !== null && reply.status < 500;
}

/** Without those of the other scenarios. */
const ofScenario = (names: readonly string[], at: number): string[] =>
  names.filter((name) => !name.startsWith('scenarios.') || name.startsWith(`scenarios.${at}.`));

type Compared = { label: string; calculation: CalculationWire | null };

/** Null while another one may cost less: it was refused, or its total is a smaller minimum. */
function findCheapest(results: readonly Compared[]): string | null {
  const costs = results.map(({ label, calculation }) => ({
    label,
    isWhole: calculation?.total_is_minimum === false,
    leastWorth: Number(calculation?.totals_in.USD ?? 0),
  }));
  const [cheapest] = costs.toSorted((a, b) => a.leastWorth - b.leastWorth);
  return cheapest?.isWhole && costs.length > 1 ? cheapest.label : null;
}
