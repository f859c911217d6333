// Saved cards, their setups, and the customers of providers.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { CardSetup, PaymentCard } from '#kernel/database/schema.d.ts';
import { countRows } from '#kernel/http/responses/pages.ts';
import { dayMs } from '#lib/durations.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { cardSetupStatuses } from '../../wire/cards.constants.ts';

export type CardRow = Selectable<PaymentCard>;
export type SetupRow = Selectable<CardSetup> & { status: (typeof cardSetupStatuses)[number] };

const keptDays = 7;

const saved = (db: Db, accountId: number) =>
  db.selectFrom('payment_card').where('account_id', '=', accountId).where('removed_at', 'is', null);

/** Newest first. */
export async function listCards(db: Db, accountId: number, page: PageRequest) {
  const query = saved(db, accountId);
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
  return { rows, total: await countRows(db, query) };
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

/** The entry of a card that is saved again; undefined for a card without a fingerprint. */
export async function findCardByFingerprint(
  db: Db,
  accountId: number,
  provider: string,
  fingerprint: string | null,
): Promise<CardRow | undefined> {
  if (fingerprint === null) return undefined;
  return saved(db, accountId)
    .selectAll()
    .where('provider', '=', provider)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
}

export const findDefaultCard = (db: Db, accountId: number): Promise<CardRow | undefined> =>
  saved(db, accountId).selectAll().where('is_default', '=', true).executeTakeFirst();

/** Also if it is removed. */
export const findAnyCard = (db: Db, id: string): Promise<CardRow> =>
  db.selectFrom('payment_card').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The default cards of these accounts. */
export const listDefaultCards = (db: Db, accountIds: readonly number[]): Promise<CardRow[]> =>
  db
    .selectFrom('payment_card')
    .selectAll()
    .where('account_id', 'in', accountIds)
    .where(sql<boolean>`is_default`)
    .execute();

type ExpiryMonth = { year: number; month: number; end: Date };

/** Default cards that expire with a month and whose owners were not told so, after one of them. */
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

export const findNewestCard = (db: Db, accountId: number): Promise<CardRow | undefined> =>
  saved(db, accountId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
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

export async function removeCardsOf(tx: Tx, accountId: number, now: Date): Promise<void> {
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
    .forUpdate()
    .execute();
}

export async function findCustomerId(
  db: Db,
  accountId: number,
  provider: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_customer')
    .select('provider_customer_id')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row?.provider_customer_id;
}

type Customer = { accountId: number; provider: string; customerId: string; now: Date };

/** The id that is stored: that of another process, if it was first. */
export async function saveCustomerId(
  tx: Tx,
  { accountId, provider, customerId, now }: Customer,
): Promise<string> {
  await tx
    .insertInto('payment_customer')
    .values({
      account_id: accountId,
      provider,
      provider_customer_id: customerId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findCustomerId(tx, accountId, provider))!;
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
    .returning(['provider', 'provider_customer_id'])
    .execute();

export const insertSetup = (tx: Tx, values: Insertable<CardSetup>): Promise<SetupRow> =>
  tx
    .insertInto('card_setup')
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<SetupRow>;

export const findSetup = (db: Db, id: string): Promise<SetupRow | undefined> =>
  db.selectFrom('card_setup').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    SetupRow | undefined
  >;

export const lockSetup = (tx: Tx, id: string): Promise<SetupRow | undefined> =>
  tx
    .selectFrom('card_setup')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<SetupRow | undefined>;

export const updateSetup = (tx: Tx, id: string, values: Updateable<CardSetup>): Promise<SetupRow> =>
  tx
    .updateTable('card_setup')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<SetupRow>;

/** True for the one caller that may ask the provider now. */
export async function claimSetupCheck(
  tx: Tx,
  id: string,
  now: Date,
  everyMs: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('card_setup')
    .set({ checked_at: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where((eb) =>
      eb.or([
        eb('checked_at', 'is', null),
        eb('checked_at', '<=', new Date(now.getTime() - everyMs)),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Open setups not checked since a time, longest unchecked first. */
export async function listSetupsToCheck(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('card_setup')
    .select('id')
    .where('status', '=', sql.lit('open'))
    .where('created_at', '<', before)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', before)]))
    .orderBy('checked_at', (ob) => ob.asc().nullsFirst())
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Those without a card are of no use once a late event can not come any more. */
export async function deleteExpiredSetups(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('card_setup')
    .where('status', '=', sql.lit('expired'))
    .where('expires_at', '<', new Date(now.getTime() - keptDays * dayMs))
    .execute();
}
