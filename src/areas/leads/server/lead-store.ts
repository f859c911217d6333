import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Lead } from '#kernel/database/schema.d.ts';
import { dayMs } from '#lib/durations.ts';
import type { ContactType, LeadStatus } from '../wire/leads.constants.ts';

export type LeadRow = Omit<Selectable<Lead>, 'search_vector'> & {
  status: LeadStatus;
  contact_type: ContactType;
};

/**
 * Senders whose address a proxy hides count as one. Leads entered by staff have no address.
 */
export const unknownAddress = '0.0.0.0';

/**
 * Until the transaction ends, no other inquiry from this network or address is processed. Always
 * locks in this order to avoid deadlocks.
 */
export async function lockSender(tx: Tx, network: string, email: string): Promise<void> {
  for (const key of [`leads:network:${network}`, `leads:email:${email}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** A lead with the same message from the same address since a time. */
export const findDuplicateSubmission = (
  db: Db,
  { email, hash, isSpam, since }: { email: string; hash: Buffer; isSpam: boolean; since: Date },
): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('lead')
    .select('id')
    .where('email', '=', email)
    .where('message_hash', '=', hash)
    .where('is_spam', '=', isSpam)
    .where('created_at', '>', since)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();

/** Times of leads from a network (an address or a range) since a time, newest first. */
export async function listTimesByNetwork(db: Db, network: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('lead')
    .select('created_at')
    // Bounds instead of `<<=`, which finds no index when the network is a parameter.
    .where(sql<boolean>`ip between host(network(${network}::inet))::inet
      and host(broadcast(${network}::inet))::inet`)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => row.created_at);
}

/** Without spam, so that strangers can't use up the limit of an address they enter. */
export async function listTimesByEmail(db: Db, email: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('lead')
    .select('created_at')
    .where('email', '=', email)
    .where('is_spam', '=', false)
    .where('ip', 'is not', null)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => row.created_at);
}

export const insertLead = (db: Db, values: Insertable<Lead>): Promise<LeadRow> =>
  db.insertInto('lead').values(values).returningAll().executeTakeFirstOrThrow() as Promise<LeadRow>;

export async function countLeads(db: Db): Promise<number> {
  const query = db.selectFrom('lead').select(({ fn }) => fn.countAll<bigint>().as('count'));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

export const findLead = (db: Db, id: number): Promise<LeadRow | undefined> =>
  db
    .selectFrom('lead')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst() as Promise<LeadRow | undefined>;

/** No other transaction changes the lead until this one ends. */
export const lockLead = (tx: Tx, id: number): Promise<LeadRow | undefined> =>
  tx
    .selectFrom('lead')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst() as Promise<LeadRow | undefined>;

export const updateLead = (db: Db, id: number, values: Updateable<Lead>): Promise<LeadRow> =>
  db
    .updateTable('lead')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<LeadRow>;

/** Leads merged into `from` become merged into `to`. */
export async function reassignDuplicates(db: Db, from: number, to: number): Promise<void> {
  await db.updateTable('lead').set({ duplicate_of: to }).where('duplicate_of', '=', from).execute();
}

/** For each lead, the ids of others from its address or merged into it, newest first, up to 20. */
export async function listDuplicates(
  db: Db,
  leads: readonly Pick<LeadRow, 'id'>[],
): Promise<Map<number, number[]>> {
  if (leads.length === 0) return new Map();
  const { rows } = await sql<{ id: number; duplicates: number[] }>`
    select l.id, array(
      select o.id from lead o
      where (o.email = l.email or o.duplicate_of = l.id)
        and o.id <> l.id and o.deleted_at is null and not o.is_spam
      order by o.created_at desc, o.id desc limit 20
    ) as duplicates
    from lead l where l.id = any(${leads.map(({ id }) => id)}::int[])`.execute(db);
  return new Map(rows.map(({ id, duplicates }) => [id, duplicates]));
}

/** The leads stay, without the account. */
export async function unlinkAccountLeads(db: Db, accountId: number): Promise<void> {
  await db
    .updateTable('lead')
    .set({ account_id: null })
    .where('account_id', '=', accountId)
    .execute();
  await db
    .updateTable('lead')
    .set({ assigned_to: null })
    .where('assigned_to', '=', accountId)
    .execute();
}

export const listAccountLeads = (
  db: Db,
  { accountId, email }: { accountId: number; email: string },
): Promise<LeadRow[]> =>
  db
    .selectFrom('lead')
    .selectAll()
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('email', '=', email)]))
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute() as Promise<LeadRow[]>;

export async function deletePersonLeads(db: Db, email: string, now: Date): Promise<void> {
  await db
    .updateTable('lead')
    .set({ deleted_at: now, updated_at: now })
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Deletes spam and deleted leads after 30 days, IP addresses and browsers of the rest after 90. */
export async function purgeOldLeads(db: Db, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  await db.deleteFrom('lead').where('deleted_at', '<', ago(30)).execute();
  await db
    .deleteFrom('lead')
    .where('is_spam', '=', true)
    .where('created_at', '<', ago(30))
    .execute();
  await db
    .updateTable('lead')
    .set({ ip: null, user_agent: '' })
    .where('created_at', '<', ago(90))
    .where('ip', 'is not', null)
    .execute();
}
