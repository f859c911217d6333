// Structural checks of a rule set before publishing: no dangling or forward references, no
// ambiguous tables, a source for every charge.
import { dayMs } from '#lib/durations.ts';
import { factNamed } from '../../../wire/facts/facts.constants.ts';
import { listSteps } from '../rules/coverage.ts';
import type { RuleSet, Step, Table } from '../rules/rule-set.ts';
import { checkCoverage } from './coverage-checks.ts';
import { checkRates } from './rate-checks.ts';
import { checkSources } from './source-checks.ts';

/** All problems, each with its place. Empty if there are none. */
export function checkRuleSet(ruleSet: RuleSet): string[] {
  const name = (problem: string) => `${ruleSet.id}@${ruleSet.version}: ${problem}`;
  return [
    ...checkDates(ruleSet),
    ...checkFacts(ruleSet),
    ...checkReferences(ruleSet),
    ...Object.entries(ruleSet.tables).flatMap(([id, table]) => checkTable(id, table)),
    ...checkCoverage(ruleSet),
    ...checkSources(ruleSet),
    ...checkRates(ruleSet),
    ...(ruleSet.steps.some(({ code }) => code === 'CV') ? [] : ['has no step CV']),
  ].map(name);
}

/** Sets of one kind, jurisdiction and regime whose dates overlap. */
export function checkOverlaps(ruleSets: readonly RuleSet[]): string[] {
  const problems: string[] = [];
  for (const [at, one] of ruleSets.entries()) {
    for (const other of ruleSets.slice(at + 1)) {
      if (one.kind !== other.kind || one.regime !== other.regime) continue;
      if (one.jurisdiction !== other.jurisdiction || !overlap(one, other)) continue;
      problems.push(`${one.id}@${one.version} and ${other.id}@${other.version} overlap`);
    }
  }
  return problems;
}

/**
 * Days without rules between two sets of one kind, jurisdiction and regime. They may be intended,
 * if no rules are known.
 */
export function checkGaps(ruleSet: RuleSet, others: readonly RuleSet[]): string[] {
  const { kind, regime, jurisdiction, effective_from: from } = ruleSet;
  const beside = others.filter(
    (one) => one.kind === kind && one.regime === regime && one.jurisdiction === jurisdiction,
  );
  const all = [ruleSet, ...beside];
  const isReached = (day: string) =>
    all.some(
      ({ effective_from: since, effective_to: to }) =>
        since < day && (to === null || to >= dayBefore(day)),
    );
  const starts = all.map((one) => one.effective_from).sort();
  const next = starts.find((day) => day > from);
  return [
    ...(from !== starts[0] && !isReached(from) ? ['the days before it have no rules'] : []),
    ...(next && !isReached(next) ? ['the days after it have no rules'] : []),
  ];
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);

const overlap = (one: RuleSet, other: RuleSet): boolean =>
  one.effective_from <= (other.effective_to ?? '9999-12-31') &&
  other.effective_from <= (one.effective_to ?? '9999-12-31');

function checkDates({ effective_from: from, effective_to: to }: RuleSet): string[] {
  return to !== null && to < from ? ['ends before it begins'] : [];
}

function checkFacts({ facts, kind }: RuleSet): string[] {
  const places = kind === 'vehicle' ? ['vehicle'] : ['consignment', 'item'];
  return facts.flatMap(({ name, choices }) => {
    const fact = factNamed(name);
    if (!fact?.of.some((place) => places.includes(place))) return [`unknown fact "${name}"`];
    const strange = (choices ?? []).filter(
      (one) => !fact.choices?.some(({ value }) => value === one),
    );
    return strange.map((one) => `fact "${name}" has no choice "${one}"`);
  });
}

/** All references to facts, steps and tables, at any depth. */
function references(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string' && /^(fact|step):/.test(value)) found.add(value);
  if (Array.isArray(value)) for (const one of value) references(one, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      if (key === 'fact' && typeof one === 'string') found.add(`fact:${one}`);
      else if (key === 'table' && typeof one === 'string') found.add(`table:${one}`);
      else if (key === 'override' && typeof one === 'string') found.add(`fact:${one}`);
      else references(one, found);
    }
  }
  return found;
}

function checkReferences(ruleSet: RuleSet): string[] {
  const { facts, tables } = ruleSet;
  const steps = listSteps(ruleSet);
  const known = new Set(facts.map(({ name }) => `fact:${name}`));
  const problems: string[] = [];
  const check = (from: string, value: unknown) => {
    for (const reference of references(value)) {
      if (reference.startsWith('table:')) {
        const id = reference.slice('table:'.length);
        if (!tables[id]) problems.push(`${from} reads the missing table "${id}"`);
        else check(`${from}, table ${id}`, tables[id].keys);
      } else if (!known.has(reference))
        problems.push(`${from} refers to ${reference} too early or wrongly`);
    }
  };
  for (const { name, when } of facts) check(`the fact ${name}`, when);
  for (const step of steps) {
    check(step.code, step);
    known.add(`step:${step.code}`);
  }
  return [...problems, ...unreachable(steps)];
}

/** A step after an unconditional one with the same code never applies. */
function unreachable(steps: readonly Step[]): string[] {
  const settled = new Set<string>();
  return steps.flatMap(({ code, when, op, valid_from: from, valid_to: to }) => {
    const isUnreachable = settled.has(code);
    const isAlways = !when && !from && !to;
    if (isAlways && op !== 'exempt') settled.add(code);
    return isUnreachable ? [`${code} comes after one of the same code that always holds`] : [];
  });
}

function checkTable(id: string, { keys, rows, closed }: Table): string[] {
  const problems: string[] = [];
  const columns = Object.keys(keys);
  const seen = new Set<string>();
  for (const row of rows) {
    const key = JSON.stringify(columns.map((column) => row[column] ?? null));
    if (seen.has(key)) problems.push(`table ${id} has the key ${key} twice`);
    seen.add(key);
  }
  for (const column of columns.filter((one) => keys[one]!.match === 'upto')) {
    problems.push(...checkBands(id, column, columns, rows));
  }
  const last = rows.at(-1)!;
  const bands = columns.filter((column) => keys[column]!.match === 'upto');
  if (!closed && bands.some((column) => last[column] !== undefined))
    problems.push(`table ${id} has no open last row and is not closed`);
  return problems;
}

/** Among rows with the same other keys, upper bounds must increase. */
function checkBands(
  id: string,
  column: string,
  columns: readonly string[],
  rows: Table['rows'],
): string[] {
  const lastByCode = new Map<string, number>();
  return rows.flatMap((row) => {
    const group = JSON.stringify(columns.filter((one) => one !== column).map((one) => row[one]));
    const bound = row[column] === undefined ? Number.POSITIVE_INFINITY : Number(row[column]);
    const isAscending = bound > (lastByCode.get(group) ?? Number.NEGATIVE_INFINITY);
    lastByCode.set(group, bound);
    return isAscending ? [] : [`table ${id}: ${column} does not go up at ${row[column]}`];
  });
}
