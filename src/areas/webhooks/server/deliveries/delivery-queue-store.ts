// The queue of deliveries. A process claims what is due by moving its next attempt beyond the
// longest request: if the process dies, another one takes it over then.
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { AttemptError } from '../../wire/webhooks.constants.ts';

export type ClaimedDelivery = {
  id: string;
  endpoint_id: string;
  message_id: string;
  tries: number;
  url: string;
  body: string;
  sequence: bigint;
};

/** Every endpoint with a waiting delivery: one step of the index for each, however many wait. */
const waitingEndpoints = sql`
  waiting_endpoint as (
    (select endpoint_id from webhook_delivery where state = 'waiting' order by endpoint_id limit 1)
    union all
    select (
      select d.endpoint_id from webhook_delivery d
      where d.state = 'waiting' and d.endpoint_id > e.endpoint_id order by d.endpoint_id limit 1
    ) from waiting_endpoint e where e.endpoint_id is not null
  )`;

type Claim = {
  now: Date;
  until: Date;
  limit: number;
  perEndpoint: number;
  /** What this process has claimed already, by endpoint. */
  inHand: ReadonlyMap<string, number>;
};

/** What is due, at most `perEndpoint` of each endpoint, so that none can hold up the others. */
export async function claimDue(
  db: Db,
  { now, until, limit, perEndpoint, inHand }: Claim,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with recursive ${waitingEndpoints},
    in_hand as (
      select * from unnest(${[...inHand.keys()]}::uuid[], ${[...inHand.values()]}::int[])
        as t (endpoint_id, deliveries)
    ),
    due as (
      select d.id from waiting_endpoint e left join in_hand h using (endpoint_id)
      cross join lateral (
        select id, next_attempt_at from webhook_delivery
        where endpoint_id = e.endpoint_id and state = 'waiting' and next_attempt_at <= ${now}
        order by next_attempt_at limit greatest(0, ${perEndpoint}::int - coalesce(h.deliveries, 0))
        for update skip locked
      ) d
      where e.endpoint_id is not null
      order by d.next_attempt_at limit ${limit}
    )
    update webhook_delivery d set next_attempt_at = ${until}
    from due, webhook_message m, webhook_endpoint e
    where d.id = due.id and m.id = d.message_id and e.id = d.endpoint_id
    returning d.id, d.endpoint_id, d.message_id, d.tries, e.url, m.body, m.sequence`.execute(db);
  return rows;
}

/** Null if nothing waits. */
export async function findOldestDue(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    with recursive ${waitingEndpoints}
    select min(d.next_attempt_at) as oldest from waiting_endpoint e
    cross join lateral (
      select next_attempt_at from webhook_delivery
      where endpoint_id = e.endpoint_id and state = 'waiting' order by next_attempt_at limit 1
    ) d`.execute(db);
  return rows[0]?.oldest ?? null;
}

export type Attempt = {
  id: string;
  endpointId: string;
  startedAt: Date;
  durationMs: number;
  status: number | null;
  answer: string;
  error: AttemptError | null;
  /** Null when it succeeded, or is given up. */
  nextAt: Date | null;
};

/** Ends claims: each attempt is added, and its delivery is finished or waits for the next one. */
export async function recordAttempts(
  tx: Tx,
  attempts: readonly Attempt[],
  now: Date,
): Promise<void> {
  await sql`
    with done as (
      select * from unnest(
        ${attempts.map(({ id }) => id)}::uuid[],
        ${attempts.map(({ startedAt }) => startedAt)}::timestamptz[],
        ${attempts.map(({ durationMs }) => durationMs)}::int[],
        ${attempts.map(({ status }) => status)}::int[],
        ${attempts.map(({ answer }) => answer)}::text[],
        ${attempts.map(({ error }) => error)}::text[],
        ${attempts.map(({ nextAt }) => nextAt)}::timestamptz[]
      ) as t (id, started_at, duration_ms, status, answer, error, next_at)
    ), updated as (
      update webhook_delivery d set
        attempts = d.attempts + 1, tries = d.tries + 1,
        state = case when g.error is null then 'delivered'
          when g.next_at is null or d.state = 'failed' then 'failed' else 'waiting' end,
        next_attempt_at = case when d.state <> 'failed' then g.next_at end,
        finished_at = case when g.next_at is null then ${now}
          when d.state = 'failed' then d.finished_at end,
        last_status = g.status, last_error = g.error
      from done g where d.id = g.id
      returning d.id, d.attempts
    )
    insert into webhook_attempt
      (delivery_id, number, started_at, duration_ms, status, answer, error)
    select id, u.attempts, started_at, duration_ms, status, answer, error
    from done join updated u using (id)`.execute(tx);
}

/** Remembers since when an endpoint only fails. */
export async function recordHealth(
  tx: Tx,
  {
    succeeded,
    failed,
    now,
  }: { succeeded: readonly string[]; failed: readonly string[]; now: Date },
): Promise<void> {
  if (succeeded.length > 0)
    await tx
      .updateTable('webhook_endpoint')
      .set({ failing_since: null })
      .where('id', 'in', succeeded)
      .where('failing_since', 'is not', null)
      .execute();
  if (failed.length > 0)
    await tx
      .updateTable('webhook_endpoint')
      .set({ failing_since: now })
      .where('id', 'in', failed)
      .where('failing_since', 'is', null)
      .execute();
}

/** Of these endpoints, the enabled ones that only failed since before a moment. */
export async function listFailingSince(
  tx: Tx,
  ids: readonly string[],
  before: Date,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('id', 'in', ids)
    .where('failing_since', '<', before)
    .where('disabled_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
