import { useEffect, useRef, useState } from 'react';
import { CallError, errorMessage } from '#lib/call-error.ts';
import { announce } from '#ui/focus/announce.ts';
import { readFacts } from '../../wire/embed/embed.constants.ts';
import { formatTotal } from '../customs-format.ts';
import type { Values } from '../form/draft/conditions.ts';
import { type Draft, fromInputs, newDraft } from '../form/draft/draft.ts';
import { readFieldErrors } from '../form/draft/field-errors.ts';
import { readQuestions } from '../form/draft/questions.ts';
import { chooseRuleSet } from '../form/draft/rule-facts.ts';
import { useDemo, useRuleSets } from '../queries.ts';

/** Complete for every country, so that one click gives a result. */
const example: Draft = {
  ...newDraft('vehicle'),
  country: 'UA',
  values: {
    price: '10000',
    price_currency: 'EUR',
    incoterm: 'CIF',
    powertrain: 'petrol',
    engine_capacity_cc: '1498',
    power_kw: '88',
    production_date: '2021-05',
    vehicle_category: 'car',
    origin_country: 'JP',
    shipped_from: 'JP',
    mode: 'sea',
    is_new: 'false',
    right_hand_drive: 'false',
    in_quota: 'false',
    gross_weight_kg: '1500',
    co2_g_km: '122',
    mpg: '38',
  },
};

const noNames: readonly string[] = [];
const tooMany = 429;

/** An example for one country in place of the usual one. */
export type DemoPreset = { country: string; values: Values };

/** The facts of a calculator on another site, whose link to the full result leads here. */
const readLinkedDraft = (): Draft | null => {
  const facts = readFacts(location.hash);
  return facts && fromInputs(facts);
};

/** Calculates once when a link has brought all facts along. */
function useRunOnce(isLinked: boolean, isReady: boolean, run: () => void) {
  const isDone = useRef(!isLinked);
  useEffect(() => {
    if (isDone.current || !isReady) return;
    isDone.current = true;
    run();
  });
}

/** The demo for visitors without an account. Nothing is stored. */
export function useDemoForm(preset?: DemoPreset) {
  const [linked] = useState(readLinkedDraft);
  const [draft, setDraft] = useState(linked ?? { ...example, ...preset });
  const rules = useRuleSets('vehicle', '');
  const demo = useDemo();
  const sets = rules.data ?? [];
  const chosen = chooseRuleSet(sets, draft);
  const missing = demo.data?.missing ?? noNames;
  const questions = readQuestions('vehicle', chosen ? [chosen] : [], draft, missing);
  const text = JSON.stringify(questions.body);
  const isOld = demo.variables !== undefined && JSON.stringify(demo.variables) !== text;
  const isUsedUp = demo.error instanceof CallError && demo.error.status === tooMany;
  const run = () =>
    questions.body &&
    demo.mutate(questions.body, {
      onSuccess: (result) => announce(`Total ${formatTotal(result)}`),
    });
  useRunOnce(linked !== null, questions.body !== null, run);
  return {
    draft,
    rules,
    sets,
    questions,
    missing,
    result: demo.data,
    isLinked: linked !== null,
    isOld,
    isBusy: demo.isPending,
    isUsedUp,
    // Only for the current inputs.
    errors: readFieldErrors(isOld ? null : demo.error),
    failure: demo.isError && !isUsedUp && !isOld ? errorMessage(demo.error) : undefined,
    change: (part: Partial<Draft>) => setDraft({ ...draft, ...part }),
    run,
  };
}

export type DemoForm = ReturnType<typeof useDemoForm>;
