// What payments brought to all wallets.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { type Amount, toAmount } from '#lib/money.ts';
import { postedIn } from './journal-period-store.ts';

/** By currency: deposits, less refunds and chargebacks, of a period. Without test money. */
export async function sumReceived(db: Db, from: Date, until: Date): Promise<Amount[]> {
  const { rows } = await sql<{ currency: string; amount: string }>`
    select p.currency, sum(p.amount)::text as amount
    from journal j join posting p on p.journal_id = j.id and p.transaction_id is not null
    where ${postedIn({ from, until })} and j.transaction_type in ('deposit', 'refund')
      and coalesce(j.metadata->>'test', 'false') <> 'true'
    group by p.currency order by p.currency`.execute(db);
  return rows.map(({ currency, amount }) => toAmount(amount, currency));
}
