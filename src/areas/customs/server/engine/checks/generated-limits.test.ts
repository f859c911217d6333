// Limits generated from the rules: each example of each set exactly at every limit that the set
// names, and one cent, cubic centimetre, kilogram, month or day on both sides of it. An interpreter
// of its own says which step charges and which row of a table holds.
import { expect, test } from 'vitest';
import { findRow, stepFor, type World } from '#test/customs/interpreter.ts';
import { type Beside, listBeside } from '#test/customs/limits.ts';
import { factNamed } from '../../../wire/facts/facts.constants.ts';
import { readRuleFiles } from '../../rule-sets/rule-files.ts';
import { conclude, type Evaluation, runSteps } from '../evaluate.ts';
import { exact } from '../quantity.ts';
import { listSteps } from '../rules/coverage.ts';
import type { RuleSet, RuleTest, Step } from '../rules/rule-set.ts';
import { type FindRate, isQuantity, readStepValue, type Scope } from '../scope.ts';
import { toInput, toRates } from './examples.ts';

/** The line of each step tells its place; a line for each table, the row that holds. */
function markSteps(ruleSet: RuleSet): RuleSet {
  const steps = listSteps(ruleSet).map((step, index) =>
    'label' in step || step.op === 'exempt' ? { ...step, text: `step ${index}` } : step,
  );
  const tables = Object.entries(ruleSet.tables).map(([name, table]) => {
    const rows = table.rows.map((row, index) => ({ ...row, row: String(index) }));
    return [name, { ...table, rows }] as const;
  });
  const probes = tables
    .filter(([, { keys }]) => Object.values(keys).every(({ match }) => match !== 'prefix'))
    .map(([name, { keys }]): Step => {
      const isOfLine = Object.values(keys).some(({ fact, ref }) =>
        fact ? factNamed(fact)?.of.includes('item') : perOf(ruleSet, ref) === 'line',
      );
      return {
        ...{ code: probeOf(name), op: 'fixed', label: name, category: 'other', source: '' },
        ...{ amount: { table: name, col: 'row' }, optional: true },
        ...(isOfLine && ruleSet.kind === 'goods' && { per: 'line' }),
      };
    });
  return {
    ...ruleSet,
    coverage: [],
    tables: Object.fromEntries(tables),
    steps: [...steps, ...probes],
  };
}

const probeOf = (table: string) => `ROW_OF_${table}`;
const perOf = ({ steps }: RuleSet, ref = '') =>
  steps.find(({ code }) => `step:${code}` === ref)?.per;

/** Rates that an example does not state do not matter to it. */
const ratesFor = (example: RuleTest): FindRate => {
  const own = toRates(example);
  return (from, to) => own(from, to) ?? { from, to, rate: one, date: '', source: '' };
};
const one = exact(1).floor;

function worldOf(ruleSet: RuleSet, scope: Scope): World {
  return {
    ruleSet,
    facts: { ...scope.run.facts, ...scope.item },
    currency: scope.run.currency,
    findRate: scope.run.findRate,
    step: (code) => {
      const value = readStepValue(scope, code);
      if (!isQuantity(value)) return value;
      return value.isExact ? value.floor : null;
    },
  };
}

/** What the engine does otherwise than the interpreter says. */
function differencesAt(ruleSet: RuleSet, example: RuleTest, beside: Beside): string[] {
  const input = { ...toInput(ruleSet, example, beside.facts), date: beside.date };
  const taken = runSteps(ruleSet, input, ratesFor(example));
  const result = conclude(taken);
  const worlds = {
    consignment: worldOf(ruleSet, taken.root),
    line: worldOf(ruleSet, taken.root.lines[0] ?? taken.root),
  };
  const codes = new Set(ruleSet.steps.flatMap((step) => ('label' in step ? step.code : [])));
  const ofSteps = [...codes].flatMap((code) => {
    const expected = stepFor(code, ruleSet.steps, worlds, beside.date);
    const found = stepIn(result, code);
    const isRight = expected === null || found === 'told otherwise' || found === expected;
    return isRight ? [] : [`${code} by step ${found}, not ${expected}`];
  });
  const ofTables = Object.entries(ruleSet.tables).flatMap(([name, table]) => {
    const line = result.lines.find(({ code }) => code === probeOf(name));
    const expected = line && findRow(table, worlds.line);
    if (!line || expected === null) return [];
    const found = line.amount?.toNumber();
    return found === expected ? [] : [`row ${found} of ${name}, not ${expected}`];
  });
  return [...ofSteps, ...ofTables].map((text) => `${example.id}, ${beside.what}: ${text}`);
}

/** A row of a tariff may give its own reason. */
function stepIn({ lines }: Evaluation, code: string): number | undefined | 'told otherwise' {
  const line = lines.find((one) => one.code === code);
  if (!line || code.startsWith(probeOf(''))) return line ? 'told otherwise' : undefined;
  const mark = /^step (\d+)$/.exec(line.text ?? '');
  return mark ? Number(mark[1]) : 'told otherwise';
}

/** With its first line only, so that a line's step is that of the consignment. */
const firstLine = ({ facts }: RuleTest) => ({
  ...facts,
  ...(Array.isArray(facts.items) && { items: facts.items.slice(0, 1) }),
});

const named = readRuleFiles().map(
  (ruleSet) => [`${ruleSet.id}@${ruleSet.version}`, markSteps(ruleSet)] as const,
);

/** Of examples that differ only in numbers, one: those are stated anew. */
function distinctExamples({ tests }: RuleSet): RuleTest[] {
  const kindOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(kindOf);
    if (typeof value !== 'object' || value === null)
      return /^[\d.-]+$/.test(String(value)) ? 'number' : value;
    return Object.entries(value).map(([name, part]) =>
      name === 'hs_code' ? part : [name, kindOf(part)],
    );
  };
  const kinds = tests.map((example) => JSON.stringify([kindOf(example.facts), example.date]));
  return tests.filter((_, at) => kinds.indexOf(kinds[at]!) === at);
}

test.each(named)('%s charges at each of its limits as it says', (_, ruleSet) => {
  let compared = 0;
  const differences = distinctExamples(ruleSet).flatMap((example) => {
    const { currency = ruleSet.currency } = toInput(ruleSet, example);
    const whole = { facts: firstLine(example), date: example.date, currency };
    return [...listBeside(ruleSet, ruleSet.steps, whole)].flatMap((beside) => {
      compared++;
      return differencesAt(ruleSet, example, beside);
    });
  });
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(0);
});
