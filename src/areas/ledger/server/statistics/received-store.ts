// What payments brought to all wallets.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { type Amount, amountOf } from '#lib/money.ts';

/**
 * By currency: deposits, less refunds and chargebacks, of a period. Without test money. The types
 * are literals, as in the index that finds the postings.
 */
export async function sumReceived(db: Db, from: Date, until: Date): Promise<Amount[]> {
  const { rows } = await sql<{ currency: string; amount: string }>`
    select p.currency, sum(p.amount)::text as amount
    from posting p join journal j on j.id = p.journal_id
    where p.transaction_id is not null and p.transaction_type in ('deposit', 'refund')
      and p.created_at >= ${from} and p.created_at < ${until}
      and coalesce(j.metadata->>'test', 'false') <> 'true'
    group by p.currency order by p.currency`.execute(db);
  return rows.map(({ currency, amount }) => amountOf(amount, currency));
}
