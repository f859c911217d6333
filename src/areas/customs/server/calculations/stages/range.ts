// The least and the most that an import can cost, where several amounts are possible, and the
// questions that decide.
import { Decimal } from '#lib/decimal.ts';
import type { Evaluation } from '../../engine/evaluate.ts';
import { applyAnswer, type OpenQuestion } from '../../engine/questions.ts';
import type { Consignment } from '../../engine/read-facts.ts';

/** What can be true of a fact that is not stated; null for what the rules take without it. */
type Answer = { fact: string; text: string; value: string | boolean | null };

export type Variant = { consignment: Consignment; answers: readonly Answer[] };
export type PossibleImport = Variant & { evaluation: Evaluation };

export type AnsweredQuestion = Pick<Answer, 'fact' | 'text'> & {
  /** The total with each answer; `most` is null if a part of it is unknown. */
  answers: readonly { value: Answer['value']; least: Decimal; most: Decimal | null }[];
};

export type Range = { most: Decimal | null; questions: readonly AnsweredQuestion[] };

/** Each candidate with each combination of answers; the first is the import as it is stated. */
export function listVariants(
  candidates: readonly Consignment[],
  questions: readonly OpenQuestion[],
): Variant[] {
  const dated = candidates.map((consignment) => ({
    consignment,
    answers: candidates.length > 1 ? [toDateAnswer(consignment)] : [],
  }));
  return questions.reduce<Variant[]>(
    (variants, question) => variants.flatMap((variant) => answerBothWays(variant, question)),
    dated,
  );
}

const toDateAnswer = ({ facts }: Consignment): Answer => ({
  fact: 'production_date',
  text: 'On which day was the vehicle produced?',
  value: String(facts.production_date),
});

function answerBothWays({ consignment, answers }: Variant, question: OpenQuestion): Variant[] {
  const { fact, text, value } = question;
  const isYesOrNo = typeof value === 'boolean';
  const usual: Answer = { fact, text, value: isYesOrNo ? !value : null };
  const other: Answer = {
    fact,
    text,
    value: isYesOrNo ? value : value instanceof Decimal ? value.toFixed() : String(value),
  };
  return [
    { consignment, answers: [...answers, usual] },
    { consignment: applyAnswer(consignment, question), answers: [...answers, other] },
  ];
}

/** With unknown parts there is no most, and the least is a minimum. */
export function findRange(possible: readonly PossibleImport[]) {
  const least = possible.reduce((one, other) =>
    other.evaluation.total.lt(one.evaluation.total) ? other : one,
  );
  const most = findMost(possible);
  const questions = listQuestions(possible);
  const isOne = most?.eq(least.evaluation.total) ?? questions.length === 0;
  return {
    least,
    isMinimum: possible.some(({ evaluation }) => evaluation.isMinimum),
    missing: [...new Set(possible.flatMap(({ evaluation }) => evaluation.missing))].sort(),
    range: isOne ? null : { most, questions },
  };
}

const totals = (possible: readonly PossibleImport[]) =>
  possible.map(({ evaluation }) => evaluation.total);

const findMost = (possible: readonly PossibleImport[]): Decimal | null =>
  possible.some(({ evaluation }) => evaluation.isMinimum) ? null : Decimal.max(...totals(possible));

/** Those whose answers make a difference. */
function listQuestions(possible: readonly PossibleImport[]): AnsweredQuestion[] {
  const [{ answers }] = possible as [PossibleImport];
  return answers.flatMap(({ fact, text }, at) => {
    const byValue = Map.groupBy(possible, (one) => one.answers[at]!.value);
    const outcomes = [...byValue].map(([value, group]) => ({
      value,
      least: Decimal.min(...totals(group)),
      most: findMost(group),
    }));
    const [one] = outcomes;
    const isDecisive = outcomes.some(
      ({ least, most }) => !least.eq(one!.least) || most?.toFixed() !== one!.most?.toFixed(),
    );
    return isDecisive ? [{ fact, text, answers: outcomes }] : [];
  });
}
