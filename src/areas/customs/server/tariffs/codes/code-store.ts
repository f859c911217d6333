// Codes of one version: one of them, those above it and those below it.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { toUpperBound } from './tariff-codes.ts';

type Texts = Record<string, string>;
export type StoredCode = {
  code: string;
  descriptions: Texts;
  is_declarable: boolean;
  units: string[];
  valid_from: string | null;
  valid_to: string | null;
};
export type TreeCode = {
  code: string;
  descriptions: Texts | null;
  is_declarable: boolean;
  units: string[];
  has_children: boolean;
};
export type TreePage = { rows: TreeCode[]; count: number };

/** The first of these codes that the version has. */
export async function findCode(
  db: Db,
  tariffId: number,
  candidates: readonly string[],
): Promise<StoredCode | undefined> {
  const { rows } = await sql<StoredCode>`
    select code, descriptions, is_declarable, units,
      to_char(valid_from, 'YYYY-MM-DD') as valid_from, to_char(valid_to, 'YYYY-MM-DD') as valid_to
    from customs_tariff_code
    where tariff_id = ${tariffId}::int and code = any(${candidates}::text[])
    order by array_position(${candidates}::text[], code::text) limit 1`.execute(db);
  return rows[0];
}

export type Above = { leaf: string; code: string; descriptions: Texts };

/** The codes above each of some codes, from the top down. */
export async function listAbove(
  db: Db,
  tariffId: number,
  codes: readonly string[],
): Promise<Above[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<Above>`
    with recursive line as (
      select code as leaf, parent, 0 as height from customs_tariff_code
      where tariff_id = ${tariffId}::int and code = any(${codes}::text[])
      union all
      select line.leaf, above.parent, line.height + 1 from line
      join customs_tariff_code above
        on above.tariff_id = ${tariffId}::int and above.code = line.parent
      where line.height < 20
    )
    select line.leaf, above.code, above.descriptions from line
    join customs_tariff_code above
      on above.tariff_id = ${tariffId}::int and above.code = line.parent
    order by line.leaf, line.height desc`.execute(db);
  return rows;
}

/** A chapter that the publication has no line for is made of the codes in it. */
export async function listChapters(
  db: Db,
  tariffId: number,
  { pageSize, offset }: PageRequest,
): Promise<TreePage> {
  const { rows } = await sql<TreeCode & { count: number }>`
    with chapter as materialized (
      select left(code, 2) as code, (array_agg(descriptions) filter (where code ~ '^..0*$'))[1]
        as descriptions from customs_tariff_code
      where tariff_id = ${tariffId}::int and parent is null group by 1
    )
    select code, descriptions, false as is_declarable, '{}'::text[] as units,
      true as has_children, (select count(*)::int from chapter) as count
    from chapter order by code limit ${pageSize} offset ${offset}`.execute(db);
  return toPage(rows);
}

const childColumns = (tariffId: number) => sql`
  child.code, child.descriptions, child.is_declarable, child.units, exists (
    select from customs_tariff_code below
    where below.tariff_id = ${tariffId}::int and below.parent = child.code
  ) as has_children`;

/** The codes directly below the line of a chapter, and those of it that have no line above. */
export async function listByChapter(
  db: Db,
  tariffId: number,
  chapter: string,
  { pageSize, offset }: PageRequest,
): Promise<TreePage> {
  const { rows } = await sql<TreeCode & { count: number }>`
    with child as materialized (
      select * from customs_tariff_code
      where tariff_id = ${tariffId}::int and code >= ${chapter} and code < ${toUpperBound(chapter)}
        and (parent is null or parent ~ '^..0*$') and code !~ '^..0*$'
    ), part as (select * from child order by position limit ${pageSize} offset ${offset})
    select ${childColumns(tariffId)}, (select count(*)::int from child) as count
    from part as child order by position`.execute(db);
  return toPage(rows);
}

export async function listChildren(
  db: Db,
  tariffId: number,
  parent: string,
  { pageSize, offset }: PageRequest,
): Promise<TreePage> {
  const { rows } = await sql<TreeCode & { count: number }>`
    with child as materialized (
      select * from customs_tariff_code
      where tariff_id = ${tariffId}::int and parent = ${parent}
    ), part as (select * from child order by position limit ${pageSize} offset ${offset})
    select ${childColumns(tariffId)}, (select count(*)::int from child) as count
    from part as child order by position`.execute(db);
  return toPage(rows);
}

const toPage = (rows: readonly (TreeCode & { count: number })[]): TreePage => ({
  rows: rows.map(({ count, ...row }) => row),
  count: rows[0]?.count ?? 0,
});
