import type { ImportKind } from '../../../wire/calculations/calculations.constants.ts';
import type { RuleSetWire } from '../../../wire/rule-sets/rule-sets.ts';
import { type Draft, listNeeds, type Questions, toBody } from './draft.ts';
import { askFacts } from './rule-facts.ts';

/** The facts that these rule sets ask for, and the body of the call once they are complete. */
export function readQuestions(
  kind: ImportKind,
  sets: readonly RuleSetWire[],
  draft: Draft,
  missing: readonly string[],
) {
  const place = kind === 'vehicle' ? 'vehicle' : 'consignment';
  const questions: Questions = {
    facts: askFacts(sets, place, draft.values, missing),
    lineFacts: kind === 'goods' ? askFacts(sets, 'item', draft.values, missing) : [],
  };
  const needs = listNeeds(kind, draft, questions);
  const isReady = sets.length > 0 && needs.length === 0;
  return { ...questions, needs, body: isReady ? toBody(kind, draft, questions) : null };
}
