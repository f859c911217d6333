// What the calculator asks. Goods have one line here, whose facts are among those of the whole.
import type { ImportKind } from '../../../wire/calculations/calculations.constants.ts';
import type { RuleSetWire } from '../../../wire/rule-sets/rule-sets.ts';
import type { Draft } from '../../form/draft/draft.ts';
import { readQuestions } from '../../form/draft/questions.ts';
import type { QuestionFact } from '../../form/draft/rule-facts.ts';

/** The facts that change the total most, also where they are not required. */
const alwaysFirst: Readonly<Record<ImportKind, readonly string[]>> = {
  vehicle: ['price', 'powertrain', 'production_date', 'engine_capacity_cc', 'battery_kwh'],
  goods: ['hs_code', 'value', 'quantity', 'origin_country'],
};

/** Names by which customers find their calculations, and rates that visitors do not know. */
const hiddenFacts = [
  ...['make', 'model', 'vin', 'description'],
  ...['duty_rate_percent', 'vat_rate_percent', 'excise_rate_percent'],
];

const lineKey = 'only';

const goodsFact = (fact: QuestionFact): QuestionFact => {
  if (fact.name === 'value') return { ...fact, required: true, help: 'Of the whole quantity.' };
  if (fact.name !== 'hs_code') return fact;
  return { ...fact, label: 'Goods', help: 'What it is, or the first digits of its tariff code.' };
};

/** The field at which something is missing: some facts of a line share one. */
const readFieldName = (id: string): string => {
  const name = id.replace(/^fact-|^line-only-/, '');
  return { description: 'hs_code', unit_price: 'value' }[name] ?? name;
};

export function askQuestions(
  kind: ImportKind,
  set: RuleSetWire | undefined,
  draft: Draft,
  missing: readonly string[],
) {
  const lines = kind === 'goods' ? [{ key: lineKey, values: draft.values }] : [];
  const questions = readQuestions(kind, set ? [set] : [], { ...draft, lines }, missing);
  const facts = [...questions.lineFacts.map(goodsFact), ...questions.facts].filter(
    ({ name }) => !hiddenFacts.includes(name),
  );
  const needs = new Map(questions.needs.map(({ id, label }) => [readFieldName(id), label]));
  return {
    facts,
    body: questions.body,
    needs: [...needs].map(([name, label]) => ({
      name,
      label: facts.find((fact) => fact.name === name)?.label ?? label,
      message:
        name === 'hs_code' && draft.values.description
          ? 'Choose a code from the list, or type its digits.'
          : 'This is needed.',
    })),
  };
}

export const isFirst =
  (kind: ImportKind, missing: readonly string[]) =>
  ({ name, required, instead }: QuestionFact): boolean =>
    required ||
    alwaysFirst[kind].includes(name) ||
    [name, instead?.name].some((one) => one && missing.includes(one));
