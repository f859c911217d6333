// What would make the import cheaper, found by trying it: a proof of origin, the quota, and the
// month in which the age of a vehicle changes its duty.
import type { StatedInput } from '../calculation-body.ts';
import type { ResultWire } from '../calculation-schema.ts';
import type { Outcome } from './engine/evaluate.ts';
import type { RuleSet } from './engine/rule-set.ts';

type Hint = ResultWire['hints'][number];
type Run = (stated: StatedInput) => Outcome;

const monthsAhead = 12;

/** Compares only what is complete: a minimum says nothing about what would be saved. */
export function findHints(
  ruleSet: RuleSet,
  stated: StatedInput,
  outcome: Outcome,
  run: Run,
): Hint[] {
  if (outcome.isMinimum) return [];
  const asks = (name: string) => ruleSet.facts.some((fact) => fact.name === name);
  return [
    ...(asks('origin_proof') && !stated.origin_proof ? originHint(stated, outcome, run) : []),
    ...(asks('in_quota') && !stated.in_quota ? quotaHint(stated, outcome, run) : []),
    ...ageHint(stated, outcome, run),
  ];
}

const saved = (before: Outcome, after: Outcome): string | null =>
  !after.isMinimum && after.total.lt(before.total)
    ? before.total.minus(after.total).toFixed(2)
    : null;

function originHint(stated: StatedInput, outcome: Outcome, run: Run): Hint[] {
  const saves = saved(outcome, run({ ...stated, origin_proof: true }));
  const message = 'With a proof of origin the duty is lower.';
  return saves ? [{ code: 'origin_proof', message, saves }] : [];
}

function quotaHint(stated: StatedInput, outcome: Outcome, run: Run): Hint[] {
  const saves = saved(outcome, run({ ...stated, in_quota: true }));
  const message = 'Within the tariff quota the duty is lower.';
  return saves ? [{ code: 'in_quota', message, saves }] : [];
}

/** The same vehicle, made earlier by as many months as pass: rates and rules as of today. */
function ageHint(stated: StatedInput, outcome: Outcome, run: Run): Hint[] {
  const produced = stated.production_date;
  if (typeof produced !== 'string' || produced.length !== 7) return [];
  for (let months = 1; months <= monthsAhead; months += 1) {
    const later = run({ ...stated, production_date: shiftMonth(produced, -months) });
    if (later.isMinimum || later.total.eq(outcome.total)) continue;
    const difference = later.total.minus(outcome.total);
    const word = difference.isNegative() ? 'falls' : 'rises';
    const amount = `${difference.abs().toFixed(2)} ${outcome.currency}`;
    const when = months === 1 ? 'In a month' : `In ${months} months`;
    const message = `${when} the total ${word} by ${amount}, because of the vehicle’s age.`;
    const saves = difference.isNegative() ? difference.abs().toFixed(2) : null;
    return [{ code: 'age_cliff', message, saves }];
  }
  return [];
}

function shiftMonth(month: string, by: number): string {
  const [year, of] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, of - 1 + by, 1)).toISOString().slice(0, 7);
}
