// Checks the sources of a rule set.
import { listSteps } from '../rules/coverage.ts';
import type { RuleSet, RuleSource } from '../rules/rule-set.ts';

/** A step or table that names a source, and whether it results in an amount. */
type SourceUse = { place: string; id: string; charges: boolean };

function listSourceUses(ruleSet: RuleSet): SourceUse[] {
  const { coverage, tables } = ruleSet;
  const coverageUses = coverage.map(({ concern, source }) => ({
    place: `the coverage of ${concern}`,
    id: source,
    charges: false,
  }));
  const stepUses = listSteps(ruleSet).flatMap((step) => {
    if (!('source' in step) || !step.source) return [];
    const charges = 'label' in step && step.op !== 'unknown';
    return [{ place: step.code, id: step.source, charges }];
  });
  const rowUses = Object.entries(tables).flatMap(([name, { rows }]) => {
    const ids = new Set(rows.flatMap(({ source }) => (typeof source === 'string' ? source : [])));
    return [...ids].map((id) => ({ place: `table ${name}`, id, charges: true }));
  });
  return [...stepUses, ...coverageUses, ...rowUses];
}

/**
 * Every named source must exist, and every source be one that a reader can follow. A set that
 * charges by an unverified one must be marked.
 */
export function checkSources(ruleSet: RuleSet): string[] {
  const uses = listSourceUses(ruleSet);
  const byId = new Map(ruleSet.sources.map((source) => [source.id, source]));
  const missing = uses
    .filter(({ id }) => !byId.has(id))
    .map(({ place, id }) => `${place} names the missing source "${id}"`);
  const uncited = ruleSet.sources.flatMap(({ id, url, reference }) => [
    ...(url ? [] : [`the source "${id}" has no address`]),
    ...(reference ? [] : [`the source "${id}" has no reference to an article or heading`]),
  ]);
  const doubtful = uses.find(({ id, charges }) => charges && isDoubtful(byId.get(id)));
  if (!doubtful || ruleSet.verify) return [...missing, ...uncited];
  return [
    ...missing,
    ...uncited,
    `${doubtful.place} rests on a source to be verified: mark the set so`,
  ];
}

const isDoubtful = (source: RuleSource | undefined): boolean =>
  source?.confidence === 'low' || source?.confidence === 'verify';
