import type { FactKind } from '../../facts.ts';
import type { RuleSetWire } from '../../rule-set-contract.ts';
import { type Draft, listNeeds, type Questions, toBody } from './draft.ts';
import { askFacts } from './rule-facts.ts';

/** What these rule sets want to know for this draft, and the body once it is enough. */
export function readQuestions(
  kind: FactKind,
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
