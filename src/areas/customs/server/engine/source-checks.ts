// Checks the sources of a rule set.
import type { RuleSet, RuleSource } from './rule-set.ts';

/** A step or table that names a source, and whether it results in an amount. */
type SourceUse = { place: string; id: string; charges: boolean };

function listSourceUses({ steps, tables }: RuleSet): SourceUse[] {
  const ofSteps = steps.flatMap((step) => {
    if (!('source' in step) || !step.source) return [];
    const charges = 'label' in step && step.op !== 'unknown';
    return [{ place: step.code, id: step.source, charges }];
  });
  const ofRows = Object.entries(tables).flatMap(([name, { rows }]) => {
    const ids = new Set(rows.flatMap(({ source }) => (typeof source === 'string' ? source : [])));
    return [...ids].map((id) => ({ place: `table ${name}`, id, charges: true }));
  });
  return [...ofSteps, ...ofRows];
}

/** Every named source must exist, and a set that charges by an unverified one must be marked. */
export function checkSources(ruleSet: RuleSet): string[] {
  const uses = listSourceUses(ruleSet);
  const byId = new Map(ruleSet.sources.map((source) => [source.id, source]));
  const missing = uses
    .filter(({ id }) => !byId.has(id))
    .map(({ place, id }) => `${place} names the missing source "${id}"`);
  const doubtful = uses.find(({ id, charges }) => charges && isDoubtful(byId.get(id)));
  if (!doubtful || ruleSet.verify) return missing;
  return [...missing, `${doubtful.place} rests on a source to be verified: mark the set so`];
}

const isDoubtful = (source: RuleSource | undefined): boolean =>
  source?.confidence === 'low' || source?.confidence === 'verify';

/** The source of a charge should have a citation or an address. */
export function listUncited(ruleSet: RuleSet): string[] {
  const charging = new Set(
    listSourceUses(ruleSet).flatMap(({ id, charges }) => (charges ? id : [])),
  );
  return ruleSet.sources
    .filter(({ id, reference, url }) => charging.has(id) && !reference && !url)
    .map(({ id }) => `the source "${id}" has neither a reference nor an address`);
}
