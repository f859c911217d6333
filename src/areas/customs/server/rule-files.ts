// The rule sets that the repository holds, one file each in `rules/`. A tariff that several sets
// read stands in `tariffs/`; a set names it with `{ "include": "eu" }` and holds it when it is read,
// so that what is kept of a set is whole.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RuleSet, ruleSetSchema } from './engine/rule-set.ts';

const rules = fileURLToPath(new URL('../rules/', import.meta.url));
const tariffs = fileURLToPath(new URL('../tariffs/', import.meta.url));

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** Throws with the file's name and every problem of its shape. */
export function readRuleFiles(): RuleSet[] {
  const files = readdirSync(rules).filter((file) => file.endsWith('.json'));
  return files
    .sort()
    .map((file) => parseRuleSet(file, includeTariffs(readJson(`${rules}${file}`))));
}

type Unread = { tables: Record<string, { include?: string }> };

function includeTariffs(unread: Unread): unknown {
  const tables = Object.entries(unread.tables).map(([name, table]) => [
    name,
    table.include === undefined ? table : readJson(`${tariffs}${table.include}.json`),
  ]);
  return { ...unread, tables: Object.fromEntries(tables) };
}

/** A rule set out of JSON. Throws an Error that lists what is wrong with its shape. */
export function parseRuleSet(name: string, json: unknown): RuleSet {
  const parsed = ruleSetSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`${name} is no rule set:\n${problems.join('\n')}`);
}
