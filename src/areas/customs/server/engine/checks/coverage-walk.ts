// Walks through imports of every kind that a rule set can be asked for, and lists complete totals
// that its coverage does not justify.
import { Decimal } from '#lib/decimal.ts';
import { dayMs } from '#lib/durations.ts';
import codeLists from '../../../tariffs/code-lists.json' with { type: 'json' };
import { factNamed } from '../../../wire/facts/facts.constants.ts';
import { test } from '../conditions.ts';
import { conclude, type Evaluation, runSteps, type StepResults } from '../evaluate.ts';
import { listSteps } from '../rules/coverage.ts';
import { type Concern, type Coverage, isCharge } from '../rules/coverage-schema.ts';
import type { Comparison, Condition } from '../rules/rule-expressions.ts';
import type { RuleSet, RuleTest } from '../rules/rule-set.ts';
import type { Facts, FactValue, FindRate } from '../scope.ts';
import { expectations } from './coverage-checks.ts';
import { toInput } from './examples.ts';

export type CoverageWalk = {
  evaluated: number;
  complete: number;
  /** Complete totals of which a charge is neither known nor stated not to be due. */
  unjustified: string[];
};

type Case = { facts: Facts; items: readonly Facts[]; date: string; currency?: string };

const oneToOne: FindRate = (from, to) => ({
  from,
  to,
  rate: new Decimal(1),
  date: '2026-01-01',
  source: 'walk',
});

export function walkCoverage(ruleSet: RuleSet): CoverageWalk {
  let [evaluated, complete] = [0, 0];
  const unjustified = new Set<string>();
  for (const one of listCases(ruleSet)) {
    const result = runSteps(ruleSet, one, oneToOne);
    const evaluation = conclude(result);
    evaluated++;
    if (evaluation.isMinimum) continue;
    complete++;
    for (const concern of listUnjustified(ruleSet, one, result, evaluation))
      unjustified.add(`${describe(one)}: nothing accounts for ${concern}`);
  }
  return { evaluated, complete, unjustified: [...unjustified] };
}

const readCode = ({ facts, items }: Case) =>
  String(items[0]?.hs_code ?? facts.vehicle_category ?? 'any');
const readOrigin = ({ facts, items }: Case) =>
  String(items[0]?.origin_country ?? facts.origin_country ?? 'unknown origin');
const describe = (one: Case) => `${readCode(one)} from ${readOrigin(one)} on ${one.date}`;

function listUnjustified(
  ruleSet: RuleSet,
  one: Case,
  result: StepResults,
  evaluation: Evaluation,
): Concern[] {
  const concerns = new Set(ruleSet.coverage.map(({ concern }) => concern));
  return [...concerns].filter((concern) => {
    const entries = ruleSet.coverage.filter(
      (entry) => entry.concern === concern && isOn(entry, one.date),
    );
    const expected = findExpectation(concern, one);
    return expected?.isElsewhere || !isAccountedFor(entries, result, evaluation, !!expected);
  });
}

function isAccountedFor(
  entries: readonly Coverage[],
  result: StepResults,
  { lines }: Evaluation,
  isLineExpected: boolean,
): boolean {
  if (entries.some((entry) => !isCharge(entry) && holds(result, entry.when))) return true;
  const charges = entries.filter(isCharge);
  const hasLine = (code: string) => lines.some((line) => line.code === code);
  if (isLineExpected) return charges.some(({ charge }) => hasLine(charge));
  return charges.every(({ charge, due }) => hasLine(charge) || !holds(result, due));
}

const findExpectation = (concern: Concern, one: Case) =>
  expectations.find(
    (expected) =>
      expected.concern === concern &&
      expected.codes.some((prefix) => readCode(one).startsWith(prefix)) &&
      (expected.origins ?? [readOrigin(one)]).includes(readOrigin(one)),
  );

const isOn = ({ valid_from: from = '', valid_to: to = '9999' }: Coverage, date: string) =>
  from <= date && date <= to;

const holds = ({ root }: StepResults, condition?: Condition): boolean =>
  test(root.lines[0] ?? root, condition).holds === true;

/**
 * Every code or category with every origin on the first day, and a sample of them with the facts of
 * other examples on the other days.
 */
function* listCases(ruleSet: RuleSet): Generator<Case> {
  const comparisons = listSteps(ruleSet).flatMap(({ when }) => (when ? comparisonsIn(when) : []));
  const variants =
    ruleSet.kind === 'goods'
      ? [...listCodes(ruleSet, comparisons)].map((hs_code) => ({ hs_code }))
      : listCategories();
  const origins = listOrigins(comparisons);
  const sample = variants.filter((_, at) => at % sampleStep === 0);
  for (const [at, base] of listBases(ruleSet).entries())
    for (const [day, date] of listDays(ruleSet).entries())
      for (const origin_country of origins)
        for (const variant of at + day === 0 ? variants : sample)
          yield withFacts(
            { ...base, date },
            { ...variant, ...(origin_country && { origin_country }) },
          );
}

const sampleStep = 16;

const withFacts = (base: Case, own: Facts): Case =>
  base.items.length > 0
    ? { ...base, items: base.items.map((item) => ({ ...item, ...own })) }
    : { ...base, facts: { ...base.facts, ...own } };

/** One example for each set of facts that is stated: its other values matter little here. */
function listBases(ruleSet: RuleSet): Case[] {
  const byNames = new Map<string, RuleTest>();
  for (const example of ruleSet.tests) {
    const names = Object.keys(example.facts).sort().join();
    if (!byNames.has(names)) byNames.set(names, example);
  }
  return [...byNames.values()].slice(0, basesMax).map((example) => {
    const { items = [], ...input } = toInput(ruleSet, example);
    return { ...input, items: items.slice(0, 1) };
  });
}

const basesMax = 4;

function comparisonsIn(condition: Condition): Comparison[] {
  if ('all' in condition) return condition.all.flatMap(comparisonsIn);
  if ('any' in condition) return condition.any.flatMap(comparisonsIn);
  return 'not' in condition ? comparisonsIn(condition.not) : [condition];
}

const listValues = ({ value }: Comparison): string[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);

/** Codes of the tariff, of conditions, and of the lists of what is charged specially. */
function listCodes({ tables }: RuleSet, comparisons: readonly Comparison[]): Set<string> {
  const rowCodes = (tables.tariff?.rows ?? []).flatMap(({ hs }) =>
    typeof hs === 'string' ? [hs] : [],
  );
  const conditionCodes = comparisons.filter(({ fact }) => fact === 'hs_code').flatMap(listValues);
  const codes = [...rowCodes, ...conditionCodes, ...Object.values(codeLists).flat(), '9999'];
  return new Set(codes.map((code) => code.padEnd(4, '0')));
}

const listChoices = (name: string): string[] =>
  (factNamed(name)?.choices ?? []).map(({ value }) => value);

const listCategories = (): Record<string, FactValue>[] =>
  listChoices('vehicle_category').flatMap((vehicle_category) =>
    listChoices('powertrain').map((powertrain) => ({ vehicle_category, powertrain })),
  );

/** Those that the rules name, those with sanctions, one that is nothing special, and none. */
function listOrigins(comparisons: readonly Comparison[]): (string | null)[] {
  const named = comparisons
    .filter(({ fact, ref }) => fact === 'origin_country' || ref === 'step:ORIGIN')
    .flatMap(listValues)
    .filter((code) => code.length === 2);
  const expected = expectations.flatMap(({ origins = [] }) => origins);
  return [null, ...new Set([...expected, ...named.slice(0, namedOriginsMax), 'TZ'])];
}

const namedOriginsMax = 6;

/** The first and last day of the set and of its parts, and the days beside them. */
function listDays(ruleSet: RuleSet): string[] {
  const parts = [...listSteps(ruleSet), ...ruleSet.coverage];
  const edges = parts.flatMap(({ valid_from, valid_to }) => [
    ...(valid_from ? [shift(valid_from, -1), valid_from] : []),
    ...(valid_to ? [valid_to, shift(valid_to, 1)] : []),
  ]);
  const { effective_from: from, effective_to: to } = ruleSet;
  const isWithin = (day: string) => from <= day && (to === null || day <= to);
  return [...new Set([from, to ?? ruleSet.review_by, ...edges.filter(isWithin)])];
}

const shift = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
