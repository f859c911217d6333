import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import type { FactKind } from '../../facts.ts';
import { type Draft, listNeeds, toBody } from '../form/draft.ts';
import { type FormErrors, noErrors, readFieldErrors } from '../form/field-errors.ts';
import { askFacts } from '../form/rule-facts.ts';
import { useDraft } from '../form/use-draft.ts';
import { useCompare, useRuleSets } from '../queries.ts';
import {
  type Aspect,
  buildComparison,
  draftOf,
  optionsOf,
  setsOf,
  startValues,
} from './scenarios.ts';

const scenariosMin = 2;

/** The comparison's state: the base, what differs, what that asks for, and the last answer. */
export function useComparison(kind: FactKind, start?: Draft) {
  const editor = useDraft(kind, start);
  const base = editor.draft;
  const rules = useRuleSets(kind, base.date);
  const sets = rules.data ?? [];
  const [aspect, setAspect] = useState<Aspect>('country');
  const [chosen, setChosen] = useState<Partial<Record<Aspect, readonly string[]>>>({});
  const options = optionsOf(aspect, sets, base);
  const values = (chosen[aspect] ?? startValues(aspect, options, base)).filter((value) =>
    options.some((one) => one.value === value),
  );
  const asking = setsOf(sets, { aspect, values, base });
  const place = kind === 'vehicle' ? 'vehicle' : 'consignment';
  // What any of the scenarios asks for is asked once; what differs is asked by the choice above.
  const ofScenarios = values.flatMap((value) =>
    askFacts(asking, place, draftOf(aspect, value, base).values),
  );
  const facts = ofScenarios.filter(
    ({ name }, at) => name !== aspect && ofScenarios.findIndex((one) => one.name === name) === at,
  );
  const lineFacts = kind === 'goods' ? askFacts(asking, 'item', base.values) : [];
  const questions = { facts, lineFacts };
  const needs =
    values.length === 0
      ? []
      : listNeeds(kind, { ...base, country: base.country || values[0]! }, questions);
  const compare = useCompare(kind);
  const isReady = values.length >= scenariosMin && needs.length === 0;
  const asked = isReady ? writeQuestion() : null;
  const isAnswered = JSON.stringify(asked) === JSON.stringify(compare.variables);

  function writeQuestion() {
    const bodyOf = (draft: Draft) => {
      const own = askFacts(asking, place, draft.values);
      return toBody(kind, draft, { facts: own, lineFacts });
    };
    return buildComparison(sets, { aspect, values, base }, bodyOf);
  }

  const isRefused = isAnswered && compare.isError;
  const errors: FormErrors = isRefused ? readFieldErrors(compare.error) : noErrors;
  return {
    ...{ kind, editor, rules, sets, aspect, options, values, facts, lineFacts, needs, errors },
    isReady,
    isEnough: values.length >= scenariosMin,
    changeAspect: setAspect,
    changeValues: (next: readonly string[]) => setChosen({ ...chosen, [aspect]: next }),
    run: () => asked && compare.mutate(asked),
    isRunning: compare.isPending,
    /** Of what is asked now: another question takes the old answer away. */
    answer: isAnswered ? compare.data : undefined,
    failure: isRefused ? messageOf(compare.error) : undefined,
  };
}

export type ComparisonState = ReturnType<typeof useComparison>;
