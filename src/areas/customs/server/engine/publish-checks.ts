// What a rule set must pass before it may be published: nothing dangling, nothing that looks back
// from the future, tables that can't be read two ways, a source under every line.
import { factNamed } from '../../facts.ts';
import type { OutputStep, RuleSet, Step, Table } from './rule-set.ts';

/** Every problem at once, each with the place where it stands. Empty: it may be published. */
export function checkRuleSet(ruleSet: RuleSet): string[] {
  const name = (problem: string) => `${ruleSet.id}@${ruleSet.version}: ${problem}`;
  return [
    ...checkDates(ruleSet),
    ...checkFacts(ruleSet),
    ...checkReferences(ruleSet),
    ...Object.entries(ruleSet.tables).flatMap(([id, table]) => checkTable(id, table)),
    ...checkRowSources(ruleSet),
    ...checkSources(ruleSet),
    ...checkRates(ruleSet),
    ...(ruleSet.steps.some(({ code }) => code === 'CV') ? [] : ['has no step CV']),
  ].map(name);
}

/** Sets of one kind, jurisdiction and regime whose dates overlap; a gap between two is allowed. */
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

const overlap = (one: RuleSet, other: RuleSet): boolean =>
  one.effective_from <= (other.effective_to ?? '9999-12-31') &&
  other.effective_from <= (one.effective_to ?? '9999-12-31');

function checkDates({ effective_from: from, effective_to: to }: RuleSet): string[] {
  return to !== null && to < from ? ['ends before it begins'] : [];
}

function checkFacts({ facts, kind }: RuleSet): string[] {
  const wanted = kind === 'vehicle' ? ['vehicle'] : ['consignment', 'item'];
  return facts.flatMap(({ name, choices }) => {
    const fact = factNamed(name);
    if (!fact?.of.some((place) => wanted.includes(place))) return [`unknown fact "${name}"`];
    const strange = (choices ?? []).filter(
      (one) => !fact.choices?.some(({ value }) => value === one),
    );
    return strange.map((one) => `fact "${name}" has no choice "${one}"`);
  });
}

/** Facts, steps and tables by the names under which anything refers to them, at any depth. */
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

function checkReferences({ facts, steps, tables }: RuleSet): string[] {
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

/** After a step without a condition no other of the same code can be taken. */
function unreachable(steps: readonly Step[]): string[] {
  const settled = new Set<string>();
  return steps.flatMap(({ code, when, op }) => {
    const isUnreachable = settled.has(code);
    if (!when && op !== 'exempt') settled.add(code);
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

/** Within rows whose other keys are the same, the upper bounds of a band go up. */
function checkBands(
  id: string,
  column: string,
  columns: readonly string[],
  rows: Table['rows'],
): string[] {
  const lastOf = new Map<string, number>();
  return rows.flatMap((row) => {
    const group = JSON.stringify(columns.filter((one) => one !== column).map((one) => row[one]));
    const bound = row[column] === undefined ? Number.POSITIVE_INFINITY : Number(row[column]);
    const isAscending = bound > (lastOf.get(group) ?? Number.NEGATIVE_INFINITY);
    lastOf.set(group, bound);
    return isAscending ? [] : [`table ${id}: ${column} does not go up at ${row[column]}`];
  });
}

const isOutput = (step: Step): step is OutputStep => 'label' in step;

function checkSources({ steps, sources, verify }: RuleSet): string[] {
  const byId = new Map(sources.map((source) => [source.id, source]));
  const used = steps.flatMap((step) => ('source' in step && step.source ? [step] : []));
  const missing = used
    .filter(({ source }) => !byId.has(source!))
    .map(({ code, source }) => `${code} names the missing source "${source}"`);
  const doubtful = steps.filter(isOutput).filter(({ source, op }) => {
    const confidence = byId.get(source)?.confidence;
    return op !== 'unknown' && (confidence === 'low' || confidence === 'verify');
  });
  if (doubtful.length === 0 || verify) return missing;
  return [...missing, `${doubtful[0]!.code} rests on a source to be verified: mark the set so`];
}

function checkRowSources({ tables, sources }: RuleSet): string[] {
  const known = new Set(sources.map(({ id }) => id));
  return Object.entries(tables).flatMap(([id, { rows }]) => {
    const named = rows.flatMap(({ source }) => (typeof source === 'string' ? [source] : []));
    const missing = [...new Set(named)].filter((source) => !known.has(source));
    return missing.map((source) => `table ${id} names the missing source "${source}"`);
  });
}

/** A rate of 3 is 300 %: more likely a slip than a law. */
function checkRates({ steps }: RuleSet): string[] {
  return steps.flatMap((step) => {
    const rate = step.op === 'rate' ? step.rate : step.op === 'topup' ? step.to_rate : null;
    const isLiteral = typeof rate === 'string' && !rate.includes(':');
    return isLiteral && (Number(rate) > 3 || Number(rate) < 0)
      ? [`${step.code} has a rate of ${rate}; a fraction is meant`]
      : [];
  });
}
