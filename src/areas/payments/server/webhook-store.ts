import { type Selectable, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { WebhookEvent } from '#kernel/database/schema.d.ts';
import { countRows } from '#kernel/http/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { PaymentProviderName } from '../payment-status.ts';

export type WebhookStatus = 'received' | 'processed' | 'ignored' | 'failed';
export type WebhookRow = Selectable<WebhookEvent> & {
  provider: PaymentProviderName;
  status: WebhookStatus;
};

export type NewWebhookEvent = {
  id: string;
  provider: string;
  eventId: string;
  providerPaymentId: string | null;
  reference: string | null;
  /** A uuid, or null. */
  orderId: string | null;
  providerStatus: string;
  body: Buffer;
  now: Date;
};

export type KeptEvent = { id: string; payment_id: string | null };

/**
 * Stores events in one statement and finds their payments. What is known already is not among the
 * answers. One that is about no payment of ours is `ignored`, and kept so that it can be replayed.
 */
export async function keepEvents(
  db: Db,
  events: readonly NewWebhookEvent[],
): Promise<ReadonlyMap<string, KeptEvent>> {
  const all = <K extends keyof NewWebhookEvent>(name: K) => events.map((event) => event[name]);
  // In one order, so that two processes that are told the same never wait for each other.
  const { rows } = await sql<KeptEvent>`
    with found as (
      select told.*, ${paymentOf} as payment_id
      from unnest(${all('id')}::uuid[], ${all('provider')}::text[], ${all('eventId')}::text[],
        ${all('providerPaymentId')}::text[], ${all('reference')}::text[],
        ${all('orderId')}::uuid[], ${all('providerStatus')}::text[], ${all('body')}::bytea[],
        ${all('now')}::timestamptz[]
      ) told(id, provider, event_id, provider_payment_id, reference, order_id, provider_status,
        body, received_at)
    )
    insert into webhook_event (
      id, provider, event_id, provider_payment_id, provider_reference, payment_id,
      provider_status, body, status, received_at)
    select id, provider, event_id, provider_payment_id, reference, payment_id, provider_status,
      body, case when payment_id is null then 'ignored' else 'received' end, received_at
    from found
    order by provider, event_id
    on conflict (provider, event_id) do nothing
    returning id, payment_id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The payment that `told` is about. */
const paymentOf = sql<string | null>`coalesce(
  (select id from payment where provider = told.provider
    and provider_payment_id = told.provider_payment_id),
  (select id from payment where id = told.order_id and provider = told.provider),
  (select id from payment where provider = told.provider
    and provider_reference = told.reference order by created_at desc limit 1))`;

export const findEvent = (db: Db, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhook_event').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    WebhookRow | undefined
  >;

export type UnfinishedEvent = { id: string; payment_id: string | null };

/**
 * The oldest unfinished events, and all others about the same payments: one question to the
 * provider answers them together. What failed waits longer each time, and at last for ever.
 */
export async function listUnfinished(db: Db, now: Date, limit: number): Promise<UnfinishedEvent[]> {
  const { rows } = await sql<UnfinishedEvent>`
    with due as materialized (
      select id, payment_id from webhook_event
      where status in ('received', 'failed') and (status = 'received' or (attempts < 30
        and processed_at + attempts * attempts * interval '10 seconds' <= ${now}::timestamptz))
      order by received_at limit ${limit}
    )
    select id, payment_id from due
    union
    select e.id, e.payment_id from webhook_event e
    where e.payment_id in (select payment_id from due) and e.status = 'received'`.execute(db);
  return rows;
}

export async function finishEvents(
  db: Db,
  ids: readonly string[],
  result: { status: WebhookStatus; error: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('webhook_event')
    .set(({ eb }) => ({
      status: result.status,
      error: result.error,
      attempts: eb('attempts', '+', 1),
      processed_at: result.now,
    }))
    .where('id', 'in', ids)
    .execute();
}

/**
 * Back to the start, with all attempts; the payment is looked for anew. Undefined when there is no
 * such event.
 */
export async function reopenEvent(db: Db, id: string): Promise<WebhookRow | undefined> {
  const event = await findEvent(db, id);
  if (!event) return undefined;
  const { rows } = await sql<{ payment_id: string | null }>`
    select ${paymentOf} as payment_id
    from (
      select provider, provider_payment_id, provider_reference as reference,
        payment_id as order_id
      from webhook_event where id = ${id}
    ) told`.execute(db);
  const payment_id = rows[0]?.payment_id ?? null;
  return db
    .updateTable('webhook_event')
    .set({
      payment_id,
      status: payment_id === null ? 'ignored' : 'received',
      error: null,
      attempts: 0,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst() as Promise<WebhookRow | undefined>;
}

export type WebhookFilter = {
  status?: WebhookStatus | undefined;
  provider?: string | undefined;
  payment?: string | undefined;
  search?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
};

function matchEvents(db: Db, filter: WebhookFilter) {
  let query = db.selectFrom('webhook_event');
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.provider) query = query.where('provider', '=', filter.provider);
  if (filter.payment) query = query.where('payment_id', '=', filter.payment);
  if (filter.created_after)
    query = query.where('received_at', '>=', new Date(filter.created_after));
  if (filter.created_before)
    query = query.where('received_at', '<', new Date(filter.created_before));
  const search = filter.search?.trim();
  if (search)
    query = query.where((eb) =>
      eb.or([
        eb('event_id', '=', search),
        eb('provider_payment_id', '=', search),
        eb(sql<string>`payment_id::text`, '=', search),
      ]),
    );
  return query;
}

/** Newest first, after `last`. */
export const readEvents = (
  db: Db,
  filter: WebhookFilter,
  { last, count }: { last: WebhookRow | undefined; count: number },
): Promise<WebhookRow[]> =>
  matchEvents(db, filter)
    .selectAll()
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(received_at, id) < (${last?.received_at}, ${last?.id})`),
    )
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute() as Promise<WebhookRow[]>;

export async function listEvents(db: Db, filter: WebhookFilter, page: PageRequest) {
  const query = matchEvents(db, filter);
  const rows = await query
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
  return { rows: rows as WebhookRow[], total: await countRows(db, query) };
}
