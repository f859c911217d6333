// What an imported version changes of the one in force, for the person who approves it.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { TariffDifferenceWire } from '../../../wire/tariffs/tariff-versions.ts';
import type { MeasureKind } from '../../../wire/tariffs/tariffs.constants.ts';
import { describe } from '../codes/tariff-text.ts';
import { listPublished, type TariffVersion } from './tariff-version-store.ts';

const examplesMax = 20;

/** The published version of the same source that began last, other than this one. */
const findBefore = async (db: Db, version: TariffVersion): Promise<TariffVersion | undefined> =>
  (await listPublished(db))
    .filter(
      ({ id, source, jurisdiction }) =>
        id !== version.id && source === version.source && jurisdiction === version.jurisdiction,
    )
    .toSorted((one, other) => other.effective_from.localeCompare(one.effective_from))[0];

export async function compareWithInForce(
  db: Db,
  version: TariffVersion,
): Promise<TariffDifferenceWire> {
  const before = await findBefore(db, version);
  const none = { count: 0, examples: [] };
  if (!before) return { against: null, new_codes: none, gone_codes: none, changed_duties: none };
  return {
    against: { id: before.id, effective_from: before.effective_from },
    new_codes: await listCodesOnlyIn(db, version.id, before.id),
    gone_codes: await listCodesOnlyIn(db, before.id, version.id),
    changed_duties: await listChangedDuties(db, before.id, version.id),
  };
}

async function listCodesOnlyIn(db: Db, tariffId: number, otherId: number) {
  const { rows } = await sql<{ code: string; descriptions: Record<string, string>; count: number }>`
    with missing as materialized (
      select code, position, descriptions from customs_tariff_code one
      where tariff_id = ${tariffId}::int and not exists (
        select from customs_tariff_code other
        where other.tariff_id = ${otherId}::int and other.code = one.code
      )
    )
    select code, descriptions, (select count(*)::int from missing) as count
    from missing order by position limit ${examplesMax}`.execute(db);
  return {
    count: rows[0]?.count ?? 0,
    examples: rows.map(({ code, descriptions }) => ({
      code,
      description: describe(descriptions),
    })),
  };
}

type ChangedDuty = {
  code: string;
  kind: MeasureKind;
  origin: string;
  before: string | null;
  after: string | null;
  count: number;
};

/** By code, kind, origin and everything else that tells measures apart, all their texts at once. */
const selectDuties = (tariffId: number) => sql`
  select applies_to, min(code) as code, kind, origin, coalesce(programme, '') as programme,
    coalesce(additional_code, '') as additional_code,
    coalesce(quota_order_number, '') as quota_order_number,
    string_agg(distinct duty_text, '; ' order by duty_text) as duties
  from customs_tariff_measure where tariff_id = ${tariffId}::int
  group by applies_to, kind, origin, 5, 6, 7`;

async function listChangedDuties(db: Db, beforeId: number, afterId: number) {
  const { rows } = await sql<ChangedDuty>`
    with changed as materialized (
      select coalesce(after.code, before.code) as code, kind, origin,
        before.duties as before, after.duties as after
      from (${selectDuties(beforeId)}) before
      full join (${selectDuties(afterId)}) after
        using (applies_to, kind, origin, programme, additional_code, quota_order_number)
      where before.duties is distinct from after.duties
    )
    select code, kind, origin, before, after, (select count(*)::int from changed) as count
    from changed order by (before is null or after is null), code, kind, origin
    limit ${examplesMax}`.execute(db);
  return {
    count: rows[0]?.count ?? 0,
    examples: rows.map(({ count, ...example }) => example),
  };
}
