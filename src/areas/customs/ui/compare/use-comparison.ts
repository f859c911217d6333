import { useEffect, useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { useAddressValues } from '#ui/use-address-values.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import type { CalculationInput } from '../../wire/calculations/calculation-inputs.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { type Draft, listNeeds, toBody } from '../form/draft/draft.ts';
import { type FormErrors, noErrors, readFieldErrors } from '../form/draft/field-errors.ts';
import { askFacts } from '../form/draft/rule-facts.ts';
import { useDraft } from '../form/draft/use-draft.ts';
import { useComparisonQuery, useRuleSets } from '../queries.ts';
import { type ComparisonStart, writeComparison } from './comparison-address.ts';
import {
  type Aspect,
  buildComparison,
  listOptions,
  listSets,
  startValues,
  toDraft,
} from './scenarios.ts';

const scenariosMin = 2;
const settleMs = 300;

/** Keeps the comparison in the address; null removes it, undefined leaves it as it is. */
function useAddress(text: string | null | undefined) {
  const [address, changeAddress] = useAddressValues();
  useEffect(() => {
    if (text === undefined || address.get('facts') === text) return;
    changeAddress({ facts: text });
  }, [text, address, changeAddress]);
}

/** State of the comparison: base import, aspect, questions, and the result, which follows them. */
export function useComparison(kind: ImportKind, start?: Partial<ComparisonStart>) {
  const editor = useDraft(kind, start?.draft);
  const base = editor.draft;
  const rules = useRuleSets(kind, base.date);
  const sets = rules.data ?? [];
  const [aspect, setAspect] = useState<Aspect>(start?.aspect ?? 'country');
  const [chosen, setChosen] = useState<Partial<Record<Aspect, readonly string[]>>>(
    start?.aspect && start.values ? { [start.aspect]: start.values } : {},
  );
  const options = listOptions(aspect, sets, base);
  const values = (chosen[aspect] ?? startValues(aspect, options, base)).filter((value) =>
    options.some((one) => one.value === value),
  );
  const asking = listSets(sets, { aspect, values, base });
  const place = kind === 'vehicle' ? 'vehicle' : 'consignment';
  // A fact that several scenarios need is asked for once; the aspect itself is chosen above.
  const scenarioFacts = values.flatMap((value) =>
    askFacts(asking, place, toDraft(aspect, value, base).values),
  );
  const facts = scenarioFacts.filter(
    ({ name }, at) => name !== aspect && scenarioFacts.findIndex((one) => one.name === name) === at,
  );
  const lineFacts = kind === 'goods' ? askFacts(asking, 'item', base.values) : [];
  const questions = { facts, lineFacts };
  const needs =
    values.length === 0
      ? []
      : listNeeds(kind, { ...base, country: base.country || values[0]! }, questions);
  const isEnough = values.length >= scenariosMin;
  const body = isEnough && needs.length === 0 ? buildBody() : null;
  const text = body && JSON.stringify(body);
  const settled = useDebounced(text, settleMs);
  const query = useComparisonQuery(kind, text === null ? null : settled);
  const isOld = text !== settled || query.isFetching || query.isError;
  // Before the rules are there, no value is known and the address must stay.
  const isKnown = rules.data !== undefined;
  useAddress(
    useDebounced(isKnown ? writeComparison({ aspect, values, draft: base }) : undefined, settleMs),
  );

  function buildBody() {
    const createBody = (draft: Draft) => {
      const own = askFacts(asking, place, draft.values);
      return toBody(kind, draft, { facts: own, lineFacts });
    };
    return buildComparison(sets, { aspect, values, base }, createBody);
  }

  const isRefused = text !== null && text === settled && query.isError;
  const errors: FormErrors = isRefused ? readFieldErrors(query.error) : noErrors;
  return {
    ...{ kind, editor, rules, sets, aspect, options, values, facts, lineFacts, needs, errors },
    isEnough,
    changeAspect: setAspect,
    changeValues: (next: readonly string[]) => setChosen({ ...chosen, [aspect]: next }),
    /** The last result stays while the next one loads. */
    result: text === null || isRefused ? undefined : query.data,
    /** What the result answers, once it is there. */
    compared: isOld || text === null ? null : body,
    isOld,
    isLoading: text !== null && (text !== settled || query.isFetching),
    failure: isRefused ? errorMessage(query.error) : undefined,
    /** The facts of one scenario, to save it. */
    toInputs(label: string): CalculationInput | undefined {
      const scenario = body?.scenarios.find((one) => one.label === label);
      return scenario && ({ ...body?.base, ...scenario.changes } as CalculationInput);
    },
  };
}

export type ComparisonState = ReturnType<typeof useComparison>;
