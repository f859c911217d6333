// What a version would change: the examples of both versions, calculated with each.
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { type RuleSetDifferenceWire, ruleSetNotPublishable } from '../staff-contract.ts';
import type { Customs } from './customs.ts';
import type { VersionRow } from './draft-store.ts';
import { findVersion } from './drafts.ts';
import type { Outcome } from './engine/evaluate.ts';
import { runExample } from './engine/examples.ts';
import { checkRuleSet } from './engine/publish-checks.ts';
import type { RuleSet, RuleTest } from './engine/rule-set.ts';
import { moneyText } from './result-wire.ts';
import type { PublishedRow } from './rule-set-store.ts';

type Moved = RuleSetDifferenceWire['moved'][number];

/** Throws 400 for rules that refer to what they do not have: they can't be run. */
export async function compareWithPublished(
  customs: Customs,
  db: Db,
  id: string,
): Promise<RuleSetDifferenceWire> {
  const row = await findVersion(db, id);
  const rules = row.body as unknown as RuleSet;
  const problems = checkRuleSet(rules);
  if (problems.length > 0) throw apiError(ruleSetNotPublishable, { problems });
  const before = rivalOf(await customs.ruleSets.all(), row);
  if (!before) return { against: null, compared: 0, moved: [] };
  const corpus = new Map([...before.body.tests, ...rules.tests].map((one) => [one.id, one]));
  return {
    against: { id: before.id, version: before.body.version },
    compared: corpus.size,
    moved: [...corpus.values()].flatMap((example) => compareOne(before.body, rules, example)),
  };
}

/** The published version before this one, or the newest where this one is older than all. */
const rivalOf = (rows: readonly PublishedRow[], { id, set_id, version }: VersionRow) =>
  rows
    .filter((row) => row.body.id === set_id && row.id !== id)
    .sort((one, other) => nearness(other, version) - nearness(one, version))[0];

const nearness = ({ body }: PublishedRow, version: number): number =>
  body.version < version ? version + body.version : -body.version;

function compareOne(before: RuleSet, after: RuleSet, example: RuleTest): Moved[] {
  const [old, now] = [run(before, example), run(after, example)];
  const lines = movedLines(old, now);
  const isSame = old.total.eq(now.total) && old.isMinimum === now.isMinimum;
  if (isSame && lines.length === 0) return [];
  return [
    {
      example: example.id,
      date: example.date,
      currency: now.currency,
      before: sideOf(old),
      after: sideOf(now),
      lines,
    },
  ];
}

/** An example may state what no rule can be run with. */
function run(rules: RuleSet, example: RuleTest): Outcome {
  try {
    return runExample(rules, example);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const problem = `${example.id} can't be run by version ${rules.version}: ${words}`;
    throw apiError(ruleSetNotPublishable, { problems: [problem] });
  }
}

const sideOf = ({ total, currency, isMinimum }: Outcome) => ({
  total: moneyText(total, currency),
  is_minimum: isMinimum,
});

function movedLines(old: Outcome, now: Outcome): Moved['lines'] {
  const lineIn = ({ lines }: Outcome, code: string) => lines.find((line) => line.code === code);
  const codes = new Set([...old.lines, ...now.lines].map(({ code }) => code));
  return [...codes].flatMap((code) => {
    const [one, other] = [lineIn(old, code), lineIn(now, code)];
    const amountOf = (line: typeof one) =>
      line?.amount ? moneyText(line.amount, now.currency) : null;
    const [before, after] = [amountOf(one), amountOf(other)];
    return before === after ? [] : [{ code, label: (other ?? one)!.label, before, after }];
  });
}
