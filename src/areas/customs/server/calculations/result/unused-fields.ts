// Fields of a request that do not change its result: those that the contract lacks, and facts that
// the rules do not read. The response warns about them, so that none is ignored silently.
import type { CalculationInput } from '../../../wire/calculations/calculation-inputs.ts';
import { factNamed, facts } from '../../../wire/facts/facts.constants.ts';
import type { RuleSet } from '../../engine/rules/rule-set.ts';
import type { Warning } from '../../engine/scope.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Paths in `body` that are not in `parsed`: `colour`, `price.tax`, `items.0.size`. */
export function listUnknownFields(body: unknown, parsed: unknown, path = ''): string[] {
  if (!isRecord(body) || !isRecord(parsed)) return [];
  return Object.entries(body).flatMap(([key, value]) => {
    const name = path ? `${path}.${key}` : key;
    return Object.hasOwn(parsed, key) ? listUnknownFields(value, parsed[key], name) : [name];
  });
}

const namedMax = 20;
const nameLengthMax = 100;

const warn = (message: string): Warning => ({ code: 'unknown_field', message });

/** One warning for each name, up to a limit. */
export function listUnknownFieldWarnings(names: readonly string[]): Warning[] {
  const warnings = names.slice(0, namedMax).map((path) => {
    const name = path.slice(0, nameLengthMax);
    const meant = findSimilarFact(name.split('.').at(-1)!);
    const question = meant ? ` Did you mean "${meant}"?` : '';
    return warn(`"${name}" is not a field here: it was left out.${question}`);
  });
  const left = names.length - namedMax;
  return left > 0 ? [...warnings, warn(`${left} more fields were left out.`)] : warnings;
}

/** The only fact with all the words of the name, or that differs by a letter or two. */
function findSimilarFact(name: string): string | undefined {
  if (factNamed(name)) return undefined;
  const words = name.toLowerCase().split('_');
  const editsMax = name.length < 8 ? 1 : 2;
  const hasWords = (fact: string) => words.every((word) => fact.split('_').includes(word));
  const similar = facts.filter(
    (fact) => (words.length > 1 && hasWords(fact.name)) || countEdits(fact.name, name) <= editsMax,
  );
  return similar.length === 1 ? similar[0]!.name : undefined;
}

/** The Levenshtein distance. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 1; to <= other.length; to++)
      next[to] = Math.min(
        row[to]! + 1,
        next[to - 1]! + 1,
        row[to - 1]! + (letter === other[to - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[other.length]!;
}

/** Read by no rule set: they identify the goods or choose the rules. */
const descriptive = new Set([
  ...['destination_country', 'description', 'make', 'model', 'vin', 'importer', 'hs_code'],
  ...['quantity', 'unit', 'value', 'unit_price'],
]);

/** Facts in place of which the rules read another one. */
const equivalents: Record<string, string> = {
  age_years: 'production_date',
  power_hp: 'power_kw',
  power_kw: 'power_hp',
  fuel_l_100km: 'mpg',
  mpg: 'fuel_l_100km',
};

/** One warning with all facts of the request that the rule set does not read. */
export function listUnusedFactWarnings(ruleSet: RuleSet, input: CalculationInput): Warning[] {
  const read = new Set(ruleSet.facts.map(({ name }) => name));
  const items = Array.isArray(input.items) ? (input.items as Record<string, unknown>[]) : [];
  const names = new Set([input, ...items].flatMap(listFactNames));
  const unused = [...names].filter(
    (name) => !read.has(name) && !read.has(equivalents[name] ?? name) && !descriptive.has(name),
  );
  if (unused.length === 0) return [];
  const message = `These facts do not change the result there: ${unused.join(', ')}.`;
  return [{ code: 'fact_not_used', message }];
}

/** Without those that are false, as most facts are by default. */
const listFactNames = (input: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(input).filter(
    (name) =>
      factNamed(name) !== undefined &&
      input[name] !== undefined &&
      input[name] !== null &&
      input[name] !== false,
  );
