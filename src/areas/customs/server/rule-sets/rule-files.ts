// The rule sets of the repository, one file each in `rules/`. A tariff that several sets use is in
// `tariffs/`: a set includes it as a table by `{ "include": "eu" }`, and a list of codes of
// `tariffs/code-lists.json` as a value by `{ "include": "alcohol" }`. Both are inlined when the file
// is read, so a stored set is complete.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isObject } from '#lib/is-object.ts';
import { type RuleSet, ruleSetSchema } from '../engine/rules/rule-set.ts';

const rules = fileURLToPath(new URL('../../rules/', import.meta.url));
const tariffs = fileURLToPath(new URL('../../tariffs/', import.meta.url));

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const isJson = (file: string) => file.endsWith('.json');

/** Throws with the file's name and every problem of its shape. */
export function readRuleFiles(): RuleSet[] {
  const files = readdirSync(rules).filter(isJson).sort();
  return files.map((file) => {
    const { ruleSet, problems } = parseRuleSet(readJson(`${rules}${file}`));
    if (ruleSet) return ruleSet;
    throw new Error(`${file} is not a rule set:\n${problems.join('\n')}`);
  });
}

type Parsed = { ruleSet: RuleSet; problems: [] } | { ruleSet: null; problems: string[] };

/** A rule set from JSON, with the tariffs that it includes, or every problem of its shape. */
export function parseRuleSet(json: unknown): Parsed {
  const parsed = ruleSetSchema.safeParse(includeCodeLists(includeTariffs(json)));
  if (parsed.success) return { ruleSet: parsed.data, problems: [] };
  const problems = parsed.error.issues.map(({ path, message }) => {
    const place = path.join('.');
    return place ? `${place}: ${message}` : message;
  });
  return { ruleSet: null, problems };
}

function includeTariffs(json: unknown): unknown {
  if (!isObject(json) || !isObject(json.tables)) return json;
  const tables = Object.entries(json.tables).map(([name, table]) => [
    name,
    isObject(table) && typeof table.include === 'string' ? readTariff(table.include) : table,
  ]);
  return { ...json, tables: Object.fromEntries(tables) };
}

const codeLists: Record<string, string[]> = readJson(`${tariffs}code-lists.json`);

/** At any depth. An unknown name stays as it is, and then fails as a value. */
function includeCodeLists(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(includeCodeLists);
  if (!isObject(json)) return json;
  if (typeof json.include === 'string') return codeLists[json.include] ?? json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, includeCodeLists(value)]),
  );
}

/** An unknown name stays as it is, and then fails as a table. */
const readTariff = (name: string): unknown =>
  readdirSync(tariffs).includes(`${name}.json`)
    ? readJson(`${tariffs}${name}.json`)
    : { include: name };

export const digestRules = (body: RuleSet): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('hex');
