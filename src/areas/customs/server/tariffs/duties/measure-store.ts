// Measures of one version that may concern some codes: those of the codes themselves and above
// them, and the duties below them, which matter when a code is not the last subdivision.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { Duty } from '../../engine/rules/duty-schema.ts';
import { listPrefixes, withoutPadding } from '../codes/tariff-codes.ts';
import type { TariffMeasure } from '../tariff-model.ts';

export type StoredMeasure = Omit<TariffMeasure, 'record' | 'season'> & {
  tariff_id: number;
  applies_to: string;
  season_from: string | null;
  season_to: string | null;
  duty: Duty;
};

/** Of one code; more subdivisions than this with duties of their own are never alike. */
export const belowMax = 300;

const columns = sql`tariff_id, code, applies_to, kind, origin,
  excluded_origins as "excludedOrigins", programme, additional_code as "additionalCode",
  quota_order_number as "quotaOrderNumber", duty, duty_text as text, conditions, season_from,
  season_to, to_char(valid_from, 'YYYY-MM-DD') as "validFrom",
  to_char(valid_to, 'YYYY-MM-DD') as "validTo", legal_base as "legalBase"`;

const isValidOn = (date: string) => sql`(valid_from is null or valid_from <= ${date}::date)
  and (valid_to is null or valid_to >= ${date}::date)`;

/** One query, by the beginnings of the codes. */
export async function findMeasures(
  db: Db,
  tariffIds: readonly number[],
  codes: readonly string[],
  date: string,
): Promise<StoredMeasure[]> {
  const beginnings = [...new Set(codes.flatMap(listPrefixes))];
  const whole = [...new Set(codes.map(withoutPadding))];
  const { rows } = await sql<StoredMeasure>`
    select ${columns} from customs_tariff_measure
    where tariff_id = any(${tariffIds}::int[]) and applies_to = any(${beginnings}::text[])
      and ${isValidOn(date)}
    union all
    select below.* from unnest(${tariffIds}::int[]) as tariff (id)
    cross join unnest(${whole}::text[]) as asked (code)
    cross join lateral (
      select ${columns} from customs_tariff_measure
      where tariff_id = tariff.id and applies_to > asked.code and applies_to < asked.code || ':'
        and not applies_to = any(${beginnings}::text[])
        and kind in ('third_country', 'general') and ${isValidOn(date)}
      limit ${belowMax + 1}
    ) below`.execute(db);
  return rows;
}
