import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import type { FactKind } from '../../facts.ts';
import { useRuleSets } from '../queries.ts';
import type { Draft } from './draft.ts';
import { readFieldErrors } from './field-errors.ts';
import { readQuestions } from './questions.ts';
import { chooseRuleSet } from './rule-facts.ts';
import { useDraft } from './use-draft.ts';
import { usePreview } from './use-preview.ts';

const noNames: readonly string[] = [];

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name, at) => name === other[at]);

/** The form's state: the draft, the questions of its rules, and the total of what is typed. */
export function useCalculator(kind: FactKind, start?: Draft) {
  const editor = useDraft(kind, start);
  const { draft } = editor;
  const rules = useRuleSets(kind, draft.date);
  const sets = rules.data ?? [];
  const chosen = chooseRuleSet(sets, draft);
  // What the last answer missed is asked for, whatever the form thinks of it.
  const [missing, setMissing] = useState(noNames);
  const questions = readQuestions(kind, chosen ? [chosen] : [], draft, missing);
  const preview = usePreview(kind, questions.body);
  const told = preview.result?.missing ?? noNames;
  if (preview.result && !isSame(told, missing)) setMissing(told);
  const errors = readFieldErrors(preview.query.error);
  return {
    kind,
    editor,
    rules,
    sets,
    chosen,
    missing,
    questions,
    preview,
    errors,
    failure: preview.query.isError ? messageOf(preview.query.error) : undefined,
  };
}

export type Calculator = ReturnType<typeof useCalculator>;
