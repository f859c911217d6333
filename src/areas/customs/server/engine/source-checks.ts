// What the amounts of a rule set rest on.
import type { RuleSet, RuleSource } from './rule-set.ts';

/** A step or a table, the source that it names, and whether an amount comes of it. */
type Use = { place: string; id: string; charges: boolean };

function usesIn({ steps, tables }: RuleSet): Use[] {
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

/** Each source is there, and a set that charges by a doubtful one says so. */
export function checkSources(ruleSet: RuleSet): string[] {
  const uses = usesIn(ruleSet);
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

/** What is charged should be found again, by its citation or by its address. */
export function listUncited(ruleSet: RuleSet): string[] {
  const charging = new Set(usesIn(ruleSet).flatMap(({ id, charges }) => (charges ? id : [])));
  return ruleSet.sources
    .filter(({ id, reference, url }) => charging.has(id) && !reference && !url)
    .map(({ id }) => `the source "${id}" has neither a reference nor an address`);
}
