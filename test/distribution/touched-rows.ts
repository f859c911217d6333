// Records for each transaction which accounts' rows it writes, by triggers in the test's database.
// A row belongs to the account on whose shard it would be (tables.ts).
import type { FairPool } from '#kernel/database/pool.ts';
import { houseAccount, isByAccount, type Placement, placementOf } from './tables.ts';

type Query = Pick<FairPool, 'query'>;

/** The writes of one transaction: accounts by distributed table, and the names of the others. */
export type TouchedRows = { accounts: number[]; byAccount: Record<string, number[]> };

/** The account of a row as an SQL expression; null when its parent is gone already. */
function ownerOf(table: string, row: string): string {
  const placement = placementOf[table];
  if (!isByAccount(placement)) throw new Error(`${table} is not distributed.`);
  const { by, via } = placement;
  if (!via) return `coalesce(${row}.${by}, ${houseAccount})`;
  const [column, parent] = via;
  return `case when ${row}.${column} is null then ${houseAccount} else
    (select ${ownerOf(parent, parent)} from ${parent} where ${parent}.id = ${row}.${column}) end`;
}

// The rows that a cascade deletes count with their parent, whose account they have.
const triggerOf = (table: string) => `
  create function record_${table}() returns trigger
  language plpgsql security definer set search_path = public as $$
  begin
    if tg_op <> 'INSERT' then
      insert into touched_row select txid_current(), '${table}', ${ownerOf(table, 'old')};
    end if;
    if tg_op <> 'DELETE' then
      insert into touched_row select txid_current(), '${table}', ${ownerOf(table, 'new')};
    end if;
    return null;
  end $$;
  create trigger zz_record after insert or update or delete on ${table}
    for each row execute function record_${table}();`;

export async function recordTouchedRows(pool: Query): Promise<void> {
  const isDistributed = ([, placement]: [string, Placement]) => isByAccount(placement);
  await pool.query('create table touched_row (transaction bigint, name text, account int)');
  for (const [table] of Object.entries(placementOf).filter(isDistributed))
    await pool.query(triggerOf(table));
}

export const clearTouchedRows = async (pool: Query): Promise<void> =>
  void (await pool.query('truncate touched_row'));

/** Of each transaction since the last `clearTouchedRows`, in no particular order. */
export async function listTouchedRows(pool: Query): Promise<TouchedRows[]> {
  const { rows } = await pool.query<{ transaction: bigint; name: string; accounts: number[] }>(
    `select transaction, name, array_agg(distinct account order by account) as accounts
     from touched_row where account is not null group by transaction, name order by name`,
  );
  const transactions = Map.groupBy(rows, ({ transaction }) => transaction);
  return [...transactions.values()].map((tables) => ({
    accounts: [...new Set(tables.flatMap(({ accounts }) => accounts))].toSorted((a, b) => a - b),
    byAccount: Object.fromEntries(tables.map(({ name, accounts }) => [name, accounts])),
  }));
}
