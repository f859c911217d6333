// The rule sets that the repository holds, one file each in `rules/`.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RuleSet, ruleSetSchema } from './engine/rule-set.ts';

const folder = fileURLToPath(new URL('../rules/', import.meta.url));

/** Throws with the file's name and every problem of its shape. */
export function readRuleFiles(): RuleSet[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => {
    const parsed = ruleSetSchema.safeParse(JSON.parse(readFileSync(`${folder}${file}`, 'utf8')));
    if (parsed.success) return parsed.data;
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );
    throw new Error(`${file} is no rule set:\n${problems.join('\n')}`);
  });
}
