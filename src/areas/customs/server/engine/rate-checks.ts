// Rates of a rule set wherever they stand: in its steps, in their parts, in cells, in duties.
import type { Duty } from './duty-schema.ts';
import type { Expression, RuleSet } from './rule-set.ts';

type Rate = { place: string; rate: string };

/** A rate of 3 is 300 %: more likely a slip than a law. */
export function checkRates({ steps, tables }: RuleSet): string[] {
  const ofSteps = steps.flatMap((step) => {
    const parts = 'of' in step && Array.isArray(step.of) ? step.of : [step];
    return parts.flatMap((part) => ratesOfPart(part, step.code, tables));
  });
  const ofDuties = Object.entries(tables).flatMap(([name, { rows }]) =>
    rows.flatMap(({ duty }) => ratesOfDuty(duty, `table ${name}`)),
  );
  const strange = [...ofSteps, ...ofDuties].filter(
    ({ rate }) => Number(rate) > 3 || Number(rate) < 0,
  );
  return strange.map(({ place, rate }) => `${place} has a rate of ${rate}; a fraction is meant`);
}

function ratesOfPart(
  part: { op: string; rate?: Expression; to_rate?: Expression },
  code: string,
  tables: RuleSet['tables'],
): Rate[] {
  const rate = part.rate ?? part.to_rate;
  if (typeof rate === 'string') return rate.includes(':') ? [] : [{ place: code, rate }];
  if (!rate || !('table' in rate)) return [];
  const cells = (tables[rate.table]?.rows ?? []).map((row) => row[rate.col]);
  return cells.flatMap((cell) =>
    typeof cell === 'string' ? [{ place: `table ${rate.table}`, rate: cell }] : [],
  );
}

/** At any depth: a duty may hold others. */
function ratesOfDuty(value: unknown, place: string): Rate[] {
  if (typeof value !== 'object' || value === null) return [];
  const duty = value as Partial<Extract<Duty, { t: 'adval' }>>;
  const own = duty.t === 'adval' ? [{ place, rate: String(duty.r) }] : [];
  return [...own, ...Object.values(value).flatMap((one) => ratesOfDuty(one, place))];
}
