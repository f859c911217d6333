// Writes an import in bulk: some thousand rows a statement, within the transaction of the version.
import { sql } from 'kysely';
import type { Tx } from '#kernel/database/database.ts';
import type { CodeRow } from '../codes/code-tree.ts';
import type { TariffMeasure } from '../tariff-model.ts';

export type MeasureRow = TariffMeasure & { position: number; applies_to: string };

export async function insertCodes(tx: Tx, tariffId: number, rows: readonly CodeRow[]) {
  await sql`
    insert into customs_tariff_code (tariff_id, code, parent, position, indent, is_declarable,
      descriptions, units, valid_from, valid_to, search)
    select ${tariffId}::int, code, parent, position, indent, is_declarable, descriptions, units,
      valid_from, valid_to, customs_tariff_search(${tariffId}::int, code, own, above)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (code text, parent text,
      position int, indent int, is_declarable boolean, descriptions jsonb, units text[],
      valid_from date, valid_to date, own jsonb, above jsonb)`.execute(tx);
}

export async function insertMeasures(tx: Tx, tariffId: number, rows: readonly MeasureRow[]) {
  await sql`
    insert into customs_tariff_measure (tariff_id, position, code, applies_to, kind, origin,
      excluded_origins, programme, additional_code, quota_order_number, duty, duty_text,
      conditions, season_from, season_to, valid_from, valid_to, legal_base)
    select ${tariffId}::int, position, code, applies_to, kind, origin, "excludedOrigins", programme,
      "additionalCode", "quotaOrderNumber", duty, text, conditions, season ->> 'from',
      season ->> 'to', "validFrom", "validTo", "legalBase"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (position int, code text,
      applies_to text, kind text, origin text, "excludedOrigins" text[], programme text,
      "additionalCode" text, "quotaOrderNumber" text, duty jsonb, text text, conditions text[],
      season jsonb, "validFrom" date, "validTo" date, "legalBase" text)`.execute(tx);
}

/** In one order, so that two imports at the same time do not wait for each other in a circle. */
export async function insertWords(tx: Tx, words: readonly string[]): Promise<void> {
  await sql`
    insert into customs_tariff_word (word)
    select word from unnest(${words.toSorted()}::text[]) as word
    on conflict do nothing`.execute(tx);
}
