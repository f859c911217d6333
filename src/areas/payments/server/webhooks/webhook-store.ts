import { type Selectable, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { WebhookEvent } from '#kernel/database/schema.d.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { PaymentProviderName } from '../../wire/payments.constants.ts';

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
  orderId: string | null;
  providerStatus: string;
  body: Buffer;
  now: Date;
};

/** What the event is about; both null if that is unknown. */
export type StoredEvent = {
  id: string;
  payment_id: string | null;
  card_setup_id: string | null;
};

/** Known events are missing in the result. Others' are `ignored`, but can be replayed. */
export async function saveEvents(
  db: Db,
  events: readonly NewWebhookEvent[],
): Promise<ReadonlyMap<string, StoredEvent>> {
  const all = <K extends keyof NewWebhookEvent>(name: K) => events.map((event) => event[name]);
  // Sorted, so that two processes with the same events can't deadlock.
  const { rows } = await sql<StoredEvent>`
    with found as (
      select input.*, ${selectPayment} as payment_id, ${selectCardSetup} as card_setup_id
      from unnest(${all('id')}::uuid[], ${all('provider')}::text[], ${all('eventId')}::text[],
        ${all('providerPaymentId')}::text[], ${all('reference')}::text[],
        ${all('orderId')}::uuid[], ${all('providerStatus')}::text[], ${all('body')}::bytea[],
        ${all('now')}::timestamptz[]
      ) input(id, provider, event_id, provider_payment_id, reference, order_id, provider_status,
        body, received_at)
    )
    insert into webhook_event (
      id, provider, event_id, provider_payment_id, provider_reference, payment_id, card_setup_id,
      provider_status, body, status, received_at)
    select id, provider, event_id, provider_payment_id, reference, payment_id, card_setup_id,
      provider_status, body,
      case when payment_id is null and card_setup_id is null then 'ignored' else 'received' end,
      received_at
    from found
    order by provider, event_id
    on conflict (provider, event_id) do nothing
    returning id, payment_id, card_setup_id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The payment of the event `input`. */
const selectPayment = sql<string | null>`coalesce(
  (select id from payment where provider = input.provider
    and provider_payment_id = input.provider_payment_id),
  (select id from payment where id = input.order_id and provider = input.provider),
  (select id from payment where provider = input.provider
    and provider_reference = input.reference order by created_at desc limit 1))`;

/** The card setup of the event `input`. */
const selectCardSetup = sql<string | null>`
  (select id from card_setup where id = input.order_id and provider = input.provider)`;

export const findEvent = (db: Db, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhook_event').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    WebhookRow | undefined
  >;

export type UnfinishedEvent = StoredEvent;

export type RetryPolicy = { attemptsMax: number; delaySeconds: number };

/** With all others of the same payments: one provider call handles them together. */
export async function listUnfinished(
  db: Db,
  { now, limit, retries }: { now: Date; limit: number; retries: RetryPolicy },
): Promise<UnfinishedEvent[]> {
  const { rows } = await sql<UnfinishedEvent>`
    with due as materialized (
      select id, payment_id, card_setup_id from webhook_event
      where status in ('received', 'failed') and (status = 'received' or (attempts < ${retries.attemptsMax}
        and processed_at + attempts * attempts * make_interval(secs => ${retries.delaySeconds})
          <= ${now}::timestamptz))
      order by received_at limit ${limit}
    )
    select id, payment_id, card_setup_id from due
    union
    select e.id, e.payment_id, e.card_setup_id from webhook_event e
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

/** Looks up again what it is about. Undefined if it does not exist. */
export async function reopenEvent(db: Db, id: string): Promise<WebhookRow | undefined> {
  const event = await findEvent(db, id);
  if (!event) return undefined;
  const { rows } = await sql<Omit<StoredEvent, 'id'>>`
    select ${selectPayment} as payment_id, ${selectCardSetup} as card_setup_id
    from (
      select provider, provider_payment_id, provider_reference as reference,
        coalesce(payment_id, card_setup_id) as order_id
      from webhook_event where id = ${id}
    ) input`.execute(db);
  const { payment_id = null, card_setup_id = null } = rows[0] ?? {};
  return db
    .updateTable('webhook_event')
    .set({
      payment_id,
      card_setup_id,
      status: payment_id === null && card_setup_id === null ? 'ignored' : 'received',
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
export const listEventsAfter = (
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
  const sorted = query
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .$castTo<WebhookRow>();
  return readPage(db, sorted, page);
}
