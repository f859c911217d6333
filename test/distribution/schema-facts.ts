// What matters to Citus in a schema, read from pg_catalog.
import type { FairPool } from '#kernel/database/pool.ts';

export type SchemaFacts = {
  tables: string[];
  columns: { table: string; column: string; isNullable: boolean }[];
  /** Unique indexes, primary keys included, and exclusion constraints. */
  unique: { name: string; table: string; columns: string[] }[];
  foreignKeys: {
    name: string;
    table: string;
    columns: string[];
    parent: string;
    parentColumns: string[];
  }[];
  triggers: { name: string; table: string }[];
};

type Query = Pick<FairPool, 'query'>;

const rowsOf = async <Row extends object>(pool: Query, text: string): Promise<Row[]> =>
  (await pool.query<Row>(text)).rows;

// Partitions have names of days. Their own indexes are named for the parent instead.
export const readSchemaFacts = async (pool: Query): Promise<SchemaFacts> => ({
  tables: (
    await rowsOf<{ name: string }>(
      pool,
      `select case nspname when 'public' then relname::text else nspname || '.' || relname end as name
       from pg_class c join pg_namespace n on n.oid = relnamespace
       where relkind in ('r', 'p') and not relispartition
         and nspname not in ('pg_catalog', 'information_schema')
       order by name`,
    )
  ).map(({ name }) => name),
  columns: await rowsOf(
    pool,
    `select relname as table, attname as column, not attnotnull as "isNullable"
     from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0
       and not attisdropped`,
  ),
  unique: await rowsOf(
    pool,
    `select distinct case when parent.relname is null then i.relname::text
         else 'partitions of ' || parent.relname || ' (' || array_to_string(x.columns, ', ') || ')'
       end as name, coalesce(parent.relname, c.relname) as table, x.columns
     from pg_index join pg_class c on c.oid = indrelid join pg_class i on i.oid = indexrelid
       left join pg_inherits on inhrelid = c.oid
       left join pg_class parent on parent.oid = inhparent,
       lateral (
         select array_agg(attname::text order by at) as columns
         from unnest(indkey) with ordinality k(number, at)
         left join pg_attribute on attrelid = indrelid and attnum = number
         where at <= indnkeyatts
       ) x
     where c.relnamespace = 'public'::regnamespace and (indisunique or indisexclusion)
       and not exists (select from pg_inherits p where p.inhrelid = indexrelid)`,
  ),
  foreignKeys: await rowsOf(
    pool,
    `select conname as name, c.relname as table, p.relname as parent,
       (select array_agg(attname::text order by at)
        from unnest(conkey) with ordinality k(number, at)
        join pg_attribute on attrelid = conrelid and attnum = number) as columns,
       (select array_agg(attname::text order by at)
        from unnest(confkey) with ordinality k(number, at)
        join pg_attribute on attrelid = confrelid and attnum = number) as "parentColumns"
     from pg_constraint join pg_class c on c.oid = conrelid join pg_class p on p.oid = confrelid
     where contype = 'f' and c.relnamespace = 'public'::regnamespace and conparentid = 0`,
  ),
  triggers: await rowsOf(
    pool,
    `select tgname as name, relname as table from pg_trigger join pg_class c on c.oid = tgrelid
     where not tgisinternal and relnamespace = 'public'::regnamespace`,
  ),
});
