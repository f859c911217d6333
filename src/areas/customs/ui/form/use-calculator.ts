import { useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { useRuleSets } from '../queries.ts';
import type { Draft } from './draft/draft.ts';
import { readFieldErrors } from './draft/field-errors.ts';
import { readQuestions } from './draft/questions.ts';
import { chooseRuleSet } from './draft/rule-facts.ts';
import { useDraft } from './draft/use-draft.ts';
import { usePreview } from './use-preview.ts';

const noNames: readonly string[] = [];

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name, at) => name === other[at]);

/** State of the form: the draft, the questions of its rules, and the live total. */
export function useCalculator(kind: ImportKind, start?: Draft) {
  const editor = useDraft(kind, start);
  const { draft } = editor;
  const rules = useRuleSets(kind, draft.date);
  const sets = rules.data ?? [];
  const chosen = chooseRuleSet(sets, draft);
  // Facts that the last result is missing are always asked for.
  const [missing, setMissing] = useState(noNames);
  const questions = readQuestions(kind, chosen ? [chosen] : [], draft, missing);
  const preview = usePreview(kind, questions.body);
  const resultMissing = preview.result?.missing ?? noNames;
  if (preview.result && !isSame(resultMissing, missing)) setMissing(resultMissing);
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
    failure: preview.query.isError ? errorMessage(preview.query.error) : undefined,
  };
}

export type Calculator = ReturnType<typeof useCalculator>;
