import { generateKey, hashKey, previewKey } from '#areas/billing/server/keys/key-format.ts';
import type { Database } from '#kernel/database/open-database.ts';
import type { Scope } from '#lib/scopes.ts';

/** Creates this many accounts with one API key each. Returns the keys. */
export async function insertKeys(
  { pool }: Database,
  count: number,
  scope: Scope,
): Promise<string[]> {
  const keys = Array.from({ length: count }, () => generateKey());
  await pool.query(
    `with made as (
       insert into account (email, date_joined)
       select 'program' || n || '@example.com', now() from generate_series(1, $1::int) n
       returning id
     ), owner as (select id, row_number() over (order by id) as n from made),
     key as (
       select * from unnest($2::text[], $3::text[]) with ordinality x(hash, preview, n)
     )
     insert into api_key (id, account_id, lineage_id, name, key_hash, key_preview, scopes,
       created_at, updated_at)
     select gen_random_uuid(), owner.id, gen_random_uuid(), 'Bench', decode(hash, 'hex'), preview,
       array[$4], now(), now()
     from owner join key using (n)`,
    [count, keys.map(hashKey), keys.map(previewKey), scope],
  );
  return keys;
}
