// Connections that see the rows of one account, or of those whose time is real: views with the
// names of the tables, in schemas that come first on the search path. Product code does not know.
import type pg from 'pg';
import { currentAccountTime } from '#kernel/account-time.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { askDirectly } from '../ask-directly.ts';

const schemas = { account: 'clock_account', real: 'clock_real' } as const;
type Scope = keyof typeof schemas;
const account = `current_setting('clock.account')::int`;
const lockKey = 727_050;

/** Whose rows a scope is about: `account` includes these, `real` leaves them out. */
const owners: Record<Scope, string> = {
  account: `(select ${account})`,
  real: '(select account_id from public.test_clock)',
};

/** Tables without the account, whose rows jobs find by their time: the parents that have it. */
const parents: Readonly<Record<string, readonly (readonly [column: string, parent: string])[]>> = {
  wallet_hold: [['ledger_account_id', 'ledger_account']],
  webhook_event: [
    ['payment_id', 'payment'],
    ['card_setup_id', 'card_setup'],
  ],
};

/** The progress of a search through all accounts must not follow the time of one. */
const guardProgress = `
  create or replace function public.test_clock_keep_progress() returns trigger
  language plpgsql as $$
  begin
    return case when coalesce(current_setting('clock.account', true), '') = '' then new end;
  end $$;
  create or replace trigger test_clock_keep_progress before insert or update
  on public.invoice_progress for each row execute function public.test_clock_keep_progress()`;

/** Views name the columns of tables, so they must not be there while migrations run. */
export const dropScopedRows = (database: Database): Promise<void> =>
  changeSchemas(database, async () => undefined);

export const createScopedRows = (database: Database): Promise<void> =>
  changeSchemas(database, async (client) => {
    const tables = await listTables(client);
    for (const scope of Object.keys(schemas) as Scope[]) {
      await client.query(`create schema ${schemas[scope]}`);
      for (const { name, column } of tables) {
        const condition = createCondition(name, column, scope);
        if (condition)
          await client.query(
            `create view ${schemas[scope]}.${name} as
             select * from public.${name} t where ${condition}`,
          );
      }
    }
    await client.query(guardProgress);
  });

const changeSchemas = (database: Database, create: (client: pg.Client) => Promise<void>) =>
  askDirectly(database, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
    for (const schema of Object.values(schemas))
      await client.query(`drop schema if exists ${schema} cascade`);
    await create(client);
    await client.query('commit');
  });

type Table = { name: string; column: string | null };

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, a.attname as column from pg_class c
     left join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
       and a.attname = case c.relname when 'account' then 'id' else 'account_id' end
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and c.relname not like 'test\\_clock%'`,
  );
  return rows;
}

function createCondition(name: string, column: string | null, scope: Scope): string | undefined {
  const isIncluded = scope === 'account';
  const match = column
    ? `t.${column} in ${owners[scope]}`
    : parents[name]
        ?.map(
          ([key, parent]) => `exists (select from public.${parent} p
            where p.id = t.${key} and p.account_id in ${owners[scope]})`,
        )
        .join(' or ');
  if (!match) return undefined;
  // Rows of the platform are everybody's.
  return isIncluded
    ? `${match}${column ? ` or t.${column} is null` : ''}`
    : `(${match}) is not true`;
}

const scopes = new WeakMap<pg.PoolClient, string>();

/**
 * Sets what a connection sees before it is used. Fails while the views are missing, instead of
 * showing all rows.
 */
export async function scopeConnection(client: pg.PoolClient): Promise<void> {
  const time = currentAccountTime();
  const scope = !time || time.rows === 'all' ? null : time.rows;
  const id = scope === 'account' ? String(time!.accountId) : '';
  const name = `${scope} ${id}`;
  if ((scopes.get(client) ?? 'null ') === name) return;
  scopes.delete(client);
  const schema = scope && schemas[scope];
  await client.query(
    `select set_config('clock.account', $1, false), set_config('search_path', $2, false)
     ${schema ? `, '${schema}.subscription'::regclass` : ''}`,
    [id, schema ? `${schema}, public` : 'public'],
  );
  scopes.set(client, name);
}
