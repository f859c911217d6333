// Tariffs, rules and rates of test mode are those of the live database. They are copied when the
// environment opens and again when they changed; nothing is read from test mode.
import pg from 'pg';
import type { Database } from '#kernel/database/open-database.ts';

/** In the order of their references. */
const tables = [
  'currency',
  'tariff',
  'customs_rate',
  'customs_rule_set',
  'customs_tariff',
  'customs_tariff_code',
  'customs_tariff_measure',
  'customs_tariff_word',
  'customs_vehicle_dataset',
  'customs_vehicle_model',
];
const batchRows = 1000;

/** What an account is called in test mode that only rules and tariffs refer to. */
export const referredEmail = (id: number): string => `staff:${id}`;

type Table = { columns: readonly string[]; key: readonly string[]; staff: readonly string[] };

/** Copies the rows that test mode lacks or has in an older state, table by table. */
export async function copyReferenceData(live: Database, test: Database): Promise<void> {
  const source = await live.directClient();
  try {
    const target = await test.directClient();
    try {
      for (const table of tables)
        if ((await computeFingerprint(source, table)) !== (await computeFingerprint(target, table)))
          await copyTable(source, target, table);
    } finally {
      await target.end();
    }
  } finally {
    await source.end();
  }
}

async function computeFingerprint(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ fingerprint: string }>(
    `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as fingerprint
     from ${table} t`,
  );
  return rows[0]!.fingerprint;
}

async function copyTable(source: pg.Client, target: pg.Client, name: string): Promise<void> {
  const table = await describeTable(source, name);
  const write = createWriter(name, table);
  const order = table.key.map(pg.escapeIdentifier).join(', ');
  await source.query('begin isolation level repeatable read, read only');
  await target.query('begin');
  try {
    await source.query(
      // By key, so that an older version has ended before the one that replaces it is written.
      `declare copied cursor for select to_jsonb(t) as row from ${name} t order by ${order}`,
    );
    for (;;) {
      const { rows } = await source.query<{ row: Record<string, unknown> }>(
        `fetch ${batchRows} from copied`,
      );
      if (rows.length === 0) break;
      const batch = rows.map(({ row }) => row);
      await addReferredAccounts(target, batch, table.staff);
      await target.query(write, [JSON.stringify(batch)]);
    }
    await target.query('commit');
  } catch (error) {
    await target.query('rollback');
    throw error;
  } finally {
    await source.query('rollback');
  }
}

async function describeTable(client: pg.Client, name: string): Promise<Table> {
  const { rows } = await client.query<Table>(
    `select
       (select array_agg(attname::text order by attnum) from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '')
         as columns,
       (select array_agg(a.attname::text) from pg_index i
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
         where i.indrelid = $1::regclass and i.indisprimary) as key,
       coalesce((select array_agg(a.attname::text) from pg_constraint c
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
         where c.conrelid = $1::regclass and c.confrelid = 'account'::regclass), '{}') as staff`,
    [name],
  );
  return rows[0]!;
}

function createWriter(name: string, { columns, key }: Table): string {
  const list = columns.map(pg.escapeIdentifier);
  const changes = columns
    .filter((column) => !key.includes(column))
    .map(pg.escapeIdentifier)
    .map((column) => `${column} = excluded.${column}`);
  const conflict = key.map(pg.escapeIdentifier).join(', ');
  const before = list.map((column) => `${name}.${column}`).join(', ');
  const after = list.map((column) => `excluded.${column}`).join(', ');
  const update =
    changes.length === 0
      ? 'nothing'
      : `update set ${changes.join(', ')} where (${before}) is distinct from (${after})`;
  return `insert into ${name} (${list.join(', ')}) overriding system value
    select ${list.join(', ')} from jsonb_populate_recordset(null::${name}, $1::jsonb)
    on conflict (${conflict}) do ${update}`;
}

async function addReferredAccounts(
  target: pg.Client,
  batch: readonly Record<string, unknown>[],
  columns: readonly string[],
): Promise<void> {
  const ids = new Set(batch.flatMap((row) => columns.map((column) => row[column])));
  for (const id of ids)
    if (typeof id === 'number')
      await target.query(
        `insert into account (id, email, date_joined) overriding system value
         values ($1, $2, now()) on conflict do nothing`,
        [id, referredEmail(id)],
      );
}
