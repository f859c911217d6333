// The sources of the rule sets in force, for staff, ordered by how urgently they must be read again.
import type { Db } from '#kernel/database/database.ts';
import { dayMs } from '#lib/durations.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { SourceReviewReason } from '../../wire/rule-sets/rule-sources.constants.ts';
import type { RuleSourceWire } from '../../wire/rule-sets/rule-sources.ts';
import { countByRuleSet } from '../calculations/calculation-store.ts';
import { isOldSource } from '../calculations/result/serialize-sources.ts';
import type { Customs } from '../customs.ts';
import type { RuleSet, RuleSource } from '../engine/rules/rule-set.ts';
import { listInForce } from './choose-rule-set.ts';
import type { PublishedRuleSet } from './rule-set-store.ts';

type SourceFilter = { search?: string | undefined; reason?: SourceReviewReason | undefined };

const usedSinceMs = 90 * dayMs;

export async function listSources(
  customs: Customs,
  db: Db,
  { search = '', reason }: SourceFilter,
  page: PageRequest,
) {
  const today = customs.today();
  const inForce = listInForce(await customs.ruleSets.all(), today);
  const uses = await countByRuleSet(
    db,
    inForce.map(({ id }) => id),
    new Date(customs.kernel.clock.now().getTime() - usedSinceMs),
  );
  const query = search.trim().toLowerCase();
  const found = inForce
    .flatMap((row) => serializeSources(row, uses.get(row.id) ?? 0, today))
    .filter((one) => reason === undefined || one.reasons.includes(reason))
    .filter(({ title, reference, set_id }) =>
      `${title} ${reference} ${set_id}`.toLowerCase().includes(query),
    )
    .sort(byUrgency);
  const results = found.slice(page.offset, page.offset + page.pageSize);
  return { rows: results, total: { count: found.length, isEstimate: false } };
}

const serializeSources = ({ id, body }: PublishedRuleSet, calculations: number, today: string) =>
  body.sources.map((source): RuleSourceWire => {
    const describes = source.as_of ?? source.retrieved_at;
    return {
      rule_set_id: id,
      set_id: body.id,
      version: body.version,
      set_title: body.title,
      source_id: source.id,
      title: source.title,
      reference: source.reference ?? null,
      url: source.url ?? null,
      confidence: source.confidence,
      retrieved_at: source.retrieved_at ?? null,
      as_of: source.as_of ?? null,
      effective_to: source.effective_to ?? null,
      review_by: body.review_by,
      age_days: describes ? (Date.parse(today) - Date.parse(describes)) / dayMs : null,
      calculations,
      reasons: listReasons(body, source, today),
    };
  });

function listReasons(
  { review_by: reviewBy }: RuleSet,
  source: RuleSource,
  today: string,
): SourceReviewReason[] {
  const isUnverified = source.confidence === 'low' || source.confidence === 'verify';
  return [
    ...(reviewBy < today ? (['review_due'] as const) : []),
    ...(source.effective_to && source.effective_to < today ? (['ended'] as const) : []),
    ...(isOldSource(source, today) ? (['old'] as const) : []),
    ...(isUnverified ? (['unverified'] as const) : []),
  ];
}

/** Those with a reason first; then the older and the more used, the sooner. */
function byUrgency(one: RuleSourceWire, other: RuleSourceWire): number {
  const weight = ({ reasons, age_days: age, calculations }: RuleSourceWire) => [
    Math.sign(reasons.length),
    (age ?? 10_000) * (calculations + 1),
  ];
  const [[due, urgency], [otherDue, otherUrgency]] = [weight(one), weight(other)] as [
    [number, number],
    [number, number],
  ];
  return (
    otherDue - due ||
    otherUrgency - urgency ||
    `${one.set_id} ${one.source_id}`.localeCompare(`${other.set_id} ${other.source_id}`)
  );
}
