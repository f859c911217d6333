// Movements of the providers' balances, and which of them lack their counterpart.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { ProviderMovement } from '#kernel/database/schema.d.ts';
import { lowestIdAt } from '#kernel/ids.ts';
import type { CreditedDeposit } from '../providers/provider.ts';

export type MovementRow = Selectable<ProviderMovement>;

/** A provider, and whether it is its test mode, whose balance is another one. */
export type Book = { provider: string; isTest: boolean };

/** The label of the accounts of the ledger. */
export const toLabel = ({ provider, isTest }: Book): string =>
  isTest ? `${provider}_test` : provider;

export async function findSeenUntil(db: Db, book: Book): Promise<Date | null> {
  const row = await db
    .selectFrom('provider_sync')
    .select('seen_until')
    .where('provider', '=', book.provider)
    .where('is_test', '=', book.isTest)
    .executeTakeFirst();
  return row?.seen_until ?? null;
}

export async function saveSeenUntil(tx: Tx, book: Book, until: Date): Promise<void> {
  await tx
    .insertInto('provider_sync')
    .values({ provider: book.provider, is_test: book.isTest, seen_until: until })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'is_test']).doUpdateSet({ seen_until: until }),
    )
    .execute();
}

/** When the first payment was created that brought money. */
export async function findFirstMoney(db: Db, book: Book): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(created_at) as at from payment
    where provider = ${book.provider} and is_test = ${book.isTest}
      and credited_amount is not null`.execute(db);
  return rows[0]?.at ?? null;
}

export async function findKnown(
  db: Db,
  provider: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('provider_movement')
    .select('provider_id')
    .where('provider', '=', provider)
    .where('provider_id', 'in', ids)
    .execute();
  return new Set(rows.map(({ provider_id }) => provider_id));
}

/** Does nothing for a movement that is known. */
export async function insertMovement(tx: Tx, values: Insertable<ProviderMovement>): Promise<void> {
  await tx
    .insertInto('provider_movement')
    .values(values)
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .execute();
}

const depositsMax = 500;

/** Credited transfers since a moment whose movement is not known. */
export async function listUnknownDeposits(
  db: Db,
  book: Book,
  since: Date,
): Promise<CreditedDeposit[]> {
  const { rows } = await sql<{ id: string; amount: string; currency: string }>`
    select t.provider_transfer_id as id, t.value as amount, p.currency
    from payment_transfer t join payment p on p.id = t.payment_id
    where t.provider = ${book.provider} and p.is_test = ${book.isTest}
      and t.journal_id is not null and t.credited_at >= ${since}
      and not exists (
        select from provider_movement m
        where m.provider = t.provider and m.provider_id = t.provider_transfer_id)
    order by t.credited_at limit ${depositsMax}`.execute(db);
  return rows.map(({ id, amount, currency }) => ({ id, worth: { amount, currency } }));
}

/** Movements that came before the payment knew its reference. Returns the payments. */
export async function linkMovements(tx: Tx, provider: string): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    update provider_movement m set payment_id = found.payment_id
    from (
      select u.id, coalesce(
        (select t.payment_id from payment_transfer t
          where t.provider = u.provider and t.provider_transfer_id = u.payment_reference),
        (select p.id from payment p
          where p.provider = u.provider and p.provider_reference = u.payment_reference limit 1),
        (select p.id from payment p
          where p.provider = u.provider and p.provider_payment_id = u.payment_reference)
      ) as payment_id
      from provider_movement u
      where u.provider = ${provider} and u.payment_id is null and u.payment_reference is not null
    ) found
    where m.id = found.id and found.payment_id is not null
    returning m.payment_id`.execute(tx);
  return rows.map(({ payment_id }) => payment_id);
}

/** The payments with postings on the clearing account since a moment. */
export async function listTouched(db: Db, provider: string, since: Date): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    select distinct j.payment_id
    from posting p join journal j on j.id = p.journal_id
    where p.wallet_version is null and p.journal_id >= ${lowestIdAt(since)}::uuid
      and j.payment_id is not null and p.ledger_account_id = any(array(
        select a.id from ledger_account a
        where a.account_id is null and a.kind = 'provider_clearing' and a.label = ${provider}))
    union
    select payment_id from clearing_item
    where provider = ${provider} and payment_id is not null`.execute(db);
  return rows.map(({ payment_id }) => payment_id);
}

export type OpenBalance = { paymentId: string; currency: string; amount: string; since: Date };

/** What the clearing account has of each payment, in each currency; zero if both sides agree. */
export async function sumClearing(
  db: Db,
  provider: string,
  paymentIds: readonly string[],
): Promise<OpenBalance[]> {
  const { rows } = await sql<OpenBalance>`
    with own as (
      select id as journal_id, payment_id from journal
      where payment_id = any(${[...paymentIds]}::uuid[])
      union
      select journal_id, payment_id from provider_movement
      where payment_id = any(${[...paymentIds]}::uuid[]) and journal_id is not null
    )
    select o.payment_id as "paymentId", p.currency, sum(p.amount)::text as amount,
      max(p.created_at) as since
    from own o join posting p on p.journal_id = o.journal_id
      join ledger_account a on a.id = p.ledger_account_id
        and a.kind = 'provider_clearing' and a.label = ${provider}
    group by o.payment_id, p.currency`.execute(db);
  return rows;
}

/** Movements that are about payments but lead to none, and those of an unknown kind. */
export async function listUnexplained(
  db: Db,
  book: Book,
): Promise<{ movementId: string; currency: string; amount: string; since: Date }[]> {
  const { rows } = await sql<{ movementId: string; currency: string; amount: string; since: Date }>`
    select id as "movementId", coalesce(source_currency, currency) as currency,
      coalesce(source_amount, amount)::text as amount, recorded_at as since
    from provider_movement
    where provider = ${book.provider} and is_test = ${book.isTest} and amount <> 0
      and (category = 'unknown' or (journal_id is null and net <> 0)
        or (payment_id is null and category in ('charge', 'refund', 'dispute')))`.execute(db);
  return rows;
}
