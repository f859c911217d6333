// What areas publish reaches the endpoints of the account, by real calls.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LiveMessage } from '#kernel/events/live-topics.ts';
import { createId } from '#kernel/ids.ts';
import { webhookEventPath } from '#lib/webhook-event-path.ts';
import { apiKeysPath } from '#test/factories/api-keys.ts';
import { createMessage, createTicket } from '#test/factories/tickets.ts';
import {
  createEndpoint,
  createPaidCustomer,
  listDeliveries,
  readDelivery,
} from '#test/factories/webhooks.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
let who: SignedIn;

beforeEach(async () => {
  who = await createPaidCustomer(t, `${createId()}@example.com`);
  await createEndpoint(t, who, { url: 'https://93.184.216.34/hooks' });
});

const events = async () => {
  const deliveries = await listDeliveries(t, who, '?page_size=100');
  const details = await Promise.all(deliveries.map(({ id }) => readDelivery(t, who, id)));
  return details
    .map(({ body }) => JSON.parse(body) as { type: string; sequence: number; data: object })
    .toSorted((a, b) => a.sequence - b.sequence);
};

test('the life of a key', async () => {
  const { body } = await send(t, 'POST', apiKeysPath, { name: 'ci', scopes: ['customs'] }, who);
  await send(t, 'POST', `${apiKeysPath}${String(body.id)}/revoke/`, { reason: 'Leaked' }, who);
  const [created, revoked, ...others] = await events();
  expect(others).toEqual([]);
  expect(created).toMatchObject({ type: 'key.created', data: { name: 'ci', status: 'active' } });
  expect(revoked).toMatchObject({ type: 'key.revoked', data: { status_reason: 'Leaked' } });
  expect(JSON.stringify(created)).not.toContain(String(body.key));
});

test('an answer of support, and the end of a ticket', async () => {
  const ticket = await createTicket(t, who, { subject: 'A question' });
  const support = await t.signIn(`${createId()}@example.com`, { roles: ['support'] });
  await createMessage(t, support, ticket.uuid, 'An answer');
  await createMessage(t, who, ticket.uuid, 'Thank you');
  const closing = { status: 'closed' };
  await send(t, 'PATCH', `/apix/support/tickets/${ticket.uuid}/`, closing, who);
  expect(await events()).toMatchObject([
    { type: 'ticket.replied', data: { uuid: ticket.uuid, message: { text: 'An answer' } } },
    { type: 'ticket.closed', data: { uuid: ticket.uuid, status: 'closed' } },
  ]);
  expect(JSON.stringify(await events())).not.toContain('user_email');
});

test('a saved calculation', async () => {
  const vehicle = {
    destination_country: 'DE',
    origin_country: 'JP',
    price: { amount: '18600', currency: 'EUR' },
    powertrain: 'petrol',
    engine_capacity_cc: 1998,
    production_date: '2021-05',
  };
  const path_ = '/apix/data_customs/vehicle-calculation/';
  const { body } = await send(t, 'POST', path_, { title: 'A car', ...vehicle }, who);
  expect(await events()).toMatchObject([
    { type: 'calculation.saved', data: { id: body.id, total_payments: body.total_payments } },
  ]);
});

test('a change of the plan, and its end', async () => {
  const current = '/apix/billing/subscriptions/current/';
  const { body } = await send(t, 'GET', current, undefined, who);
  const own = `/apix/billing/subscriptions/${String(body.id)}/`;
  await send(t, 'PATCH', own, { tariff: 'pro' }, who);
  await send(t, 'POST', `${own}cancel/`, { at_period_end: false }, who);
  expect(await events()).toMatchObject([
    { type: 'subscription.changed', data: { tariff: { slug: 'pro' }, status: 'active' } },
    { type: 'subscription.canceled', data: { id: body.id, status: 'cancelled' } },
  ]);
});

test('nothing is written for an account without endpoints', async () => {
  const other = await createPaidCustomer(t, `${createId()}@example.com`);
  await send(t, 'POST', apiKeysPath, { name: 'ci' }, other);
  const { rows } = await t.kernel.database.pool.query(
    'select count(*)::int as count from webhook_message where account_id = $1',
    [other.accountId],
  );
  expect(rows[0].count).toBe(0);
});

test('the guide lists every event', () => {
  const file = path.resolve(
    import.meta.dirname,
    '../../../../../content/pages/docs/guides/webhooks.mdx',
  );
  const listed = readFileSync(file, 'utf8').matchAll(
    /^\| \[`([a-z_]+\.[a-z_]+)`\]\((.+)\) \| (.+) \|$/gm,
  );
  const known = t.areas.webhooks.catalogue.map(
    ({ event }) => `${event.type} ${webhookEventPath(event.type)}: ${event.summary}`,
  );
  expect([...listed].map(([, type, to, words]) => `${type} ${to}: ${words}`).toSorted()).toEqual(
    known.toSorted(),
  );
});

describe('the event stream', () => {
  async function follow(accountId: number) {
    const stop = new AbortController();
    const topics = ['webhooks'];
    const messages = await t.kernel.live.subscribe({ accountId, topics, signal: stop.signal });
    const iterator = messages[Symbol.asyncIterator]();
    const next = async () => (await iterator.next()).value as LiveMessage;
    return { next, stop: () => stop.abort() };
  }
  const createKey = (by: SignedIn) =>
    send(t, 'POST', apiKeysPath, { name: createId(), scopes: ['customs'] }, by);
  const readEvent = (id: string, by: SignedIn) =>
    send(t, 'GET', `/apix/webhooks/events/${id}/`, undefined, by);

  test('names events of accounts without endpoints and plans; others can not read them', async () => {
    const free = await t.signIn(`${createId()}@example.com`);
    const { next, stop } = await follow(free.accountId);
    const { body: key } = await createKey(free);
    const { data } = await next();
    expect(data).toEqual({ type: 'key.created', event: expect.any(String) });
    const { event } = data as { event: string };
    expect(await readEvent(event, free)).toMatchObject({
      status: 200,
      body: { type: 'key.created', id: event, sequence: 1, test_mode: false, data: { id: key.id } },
    });
    expect(await readEvent(event, who)).toMatchObject({ status: 404 });
    for (const unknown of [createId(), 'ua.vehicle'])
      expect(await readEvent(unknown, free)).toMatchObject({ status: 404 });
    stop();
  });

  test('has the event that endpoints receive', async () => {
    const { next, stop } = await follow(who.accountId);
    await createKey(who);
    const { event } = (await next()).data as { event: string };
    expect(await events()).toEqual([(await readEvent(event, who)).body]);
    stop();
  });

  test('costs accounts nothing that do not follow it', async () => {
    const free = await t.signIn(`${createId()}@example.com`);
    const { accountId } = free;
    const { stop } = await follow(accountId);
    stop();
    const isFollowed = () =>
      t.kernel.work.read((db) => t.kernel.live.isFollowed(db, { accountId, topic: 'webhooks' }));
    await expect.poll(isFollowed).toBe(false);
    await createKey(free);
    const { rows } =
      await sql`select id from webhook_message where account_id = ${accountId}`.execute(
        t.kernel.database.read,
      );
    expect(rows).toEqual([]);
  });
});
