// A rule set as people and forms read it: its facts with their words, its sources, how sure it is.
import { factNamed } from '../facts.ts';
import type { RuleSetWire } from '../rule-set-contract.ts';
import { conditionOf } from './engine/asked-facts.ts';
import { confidences, type FactUse, type RuleSet } from './engine/rule-set.ts';
import { countriesOf } from './rule-sets.ts';

export function toWire(ruleSet: RuleSet, today: string): RuleSetWire {
  return {
    id: ruleSet.id,
    kind: ruleSet.kind,
    jurisdiction: ruleSet.jurisdiction,
    countries: [...countriesOf(ruleSet)],
    title: ruleSet.title,
    regime: ruleSet.regime,
    version: ruleSet.version,
    effective_from: ruleSet.effective_from,
    effective_to: ruleSet.effective_to,
    currency: ruleSet.currency,
    basis: ruleSet.basis,
    facts: ruleSet.facts.map((use) => toFact(ruleSet, use)),
    review_by: ruleSet.review_by,
    is_overdue: ruleSet.review_by < today,
    to_be_verified: ruleSet.verify ?? false,
    confidence: weakest(ruleSet),
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

function toFact(ruleSet: RuleSet, use: FactUse): RuleSetWire['facts'][number] {
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
    when: conditionOf(ruleSet, use),
  };
}

/** Of the sources under lines that charge something. */
function weakest({ steps, sources }: RuleSet): RuleSetWire['confidence'] {
  const used = new Set(
    steps.flatMap((step) => ('label' in step && step.op !== 'unknown' ? [step.source] : [])),
  );
  const ranks = sources
    .filter(({ id }) => used.has(id))
    .map(({ confidence }) => confidences.indexOf(confidence));
  return confidences[Math.max(0, ...ranks)]!;
}
