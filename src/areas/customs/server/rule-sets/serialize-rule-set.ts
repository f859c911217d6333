// A rule set as the API returns it: facts with labels, sources, and confidence.
import { factNamed } from '../../wire/facts/facts.constants.ts';
import type { RuleSetWire } from '../../wire/rule-sets/rule-sets.ts';
import { readCondition } from '../engine/relevant-facts.ts';
import { confidences, type FactUse, type RuleSet } from '../engine/rules/rule-set.ts';
import { listCountries } from './choose-rule-set.ts';

export function serializeRuleSet(ruleSet: RuleSet, today: string): RuleSetWire {
  return {
    id: ruleSet.id,
    kind: ruleSet.kind,
    jurisdiction: ruleSet.jurisdiction,
    countries: [...listCountries(ruleSet)],
    title: ruleSet.title,
    regime: ruleSet.regime,
    version: ruleSet.version,
    effective_from: ruleSet.effective_from,
    effective_to: ruleSet.effective_to,
    currency: ruleSet.currency,
    basis: ruleSet.basis,
    facts: ruleSet.facts.map((use) => serializeFact(ruleSet, use)),
    review_by: ruleSet.review_by,
    is_overdue: ruleSet.review_by < today,
    to_be_verified: ruleSet.verify ?? false,
    confidence: weakestConfidence(ruleSet),
    sources: ruleSet.sources.map((source) => ({
      id: source.id,
      title: source.title,
      reference: source.reference ?? null,
      url: source.url ?? null,
      confidence: source.confidence,
      effective_from: source.effective_from ?? null,
      retrieved_at: source.retrieved_at ?? null,
    })),
  };
}

function serializeFact(ruleSet: RuleSet, use: FactUse): RuleSetWire['facts'][number] {
  const fact = factNamed(use.name)!;
  const choices = (fact.choices ?? []).filter(
    ({ value }) => use.choices === undefined || use.choices.includes(value),
  );
  return {
    name: use.name,
    of: [...fact.of],
    type: fact.type,
    unit: fact.unit ?? null,
    required: use.required ?? false,
    default: use.default ?? null,
    choices,
    label: fact.label,
    help: use.help ?? fact.help ?? null,
    when: readCondition(ruleSet, use),
  };
}

/** Of the sources of all charges. */
function weakestConfidence({ steps, sources }: RuleSet): RuleSetWire['confidence'] {
  const used = new Set(
    steps.flatMap((step) => ('label' in step && step.op !== 'unknown' ? [step.source] : [])),
  );
  const ranks = sources
    .filter(({ id }) => used.has(id))
    .map(({ confidence }) => confidences.indexOf(confidence));
  return confidences[Math.max(0, ...ranks)]!;
}
