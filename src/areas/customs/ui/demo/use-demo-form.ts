import { useState } from 'react';
import { CallError, messageOf } from '#client/errors.ts';
import { announce } from '#ui/announce.ts';
import { sayTotal } from '../customs-words.ts';
import { type Draft, newDraft } from '../form/draft.ts';
import { readFieldErrors } from '../form/field-errors.ts';
import { readQuestions } from '../form/questions.ts';
import { chooseRuleSet } from '../form/rule-facts.ts';
import { useDemo, useRuleSets } from '../queries.ts';

/** Whole for every country, so that one press answers. */
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
    origin_country: 'JP',
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

/** What a visitor may try without an account; nothing is kept anywhere. */
export function useDemoForm() {
  const [draft, setDraft] = useState(example);
  const rules = useRuleSets('vehicle', '');
  const demo = useDemo();
  const sets = rules.data ?? [];
  const chosen = chooseRuleSet(sets, draft);
  const missing = demo.data?.missing ?? noNames;
  const questions = readQuestions('vehicle', chosen ? [chosen] : [], draft, missing);
  const text = JSON.stringify(questions.body);
  const isOld = demo.variables !== undefined && JSON.stringify(demo.variables) !== text;
  const isUsedUp = demo.error instanceof CallError && demo.error.status === tooMany;
  return {
    draft,
    rules,
    sets,
    questions,
    missing,
    result: demo.data,
    isOld,
    isBusy: demo.isPending,
    isUsedUp,
    // Of what is stated now: another fact takes the refusal away.
    errors: readFieldErrors(isOld ? null : demo.error),
    failure: demo.isError && !isUsedUp && !isOld ? messageOf(demo.error) : undefined,
    change: (part: Partial<Draft>) => setDraft({ ...draft, ...part }),
    run: () =>
      questions.body &&
      demo.mutate(questions.body, {
        onSuccess: (result) => announce(`Total ${sayTotal(result)}`),
      }),
  };
}

export type DemoForm = ReturnType<typeof useDemoForm>;
