// Checks rules while they are typed, like a version for publishing. Nothing is stored.
import type { Db } from '#kernel/database/database.ts';
import type { RulesCheckWire } from '../../wire/rule-sets/rule-set-versions.ts';
import type { Customs } from '../customs.ts';
import type { RuleSet } from '../engine/rules/rule-set.ts';
import { parseRuleSet } from './rule-files.ts';
import { findRuleSets, listPublishedIds } from './rule-set-store.ts';
import { nothingRun } from './validate-for-publishing.ts';

type PlacedProblem = RulesCheckWire['problems'][number];

/** What is no rule set can't be run: then the problems are those of its shape. */
export async function checkRules(
  { ruleSetChecker }: Customs,
  db: Db,
  rules: Record<string, unknown>,
  signal: AbortSignal,
): Promise<RulesCheckWire> {
  const { ruleSet, problems: shapeProblems } = parseRuleSet(rules);
  if (!ruleSet) return { problems: shapeProblems.map(placeShape), warnings: [], ...nothingRun };
  const published = await findRuleSets(db, [0, ...(await listPublishedIds(db))]);
  const bodies = published.map(({ body }) => body);
  const { problems, ...rest } = await ruleSetChecker.validate(ruleSet, bodies, signal);
  return { ...rest, problems: problems.map((problem) => placeProblem(ruleSet, problem)) };
}

/** `steps.1.op: Invalid input` begins with its place. */
function placeShape(problem: string): PlacedProblem {
  const [, path = '', message = problem] = /^([\w.]+): (.+)$/s.exec(problem) ?? [];
  return { place: path.split('.').filter(Boolean), message };
}

/** Problems begin with the name of a part, and its place is that of the name. */
export function placeProblem(ruleSet: RuleSet, problem: string): PlacedProblem {
  const message = problem.replace(`${ruleSet.id}@${ruleSet.version}: `, '');
  const found = listParts(ruleSet)
    .filter(([name]) => message.startsWith(name) && !/^\w/.test(message.slice(name.length)))
    .toSorted(([one], [other]) => other.length - one.length)[0];
  return { place: found?.[1] ?? [], message };
}

type Part = [name: string, place: string[]];

function listParts({ tables, facts, sources, steps, tests }: RuleSet): Part[] {
  const nameAll = <T>(
    list: string,
    items: readonly T[],
    listNames: (item: T) => string[],
  ): Part[] =>
    items.flatMap((item, at) => listNames(item).map((name): Part => [name, [list, String(at)]]));
  return [
    ['ends before it begins', ['effective_to']],
    ['the coverage', ['coverage']],
    ['has no step', ['steps']],
    ['it has no examples', ['tests']],
    ...Object.keys(tables).map((name): Part => [`table ${name}`, ['tables', name]]),
    ...nameAll('facts', facts, ({ name }) => [
      `the fact ${name}`,
      `fact "${name}"`,
      `unknown fact "${name}"`,
    ]),
    ...nameAll('sources', sources, ({ id }) => [`the source "${id}"`]),
    ...nameAll('steps', steps, ({ code }) => [code]),
    ...nameAll('tests', tests, ({ id }) => [id]),
  ];
}
