// Compares the ledger with what NOWPayments has: each deposit, and the sum of the clearing account.
import { sql } from 'kysely';
import { Decimal } from '#lib/decimal.ts';
import { type Payment, settledBy } from '../fakes/providers/nowpayments/books.ts';
import { convert } from '../fakes/providers/nowpayments/coins.ts';
import type { World } from './world.ts';

type Transfer = {
  provider_transfer_id: string;
  expires_at: Date;
  value: string | null;
  credited: string | null;
  returned: string;
};

/** In the price currency: at the rate of the order in time, otherwise at that of the arrival. */
function computeWorth(deposit: Payment, expiresAt: Date): Decimal {
  const first = deposit.parent ?? deposit;
  const isLocked = deposit.payCurrency === first.payCurrency && deposit.updatedAt <= expiresAt;
  const rate = isLocked
    ? first.priceAmount.div(first.payAmount)
    : convert('1', deposit.payCurrency, first.priceCurrency);
  return deposit.paid.times(rate).toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN);
}

/** What differs, in words. */
export async function compareBooks({ t, nowpayments }: World): Promise<string[]> {
  const db = t.kernel.database.write;
  const { rows } = await sql<Transfer>`
    select f.provider_transfer_id, p.expires_at, f.value::text,
      case when f.journal_id is not null then f.credited_amount::text end as credited,
      (select coalesce(sum(r.amount), 0)::text from payment_reversal r where r.status = 'done'
        and r.provider_transfer_id = f.provider_transfer_id) as returned
    from payment_transfer f join payment p on p.id = f.payment_id
    where f.provider = 'nowpayments'`.execute(db);
  const byId = new Map(rows.map((row) => [row.provider_transfer_id, row]));
  const differences: string[] = [];
  let owned = new Decimal(0);
  for (const deposit of nowpayments.books.payments.values()) {
    const row = byId.get(String(deposit.id));
    const isSettled = !settledBy(deposit).isZero();
    const left = new Decimal(row?.credited ?? 0).minus(row?.returned ?? 0);
    if (isSettled && !row?.credited) differences.push(`${deposit.id} was not credited`);
    if (!isSettled && !left.isZero())
      differences.push(`${deposit.id} is ${deposit.status}, and ${left} of it are in the wallet`);
    if (!row?.credited) continue;
    const worth = computeWorth(deposit, row.expires_at);
    if (!worth.eq(row.value!)) differences.push(`${deposit.id}: ${row.value} instead of ${worth}`);
    if (deposit.status !== 'refunded') owned = owned.plus(worth);
  }
  const clearing = await sql<{ sum: string }>`
    select coalesce(sum(-p.amount), 0)::text as sum from posting p
    join ledger_account a on a.id = p.ledger_account_id
    where a.kind = 'provider_clearing' and a.label = 'nowpayments'`.execute(db);
  if (!owned.eq(clearing.rows[0]!.sum))
    differences.push(`the ledger has ${clearing.rows[0]!.sum}, NOWPayments ${owned}`);
  return differences;
}
