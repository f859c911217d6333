import { useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import type { ImportKind } from '../../wire/calculations.constants.ts';
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

/** State of the comparison: base import, aspect, questions, and the last result. */
export function useComparison(kind: ImportKind, start?: Draft) {
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
  // A fact that several scenarios need is asked for once; the aspect itself is chosen above.
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
  const body = isReady ? buildBody() : null;
  const isCurrent = JSON.stringify(body) === JSON.stringify(compare.variables);

  function buildBody() {
    const bodyOf = (draft: Draft) => {
      const own = askFacts(asking, place, draft.values);
      return toBody(kind, draft, { facts: own, lineFacts });
    };
    return buildComparison(sets, { aspect, values, base }, bodyOf);
  }

  const isRefused = isCurrent && compare.isError;
  const errors: FormErrors = isRefused ? readFieldErrors(compare.error) : noErrors;
  return {
    ...{ kind, editor, rules, sets, aspect, options, values, facts, lineFacts, needs, errors },
    isReady,
    isEnough: values.length >= scenariosMin,
    changeAspect: setAspect,
    changeValues: (next: readonly string[]) => setChosen({ ...chosen, [aspect]: next }),
    run: () => body && compare.mutate(body),
    isRunning: compare.isPending,
    /** Only for the current inputs. */
    result: isCurrent ? compare.data : undefined,
    failure: isRefused ? errorMessage(compare.error) : undefined,
  };
}

export type ComparisonState = ReturnType<typeof useComparison>;
