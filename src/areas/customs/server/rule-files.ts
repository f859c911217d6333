// The rule sets that the repository holds, one file each in `rules/`. A tariff that several sets
// read stands in `tariffs/`; a set names it with `{ "include": "eu" }` and holds it when it is read,
// so that what is kept of a set is whole.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RuleSet, ruleSetSchema } from './engine/rule-set.ts';

const rules = fileURLToPath(new URL('../rules/', import.meta.url));
const tariffs = fileURLToPath(new URL('../tariffs/', import.meta.url));

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const isJson = (file: string) => file.endsWith('.json');

/** Throws with the file's name and every problem of its shape. */
export function readRuleFiles(): RuleSet[] {
  const files = readdirSync(rules).filter(isJson).sort();
  return files.map((file) => {
    const { ruleSet, problems } = parseRuleSet(readJson(`${rules}${file}`));
    if (ruleSet) return ruleSet;
    throw new Error(`${file} is no rule set:\n${problems.join('\n')}`);
  });
}

type Parsed = { ruleSet: RuleSet; problems: [] } | { ruleSet: null; problems: string[] };

/** A rule set out of JSON, with the tariffs that it names; or every problem of its shape. */
export function parseRuleSet(json: unknown): Parsed {
  const parsed = ruleSetSchema.safeParse(includeTariffs(json));
  if (parsed.success) return { ruleSet: parsed.data, problems: [] };
  const problems = parsed.error.issues.map(({ path, message }) => {
    const place = path.join('.');
    return place ? `${place}: ${message}` : message;
  });
  return { ruleSet: null, problems };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function includeTariffs(json: unknown): unknown {
  if (!isObject(json) || !isObject(json.tables)) return json;
  const tables = Object.entries(json.tables).map(([name, table]) => [
    name,
    isObject(table) && typeof table.include === 'string' ? readTariff(table.include) : table,
  ]);
  return { ...json, tables: Object.fromEntries(tables) };
}

/** A name that is not among the files is left as it is, and then no table. */
const readTariff = (name: string): unknown =>
  readdirSync(tariffs).includes(`${name}.json`)
    ? readJson(`${tariffs}${name}.json`)
    : { include: name };
