// What would change the total, found by evaluating variants: a proof of origin, the quota, and the
// day on which the vehicle's age changes its duty.
import { formatUtcDate } from '#lib/format.ts';
import codeLists from '../../../tariffs/code-lists.json' with { type: 'json' };
import type { ResultWire } from '../../../wire/calculations/calculation-results.ts';
import { groupDigits } from '../../engine/text/group-digits.ts';
import { type EvaluatedImport, evaluateVariant } from '../stages/evaluate-import.ts';
import { findAgeChange } from './age-change.ts';
import { moneyText } from './serialize-result.ts';

type Hint = ResultWire['hints'][number];

const savings = [
  { fact: 'origin_proof', message: 'With a proof of origin the duty is lower.' },
  { fact: 'in_quota', message: 'Within the tariff quota the duty is lower.' },
];

/** Savings only for one complete total: others cannot be compared. */
export function findHints(evaluated: EvaluatedImport): Hint[] {
  const vehicleHints = listVehicleHints(evaluated);
  if (evaluated.evaluation.isMinimum || evaluated.range) return vehicleHints;
  return [
    ...vehicleHints,
    ...savings.flatMap(({ fact, message }): Hint[] => {
      const saves = findSaving(evaluated, fact);
      return saves ? [{ code: fact, message, saves }] : [];
    }),
    ...listAgeHints(evaluated),
  ];
}

/** Goods that the other calculator knows. */
function listVehicleHints({ consignment: { items } }: EvaluatedImport): Hint[] {
  const isVehicle = ({ hs_code: code }: (typeof items)[number]) =>
    codeLists.vehicles.some((one) => String(code).startsWith(one));
  if (!items.some(isVehicle)) return [];
  const message =
    'For vehicles use the vehicle calculator: it asks for what their charges depend on.';
  return [{ code: 'use_vehicle_calculator', message, saves: null }];
}

/** What is saved if a fact is true that is not; null if the rules do not read it. */
function findSaving(evaluated: EvaluatedImport, fact: string): string | null {
  const { rules, consignment, evaluation } = evaluated;
  const isRead = rules.facts.some(({ name }) => name === fact);
  if (!isRead || consignment.facts[fact] === true) return null;
  const { total, isMinimum } = evaluateVariant(evaluated, { facts: { [fact]: true } });
  if (isMinimum || total.gte(evaluation.total)) return null;
  return moneyText(evaluation.total.minus(total), evaluation.currency);
}

function listAgeHints(evaluated: EvaluatedImport): Hint[] {
  const { rules, date, consignment, evaluation } = evaluated;
  const produced = consignment.facts.production_date;
  const change = findAgeChange(rules, { produced, date }, evaluation, (agesOn) =>
    evaluateVariant(evaluated, { agesOn }),
  );
  if (!change) return [];
  const isLower = change.difference.isNegative();
  const amount = moneyText(change.difference.abs(), evaluation.currency);
  const message = `From ${formatUtcDate(change.from)} the total is ${groupDigits(amount)} ${evaluation.currency} ${isLower ? 'lower' : 'higher'} by the same rules and rates, because of the vehicle’s age.`;
  return [{ code: 'age_cliff', message, saves: isLower ? amount : null }];
}
