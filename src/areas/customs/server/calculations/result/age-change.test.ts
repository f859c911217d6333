// The day on which a total changes by age, as the hint announces it, against a walk day by day.
import { describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { constantRate } from '#test/factories/customs-imports.ts';
import { isLongRun } from '#test/parts.ts';
import { type Evaluation, type EvaluationInput, evaluate } from '../../engine/evaluate.ts';
import { readConsignment } from '../../engine/read-facts.ts';
import type { RuleSet } from '../../engine/rules/rule-set.ts';
import { isAgeDerivation } from '../../engine/vehicle-age.ts';
import { readRuleFiles } from '../../rule-sets/rule-files.ts';
import { findAgeChange } from './age-change.ts';

type Vehicle = Record<string, unknown> & { production_date: string };

const countsAge = ({ steps }: RuleSet) =>
  steps.some((step) => step.op === 'derive' && isAgeDerivation(step.from));
const ruleSets = readRuleFiles().filter(countsAge);
const named = ruleSets.map((ruleSet) => [`${ruleSet.id}@${ruleSet.version}`, ruleSet] as const);

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const walkedDays = 2 * 365;
/** In each, a day on which ages change and days beside it. One takes the walks seven seconds. */
const calculationDays = isLongRun ? ['2026-01-01', '2026-05-31', '2026-11-20'] : ['2026-05-31'];
/** Years before the day, at and beside which the rules of some country change. */
const ages = [0, 1, 2, 3, 5, 6, 7, 25];

function run(ruleSet: RuleSet, vehicle: Vehicle, days: Pick<EvaluationInput, 'date' | 'agesOn'>) {
  const { facts, items } = readConsignment(vehicle);
  return evaluate(ruleSet, { facts, items, ...days }, constantRate);
}

function announce(ruleSet: RuleSet, vehicle: Vehicle, date: string) {
  const now = run(ruleSet, vehicle, { date });
  const produced = vehicle.production_date;
  return findAgeChange(ruleSet, { produced, date }, now, (agesOn) =>
    run(ruleSet, vehicle, { date, agesOn }),
  );
}

/** The same rules without days: those of `date`, on every day. */
function freeze(ruleSet: RuleSet, date: string): RuleSet {
  type Limited = { valid_from?: string | undefined; valid_to?: string | undefined };
  const freezeAll = <Each extends Limited>(all: readonly Each[]) =>
    all.flatMap(({ valid_from = date, valid_to = date, ...one }) =>
      valid_from <= date && date <= valid_to ? [one as Each] : [],
    );
  return { ...ruleSet, steps: freezeAll(ruleSet.steps), coverage: freezeAll(ruleSet.coverage) };
}

/** The first later day on which the engine's result is another one. */
function walk(ruleSet: RuleSet, vehicle: Vehicle, date: string) {
  const frozen = freeze(ruleSet, date);
  const before = run(frozen, vehicle, { date });
  const isOther = ({ total, isMinimum }: Evaluation) =>
    isMinimum !== before.isMinimum || !total.eq(before.total);
  for (let days = 1; days <= walkedDays; days++) {
    const day = isoDay(Date.parse(date) + days * dayMs);
    const later = run(frozen, vehicle, { date: day });
    if (isOther(later)) return { day, later, difference: later.total.minus(before.total) };
  }
  return null;
}

/** The examples whose total is complete, one for each powertrain. */
function listVehicles(ruleSet: RuleSet): Vehicle[] {
  const complete = ruleSet.tests.filter(({ total_is_minimum: isMinimum }) => !isMinimum);
  const byPowertrain = new Map(complete.map(({ facts }) => [facts.powertrain, facts]));
  return [...byPowertrain.values()].map(({ age_years: _, ...facts }) => ({
    ...facts,
    production_date: '',
  }));
}

/** Produced so many years before, in months around that of the day, or in an unknown month. */
const listProductionDates = (date: string) =>
  ages.map((years, at) => {
    const [year, month] = date.split('-').map(Number) as [number, number];
    const produced = new Date(Date.UTC(year - years, month - 1 - ((at * 5) % 12), 1));
    return produced.toISOString().slice(0, at % 4 === 2 ? 4 : 7);
  });

describe.each(named)('%s', (_, ruleSet) => {
  const vehicles = listVehicles(ruleSet);

  test.each(calculationDays)('announces the day on which the total changes, on %s', (date) => {
    const lastDay = `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`;
    for (const production_date of listProductionDates(date)) {
      for (const vehicle of vehicles.map((one) => ({ ...one, production_date }))) {
        if (run(ruleSet, vehicle, { date }).isMinimum) continue;
        const change = walk(ruleSet, vehicle, date);
        const isComparable = change && change.day <= lastDay && !change.later.isMinimum;
        const announced = announce(ruleSet, vehicle, date);
        expect([vehicle, announced?.from, announced?.difference.toFixed()]).toEqual([
          vehicle,
          ...(isComparable ? [change.day, change.difference.toFixed()] : [undefined, undefined]),
        ]);
      }
    }
  });
});

test.each([
  ['ua.vehicle', 'counts calendar years', '2019-05', '2027-01-01', '119.88'],
  ['ua.vehicle', 'needs no month for them', '2019', '2027-01-01', '119.88'],
  ['ua.vehicle', 'takes the first year twice', '2025-05', undefined, undefined],
  ['ge.vehicle', 'counts years from the month of production', '2022-05', '2027-05-01', '5.9'],
  [
    'ru.vehicle.individual',
    'counts from the 15th of a month',
    '2023-12',
    '2026-12-16',
    '-170615.7',
  ],
  ['ru.vehicle.individual', 'counts to the day', '2023-12-01', '2026-12-02', '-170615.7'],
  ['ru.vehicle.individual', 'takes a year alone as 1 July', '2023', undefined, undefined],
])('%s %s: produced in %s', (id, _, production_date, from, difference) => {
  const ruleSet = ruleSets.findLast((one) => one.id === id)!;
  const announced = announce(
    ruleSet,
    { ...ruleSet.tests[0]!.facts, production_date },
    '2026-11-20',
  );
  expect([announced?.from, announced?.difference.toFixed()]).toEqual([from, difference]);
});
