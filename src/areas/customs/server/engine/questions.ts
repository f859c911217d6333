// Questions of a rule set that an import leaves open: a relief, a reduced rate or a contested rule
// may apply. Without an answer the rules charge in the usual way; both amounts are possible.
import { Decimal } from '#lib/decimal.ts';
import { test } from './conditions.ts';
import type { StepResults } from './evaluate.ts';
import { evaluate as evaluateExpression } from './expressions.ts';
import type { Consignment } from './read-facts.ts';
import type { Question } from './rules/rule-set.ts';
import type { FactValue, Scope } from './scope.ts';

export type OpenQuestion = {
  fact: string;
  text: string;
  /** What the fact may be, for the consignment or by the place of the line. */
  value: FactValue;
  values: ReadonlyMap<Scope, FactValue>;
  scopes: StepResults['root'];
};

/** One for each fact: what is open about several lines is answered for all of them. */
export function findOpenQuestions({ run, root }: StepResults): OpenQuestion[] {
  const openScopes = (run.ruleSet.questions ?? []).flatMap((question) => {
    const scopes = question.per === 'line' ? root.lines : [root];
    return scopes.filter((scope) => isOpen(scope, question)).map((scope) => ({ scope, question }));
  });
  return [...Map.groupBy(openScopes, ({ question }) => question.fact)].map(([fact, open]) => {
    const values = new Map(open.map(({ scope, question }) => [scope, readAnswer(scope, question)]));
    const texts = [...new Set(open.map(({ question }) => question.text))];
    return { fact, text: texts.join(' '), value: [...values.values()][0]!, values, scopes: root };
  });
}

/** A fact that is stated is answered, even where it is what the rules take without it. */
function isOpen(scope: Scope, { fact, when }: Question): boolean {
  const isAnswered = (scope.item?.[fact] ?? scope.run.facts[fact]) !== undefined;
  return !isAnswered && test(scope, when).holds !== false;
}

function readAnswer(scope: Scope, { answer }: Question): FactValue {
  if (typeof answer === 'boolean') return answer;
  const { floor } = evaluateExpression(scope, answer);
  return new Decimal(floor);
}

/** The import with the answer. */
export function applyAnswer(
  { facts, items }: Consignment,
  { fact, values, scopes }: OpenQuestion,
): Consignment {
  const own = values.get(scopes);
  return {
    facts: own === undefined ? facts : { ...facts, [fact]: own },
    items: items.map((item, at) => {
      const value = values.get(scopes.lines[at]!);
      return value === undefined ? item : { ...item, [fact]: value };
    }),
  };
}
