// What a version would change: evaluates the examples of both versions with each of them.
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import {
  type RuleSetDifferenceWire,
  ruleSetNotPublishable,
} from '../../wire/rule-sets/rule-set-versions.ts';
import { moneyText } from '../calculations/result/serialize-result.ts';
import type { Customs } from '../customs.ts';
import { runExample } from '../engine/checks/examples.ts';
import { checkRuleSet } from '../engine/checks/publish-checks.ts';
import type { Evaluation } from '../engine/evaluate.ts';
import type { RuleSet, RuleTest } from '../engine/rules/rule-set.ts';
import { listChangedRules } from './changed-rules.ts';
import { findVersion } from './drafts.ts';
import type { PublishedRuleSet } from './rule-set-store.ts';
import type { VersionRow } from './version-store.ts';

type ChangedExample = RuleSetDifferenceWire['moved'][number];

/** Throws 400 for rules with dangling references: they cannot be evaluated. */
export async function compareWithPublished(
  customs: Customs,
  db: Db,
  id: string,
): Promise<RuleSetDifferenceWire> {
  const row = await findVersion(db, id);
  const rules = row.body;
  const problems = checkRuleSet(rules);
  if (problems.length > 0) throw apiError(ruleSetNotPublishable, { problems });
  const before = findBaseline(await customs.ruleSets.all(), row);
  if (!before) return { against: null, changes: [], changes_total: 0, compared: 0, moved: [] };
  const corpus = new Map([...before.body.tests, ...rules.tests].map((one) => [one.id, one]));
  return {
    against: { id: before.id, version: before.body.version },
    ...listChangedRules(before.body, rules),
    compared: corpus.size,
    moved: [...corpus.values()].flatMap((example) => compareExample(before.body, rules, example)),
  };
}

/** The published version before this one, or the newest if this one is older than all. */
const findBaseline = (rows: readonly PublishedRuleSet[], { id, set_id, version }: VersionRow) =>
  rows
    .filter((row) => row.body.id === set_id && row.id !== id)
    .sort((one, other) => closeness(other, version) - closeness(one, version))[0];

const closeness = ({ body }: PublishedRuleSet, version: number): number =>
  body.version < version ? version + body.version : -body.version;

function compareExample(before: RuleSet, after: RuleSet, example: RuleTest): ChangedExample[] {
  const [old, now] = [runOrRefuse(before, example), runOrRefuse(after, example)];
  const lines = listChangedLines(old, now);
  const isSame = old.total.eq(now.total) && old.isMinimum === now.isMinimum;
  if (isSame && lines.length === 0) return [];
  return [
    {
      example: example.id,
      date: example.date,
      currency: now.currency,
      before: serializeSide(old),
      after: serializeSide(now),
      lines,
    },
  ];
}

/** Throws 400 for an example that cannot be evaluated. */
function runOrRefuse(rules: RuleSet, example: RuleTest): Evaluation {
  try {
    return runExample(rules, example);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const problem = `${example.id} cannot be evaluated by version ${rules.version}: ${message}`;
    throw apiError(ruleSetNotPublishable, { problems: [problem] });
  }
}

const serializeSide = ({ total, currency, isMinimum }: Evaluation) => ({
  total: moneyText(total, currency),
  is_minimum: isMinimum,
});

function listChangedLines(old: Evaluation, now: Evaluation): ChangedExample['lines'] {
  const lineIn = ({ lines }: Evaluation, code: string) => lines.find((line) => line.code === code);
  const codes = new Set([...old.lines, ...now.lines].map(({ code }) => code));
  return [...codes].flatMap((code) => {
    const [one, other] = [lineIn(old, code), lineIn(now, code)];
    const readAmount = (line: typeof one) =>
      line?.amount ? moneyText(line.amount, now.currency) : null;
    const [before, after] = [readAmount(one), readAmount(other)];
    return before === after ? [] : [{ code, label: (other ?? one)!.label, before, after }];
  });
}
