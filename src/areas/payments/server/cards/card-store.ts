// Saved cards, and the customers of providers.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { PaymentCard } from '#kernel/database/schema.d.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';

export type CardRow = Selectable<PaymentCard>;

const assignedMax = 1000;

const saved = (db: Db, accountId: number) =>
  db.selectFrom('payment_card').where('account_id', '=', accountId).where('removed_at', 'is', null);

/** Newest first. */
export async function listCards(db: Db, accountId: number, page: PageRequest) {
  const query = saved(db, accountId);
  const sorted = query.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
  return readPage(db, sorted, page);
}

/** Saved cards, and those that are being saved on a provider's page. */
export async function countCards(db: Db, accountId: number, now: Date): Promise<number> {
  const cards = saved(db, accountId).select(({ fn }) => fn.countAll<bigint>().as('count'));
  const setups = db
    .selectFrom('card_setup')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', '=', sql.lit('open'))
    .where('expires_at', '>', now);
  const counts = await cards.unionAll(setups).execute();
  return counts.reduce((sum, { count }) => sum + Number(count), 0);
}

/** Undefined if it is removed, or another account's. */
export const findCard = (db: Db, accountId: number, id: string): Promise<CardRow | undefined> =>
  saved(db, accountId).selectAll().where('id', '=', id).executeTakeFirst();

/** Which of a provider's accounts. */
export type AtProvider = { provider: string; providerAccount: string };

/** The entry of a card that is saved again; undefined for a card without a fingerprint. */
export async function findCardByFingerprint(
  db: Db,
  accountId: number,
  { provider, providerAccount }: AtProvider,
  fingerprint: string | null,
): Promise<CardRow | undefined> {
  if (fingerprint === null) return undefined;
  return saved(db, accountId)
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_account', '=', providerAccount)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
}

export const findDefaultCard = (db: Db, accountId: number): Promise<CardRow | undefined> =>
  saved(db, accountId).selectAll().where('is_default', '=', true).executeTakeFirst();

/** Also if it is removed. */
export const findAnyCard = (db: Db, id: string): Promise<CardRow> =>
  db.selectFrom('payment_card').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** All cards of these accounts: the default first, then the newest. */
export const listByPreference = (db: Db, accountIds: readonly number[]): Promise<CardRow[]> =>
  db
    .selectFrom('payment_card')
    .selectAll()
    .where('account_id', 'in', accountIds)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

type ExpiryMonth = { year: number; month: number; end: Date };

/** Default cards that expire with a month and whose owners had no mail, after one of them. */
export async function listExpiring(
  db: Db,
  { year, month, end }: ExpiryMonth,
  after: string,
  limit: number,
): Promise<CardRow[]> {
  return db
    .selectFrom('payment_card')
    .selectAll()
    .where('exp_year', '=', year)
    .where('exp_month', '=', month)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`is_default and expiry_mailed_for is distinct from ${end}::timestamptz`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Undefined if it is removed, or no longer the default. */
export const lockDefaultCard = (tx: Tx, id: string): Promise<CardRow | undefined> =>
  tx
    .selectFrom('payment_card')
    .selectAll()
    .where('id', '=', id)
    .where('is_default', '=', true)
    .forUpdate()
    .executeTakeFirst();

export const insertCard = (tx: Tx, values: Insertable<PaymentCard>): Promise<CardRow> =>
  tx.insertInto('payment_card').values(values).returningAll().executeTakeFirstOrThrow();

export const updateCard = (tx: Tx, id: string, values: Updateable<PaymentCard>): Promise<CardRow> =>
  tx
    .updateTable('payment_card')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function clearDefault(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('payment_card')
    .set({ is_default: false })
    .where('account_id', '=', accountId)
    .where('is_default', '=', true)
    .execute();
}

export async function removeAccountCards(tx: Tx, accountId: number, now: Date): Promise<void> {
  await tx
    .updateTable('payment_card')
    .set({ is_default: false, removed_at: now })
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .execute();
}

/** Changes of an account's cards wait for each other, so that one of them is the default. */
export async function lockCards(tx: Tx, accountId: number): Promise<void> {
  await tx
    .selectFrom('payment_customer')
    .select('provider')
    .where('account_id', '=', accountId)
    .orderBy('provider')
    .orderBy('provider_account')
    .forUpdate()
    .execute();
}

export async function findCustomerId(
  db: Db,
  accountId: number,
  { provider, providerAccount }: AtProvider,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_customer')
    .select('provider_customer_id')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('provider_account', 'in', [providerAccount, ''])
    .orderBy('provider_account', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.provider_customer_id;
}

type Customer = { accountId: number; provider: string; customerId: string; now: Date };

/** The id that is stored: that of another process, if it was first. */
export async function saveCustomerId(
  tx: Tx,
  { accountId, provider, providerAccount, customerId, now }: Customer & AtProvider,
): Promise<string> {
  await tx
    .insertInto('payment_customer')
    .values({
      account_id: accountId,
      provider,
      provider_account: providerAccount,
      provider_customer_id: customerId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findCustomerId(tx, accountId, { provider, providerAccount }))!;
}

type MissingCustomer = Omit<Customer, 'now'>;

export async function deleteCustomer(
  tx: Tx,
  { accountId, provider, customerId }: MissingCustomer,
): Promise<void> {
  await tx
    .deleteFrom('payment_customer')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('provider_customer_id', '=', customerId)
    .execute();
}

/** Returns them as they were. */
export async function removeCardsOfCustomer(
  tx: Tx,
  { accountId, provider, customerId, now }: Customer,
): Promise<CardRow[]> {
  const cards = await saved(tx, accountId)
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_customer_id', '=', customerId)
    .execute();
  for (const { id } of cards) await updateCard(tx, id, { is_default: false, removed_at: now });
  return cards;
}

export const deleteCustomers = (tx: Tx, accountId: number) =>
  tx
    .deleteFrom('payment_customer')
    .where('account_id', '=', accountId)
    .returning(['provider', 'provider_account', 'provider_customer_id'])
    .execute();

/** Rows of before accounts were stored. Returns whether some are left. */
export async function assignAccount(
  tx: Tx,
  { provider, providerAccount }: AtProvider,
): Promise<boolean> {
  const counts = await Promise.all(
    (['payment_customer', 'payment_card'] as const).map(async (table) => {
      const { rows } = await sql`
        update ${sql.table(table)} set provider_account = ${providerAccount}
        where ctid = any (array(
          select ctid from ${sql.table(table)}
          where provider = ${provider} and provider_account = '' limit ${assignedMax} for update
        )) returning 1`.execute(tx);
      return rows.length;
    }),
  );
  return counts.includes(assignedMax);
}

/** What is stored of a provider's other accounts. */
export async function countElsewhere(db: Db, { provider, providerAccount }: AtProvider) {
  const { rows } = await sql<{ customers: number; cards: number }>`
    select
      (select count(*)::int from payment_customer where provider = ${provider}
        and provider_account not in (${providerAccount}, '')) as customers,
      (select count(*)::int from payment_card where provider = ${provider}
        and provider_account not in (${providerAccount}, '') and removed_at is null) as cards
  `.execute(db);
  return rows[0]!;
}
