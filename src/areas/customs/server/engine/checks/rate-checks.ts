// Checks all rates of a rule set: in steps, parts of steps, table cells and duties.
import type { Duty } from '../rules/duty-schema.ts';
import type { Expression } from '../rules/rule-expressions.ts';
import type { RuleSet } from '../rules/rule-set.ts';

type RateUse = { place: string; rate: string };

/** A rate above 3 is above 300 %: more likely a typo than a law. */
export function checkRates({ steps, tables }: RuleSet): string[] {
  const stepRates = steps.flatMap((step) => {
    const parts = 'of' in step && Array.isArray(step.of) ? step.of : [step];
    return parts.flatMap((part) => listPartRates(part, step.code, tables));
  });
  const tableRates = Object.entries(tables).flatMap(([name, { rows }]) =>
    rows.flatMap(({ duty }) => listDutyRates(duty, `table ${name}`)),
  );
  const strange = [...stepRates, ...tableRates].filter(
    ({ rate }) => Number(rate) > 3 || Number(rate) < 0,
  );
  return strange.map(({ place, rate }) => `${place} has a rate of ${rate}; a fraction is expected`);
}

function listPartRates(
  part: { op: string; rate?: Expression; to_rate?: Expression },
  code: string,
  tables: RuleSet['tables'],
): RateUse[] {
  const rate = part.rate ?? part.to_rate;
  if (typeof rate === 'string') return rate.includes(':') ? [] : [{ place: code, rate }];
  if (!rate || !('table' in rate)) return [];
  const cells = (tables[rate.table]?.rows ?? []).map((row) => row[rate.col]);
  return cells.flatMap((cell) =>
    typeof cell === 'string' ? [{ place: `table ${rate.table}`, rate: cell }] : [],
  );
}

/** At any depth: a duty can contain others. */
function listDutyRates(value: unknown, place: string): RateUse[] {
  if (typeof value !== 'object' || value === null) return [];
  const duty = value as Partial<Extract<Duty, { t: 'adval' }>>;
  const own = duty.t === 'adval' ? [{ place, rate: String(duty.r) }] : [];
  return [...own, ...Object.values(value).flatMap((one) => listDutyRates(one, place))];
}
