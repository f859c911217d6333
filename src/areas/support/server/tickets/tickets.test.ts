import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { createSandboxPayment } from '#test/factories/payments.ts';
import {
  createMessage,
  createTicket,
  fetchTicket,
  ticketPath,
  ticketsPath,
  updateTicket,
  uploadPng,
} from '#test/factories/tickets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const day = 86_400_000;
const unknownId = '01900000-0000-7000-8000-000000000000';
let ada: SignedIn;
let other: SignedIn;
let support: SignedIn;
let admin: SignedIn;

// Access tokens live for minutes, and these tests for weeks.
async function signEverybodyIn() {
  ada = await t.signIn('ada@example.com');
  other = await t.signIn('other@example.com');
  support = await t.signIn('support@example.com', { roles: ['support'] });
  admin = await t.signIn('admin@example.com', { roles: ['admin'] });
}
beforeEach(signEverybodyIn);

const post = (who: SignedIn, body: object) => send(t, 'POST', ticketsPath, body, who);
const list = async (who: SignedIn, query = '') => {
  const { body } = await send(t, 'GET', `${ticketsPath}?${query}`, undefined, who);
  return (body.results as { uuid: string }[]).map(({ uuid }) => uuid);
};

describe('creating a ticket', () => {
  test('with a message waits for support and has a due time', async () => {
    const ticket = await createTicket(t, ada, { subject: '  Key refused ', priority: 'high' });
    expect(ticket).toMatchObject({
      subject: 'Key refused',
      status: 'waiting_for_admin',
      status_display: 'Waiting for support',
      user: ada.accountId,
      priority: 'high',
      category: 'general',
      messages_count: 1,
      unanswered_messages_count: 0,
      last_message: { preview: 'Help!', is_from_staff: false },
      rating: null,
      can_rate: false,
    });
    expect(ticket.number).toBeGreaterThan(1000);
    const hours = (Date.parse(ticket.first_response_due_at) - t.clock.now().getTime()) / 3_600_000;
    expect(hours).toBe(8);
    expect(ticket.timeline.map(({ kind, value, by }) => [kind, value, by])).toEqual([
      ['status', 'open', 'customer'],
      ['status', 'waiting_for_admin', 'customer'],
    ]);
    expect(ticket).not.toHaveProperty('user_email');
  });

  test('without a message is open', async () => {
    const { status, body } = await post(ada, { subject: 'Only a subject' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'open', last_message: null, messages_count: 0 });
  });

  test.each([
    [{}, { subject: ['This field is required.'] }],
    [{ subject: 'ab' }, { subject: ['Ensure this field has at least 3 characters.'] }],
    [{ subject: '' }, { subject: ['This field may not be blank.'] }],
    [{ subject: 'abc', message: ' \n' }, { message: ['This field may not be blank.'] }],
    [{ subject: 'abc', priority: 'urgent' }, { priority: ['Choose one of low, normal, high.'] }],
    [
      { subject: 'abc', priority: 'urgent', category: 'weather' },
      {
        priority: ['Choose one of low, normal, high.'],
        category: ['"weather" is not a valid choice.'],
      },
    ],
    [
      { subject: 'abc', attachments: [unknownId] },
      { message: ['Write a message to go with the files.'] },
    ],
    [
      { subject: 'abc', message: 'x', attachments: [unknownId] },
      { attachments: ['Upload these files again: at least one is no longer available.'] },
    ],
    [
      { subject: 'abc', related: { type: 'key', id: unknownId } },
      { related: ['Choose an object of your own.'] },
    ],
    [
      { subject: 'abc', related_payment: unknownId },
      { related_payment: ['Choose an object of your own.'] },
    ],
  ])('refuses %j', async (body, fields) => {
    expect(await post(ada, body)).toMatchObject({ status: 400, body: fields });
  });

  test('requires a sign-in, and works for a suspended customer', async () => {
    expect((await send(t, 'POST', ticketsPath, { subject: 'abc' })).status).toBe(401);
    const suspended = await t.signIn('suspended@example.com', { status: 'suspended' });
    expect((await post(suspended, { subject: 'Why?', message: 'Let me in' })).status).toBe(201);
  });

  test('accepts an object of the customer as related, and no one else’s', async () => {
    const related = { type: 'payment', id: (await createSandboxPayment(t, ada)).uuid };
    const ticket = await createTicket(t, ada, { related });
    expect(ticket.related).toMatchObject({ ...related, label: expect.stringMatching(/^PAY_/) });
    const short = await createTicket(t, ada, { related_payment: related.id });
    expect(short.related?.id).toBe(related.id);
    expect((await post(other, { subject: 'abc', related })).status).toBe(400);
    expect((await post(support, { subject: 'abc', related })).status).toBe(400);
    for (const type of ['calculation', 'subscription', 'key', 'call'])
      expect((await post(ada, { subject: 'abc', related: { type, id: '1' } })).status).toBe(400);
  });

  test('may be about a call of the customer', async () => {
    const fay = await t.signIn('fay@example.com');
    const { key } = await createApiKey(t, fay, { scopes: ['billing:read'] });
    const url = '/apix/data_customs/currencies/convert/';
    const { headers } = await send(t, 'GET', url, undefined, { headers: { 'x-api-key': key } });
    await t.areas.usage.flush();
    const related = { type: 'call', id: String(headers['x-request-id']) };
    const ticket = await createTicket(t, fay, { related });
    expect(ticket.related).toEqual({ ...related, label: `GET ${url}, 403 scope_missing` });
    expect((await post(other, { subject: 'abc', related })).status).toBe(400);
  });

  test('may be about a key, and may be created with one that has the scope', async () => {
    const { id } = await createApiKey(t, ada, { name: 'ci' });
    const ticket = await createTicket(t, ada, { related: { type: 'key', id } });
    expect(ticket.related).toEqual({ type: 'key', id, label: 'ci' });
    const scoped = await createApiKey(t, support, { scopes: ['support:write'] });
    const own = await send(t, 'POST', ticketsPath, { subject: 'By key' }, scoped);
    expect(own.status).toBe(201);
    // Whatever roles its owner has, a key is a customer.
    expect((await send(t, 'GET', ticketPath(ticket.uuid), undefined, scoped)).status).toBe(404);
    const other = await createApiKey(t, ada, { scopes: ['customs'] });
    const refused = await send(t, 'POST', ticketsPath, { subject: 'By key' }, other);
    expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  });

  test('accepts only the customer’s own uploads', async () => {
    const { id } = await uploadPng(t, other);
    const body = { subject: 'abc', message: 'See there', attachments: [id] };
    expect((await post(ada, body)).status).toBe(400);
    expect((await post(other, body)).status).toBe(201);
    expect((await post(other, body)).status).toBe(400);
  });

  test('with one Idempotency-Key creates one ticket', async () => {
    const headers = { ...ada.headers, 'idempotency-key': 'ticket-1' };
    const body = { subject: 'Once', message: 'Only once' };
    const first = await send(t, 'POST', ticketsPath, body, { headers });
    const second = await send(t, 'POST', ticketsPath, body, { headers });
    expect(second.body.uuid).toBe(first.body.uuid);
  });

  test('works twenty times a day', async () => {
    let busy = await t.signIn('busy@example.com');
    for (let at = 0; at < 20; at++) await createTicket(t, busy, { subject: `Ticket ${at}` });
    const reply = await post(busy, { subject: 'One more' });
    expect(reply).toMatchObject({ status: 429, body: { code: 'throttled', retry_after: 86_400 } });
    t.clock.advance(day);
    busy = await t.signIn('busy@example.com');
    expect((await post(busy, { subject: 'One more' })).status).toBe(201);
  });
});

describe('reading tickets', () => {
  test('lists own tickets by status, text, number, category and unread answers', async () => {
    const who = await t.signIn('lists@example.com');
    const one = await createTicket(t, who, { subject: 'Invoice of May', category: 'billing' });
    t.clock.advance(1000);
    const two = await createTicket(t, who, { message: 'The webhook is silent', priority: 'low' });
    t.clock.advance(1000);
    await createMessage(t, support, one.uuid, 'Here it is: invoice');
    await createMessage(t, support, two.uuid, 'hush-hush', { is_internal: true });
    expect(await list(who)).toEqual([one.uuid, two.uuid]);
    expect(await list(who, 'ordering=created_at')).toEqual([one.uuid, two.uuid]);
    expect(await list(who, 'ordering=priority')).toEqual([two.uuid, one.uuid]);
    expect(await list(who, 'status=waiting_for_user,closed')).toEqual([one.uuid]);
    expect(await list(who, 'search=WEBH')).toEqual([two.uuid]);
    expect(await list(who, 'search=invoice+may')).toEqual([one.uuid]);
    expect(await list(who, `search=%23${two.number}`)).toEqual([two.uuid]);
    expect(await list(who, 'search=hush')).toEqual([]);
    expect(await list(who, 'search=%27%26!:*')).toEqual([]);
    expect(await list(support, 'search=hush')).toEqual([two.uuid]);
    await createMessage(
      t,
      support,
      one.uuid,
      'See https://status.weft.example/day for it, or ann@loom.example',
    );
    for (const words of ['weft', 'status.weft.example', 'ann%40loom', 'loom.ex'])
      expect(await list(who, `search=${words}`)).toEqual([one.uuid]);
    expect(await list(who, 'category=billing&priority=normal')).toEqual([one.uuid]);
    expect(await list(who, 'has_unanswered=true')).toEqual([one.uuid]);
    expect(await list(who, 'has_unanswered=false')).toEqual([two.uuid]);
    expect(await list(who, 'created_after=2090-01-01T00:00:00Z')).toEqual([]);
    expect(await list(who, `user=${ada.accountId}&assigned_to=none`)).toHaveLength(2);
  });

  test('a word of very many tickets is found with an estimated count', async () => {
    const now = t.clock.now();
    await sql`insert into ticket (id, account_id, subject, created_at, updated_at,
        first_response_due_at)
      select gen_random_uuid(), ${other.accountId}, 'Flood ' || n, ${now}, ${now}, ${now}
      from generate_series(1, 10001) n`.execute(t.kernel.database.write);
    await sql`analyze ticket`.execute(t.kernel.database.write);
    const ask = async (query: string) =>
      (await send(t, 'GET', `${ticketsPath}?${query}`, undefined, support)).body;
    const flood = await ask('search=flood');
    expect(flood).toMatchObject({ count_is_estimate: true, has_next: true });
    expect(flood.results).toHaveLength(20);
    const one = await ask(`search=flood&user=${ada.accountId}`);
    expect(one).toMatchObject({ count: 0, results: [] });
    expect((await ask('search=flood+9999')).count).toBe(1);
    await sql`delete from ticket where subject like 'Flood %'`.execute(t.kernel.database.write);
  });

  test('refuses invalid pages and statuses, and anonymous calls', async () => {
    const ask = (query: string) => send(t, 'GET', `${ticketsPath}?${query}`, undefined, ada);
    expect((await ask('page=99')).status).toBe(404);
    expect((await ask('status=lost')).body).toHaveProperty('status');
    expect((await ask('overdue=maybe')).body).toHaveProperty('overdue');
    expect((await send(t, 'GET', ticketsPath)).status).toBe(401);
  });

  test('another customer’s ticket does not exist', async () => {
    const { uuid } = await createTicket(t, ada);
    for (const id of [uuid, unknownId, 'nonsense']) {
      expect((await send(t, 'GET', ticketPath(id), undefined, other)).status).toBe(404);
      expect((await send(t, 'PATCH', ticketPath(id), { subject: 'abc' }, other)).status).toBe(404);
      expect((await send(t, 'PUT', ticketPath(id), { subject: 'abc' }, other)).status).toBe(404);
      expect((await send(t, 'DELETE', ticketPath(id), undefined, other)).status).toBe(404);
      expect((await send(t, 'POST', ticketPath(id, 'read/'), {}, other)).status).toBe(404);
      const rating = { rating: 1 };
      expect((await send(t, 'POST', ticketPath(id, 'rating/'), rating, other)).status).toBe(404);
    }
  });

  test('requires a sign-in', async () => {
    const { uuid } = await createTicket(t, ada);
    expect((await send(t, 'GET', ticketPath(uuid))).status).toBe(401);
    expect((await send(t, 'PATCH', ticketPath(uuid), {})).status).toBe(401);
    expect((await send(t, 'PUT', ticketPath(uuid), {})).status).toBe(401);
    expect((await send(t, 'DELETE', ticketPath(uuid))).status).toBe(401);
    expect((await send(t, 'POST', ticketPath(uuid, 'read/'), {})).status).toBe(401);
    expect((await send(t, 'POST', ticketPath(uuid, 'rating/'), {})).status).toBe(401);
  });
});

describe('updating a ticket', () => {
  test('customers change subject and priority, and no staff fields', async () => {
    const { uuid } = await createTicket(t, ada);
    const body = { subject: 'New words', priority: 'high', assigned_to: 1, category: 'billing' };
    const changed = await updateTicket(t, ada, uuid, body);
    expect(changed).toMatchObject({ subject: 'New words', priority: 'high', category: 'general' });
    expect(changed.assigned_to).toBeNull();
    const urgent = await send(t, 'PATCH', ticketPath(uuid), { priority: 'urgent' }, ada);
    expect(urgent).toMatchObject({ status: 400, body: { priority: [expect.any(String)] } });
    const put = (fields: object) => send(t, 'PUT', ticketPath(uuid), fields, ada);
    expect((await put({})).body).toHaveProperty('subject');
    expect((await put({ subject: 'Other words' })).body.subject).toBe('Other words');
    expect((await put({ subject: 'abc', status: 'resolved' })).body.code).toBe('invalid_state');
  });

  test('customers cannot change a closed ticket', async () => {
    const { uuid } = await createTicket(t, ada);
    await updateTicket(t, ada, uuid, { status: 'closed' });
    const closed = { status: 400, body: { code: 'ticket_closed', current_status: 'closed' } };
    const ask = (method: 'PUT' | 'PATCH', body: object, who = ada) =>
      send(t, method, ticketPath(uuid), body, who);
    expect(await ask('PATCH', { priority: 'high' })).toMatchObject(closed);
    expect(await ask('PUT', { subject: 'Other words' })).toMatchObject(closed);
    expect((await ask('PUT', { subject: 'It does not work' })).status).toBe(200);
    expect((await ask('PATCH', { priority: 'high' }, support)).status).toBe(200);
  });

  test('a new priority counts from the first message', async () => {
    const { uuid } = await createTicket(t, ada, { message: undefined, priority: 'low' });
    t.clock.advance(3_600_000);
    await signEverybodyIn();
    await createMessage(t, ada, uuid, 'Now');
    const requestedAt = t.clock.now().getTime();
    const { first_response_due_at } = await updateTicket(t, support, uuid, {
      priority: 'urgent',
    });
    expect(Date.parse(first_response_due_at) - requestedAt).toBe(4 * 3_600_000);
  });

  test('a long timeline shows its newest entries', async () => {
    const { uuid } = await createTicket(t, ada);
    await sql`insert into ticket_event (ticket_id, kind, actor, value, occurred_at)
      select ${uuid}, 'priority', 'staff', 'low', ${t.clock.now()} from generate_series(1, 600)`.execute(
      t.kernel.database.write,
    );
    await updateTicket(t, support, uuid, { status: 'resolved' });
    const { timeline } = await fetchTicket(t, support, uuid);
    expect(timeline).toHaveLength(500);
    expect(timeline.at(-1)).toMatchObject({ kind: 'status', value: 'resolved' });
  });

  test('customers close tickets, and reopen only resolved ones', async () => {
    const { uuid } = await createTicket(t, ada);
    const set = (status: string) => send(t, 'PATCH', ticketPath(uuid), { status }, ada);
    for (const status of ['open', 'resolved', 'waiting_for_user'])
      expect(await set(status)).toMatchObject({
        status: 400,
        body: { code: 'invalid_state', current_status: 'waiting_for_admin' },
      });
    await updateTicket(t, support, uuid, { status: 'resolved' });
    expect((await set('open')).body.status).toBe('waiting_for_admin');
    expect((await set('closed')).body).toMatchObject({ status: 'closed' });
    expect((await set('open')).status).toBe(400);
  });

  test('support assigns to its team, sets urgent, and the timeline has every change', async () => {
    const { uuid } = await createTicket(t, ada);
    const stranger = await send(
      t,
      'PATCH',
      ticketPath(uuid),
      { assigned_to: ada.accountId },
      support,
    );
    expect(stranger.body).toEqual({ assigned_to: ['Choose an account of the support team.'] });
    await updateTicket(t, support, uuid, { assigned_to: admin.accountId, priority: 'urgent' });
    await updateTicket(t, support, uuid, { assigned_to: null, status: 'waiting_for_user' });
    const { timeline } = await fetchTicket(t, support, uuid);
    expect(timeline.slice(2).map(({ kind, value }) => `${kind} ${value}`)).toEqual([
      'priority urgent',
      `assigned ${admin.accountId}`,
      'status waiting_for_user',
      'assigned ',
    ]);
    const seen = await fetchTicket(t, ada, uuid);
    expect(seen.timeline.map(({ kind }) => kind)).not.toContain('assigned');
  });

  test('its customer deletes it until it is answered; admins always can', async () => {
    const remove = (who: SignedIn, uuid: string) =>
      send(t, 'DELETE', ticketPath(uuid), undefined, who);
    const one = await createTicket(t, ada);
    expect((await remove(support, one.uuid)).status).toBe(403);
    expect((await remove(ada, one.uuid)).status).toBe(204);
    expect((await send(t, 'GET', ticketPath(one.uuid), undefined, ada)).status).toBe(404);
    const two = await createTicket(t, ada);
    await createMessage(t, support, two.uuid, 'Hello');
    expect((await remove(ada, two.uuid)).body.code).toBe('ticket_has_reply');
    expect((await remove(admin, two.uuid)).status).toBe(204);
  });

  test('staff are customers of their own tickets', async () => {
    const own = await createTicket(t, support);
    const change = { status: 'resolved' };
    expect((await send(t, 'PATCH', ticketPath(own.uuid), change, support)).status).toBe(400);
    expect(own.status_display).toBe('Waiting for support');
  });
});

describe('reading and rating', () => {
  test('unread answers count until they are marked as read; reading a ticket changes nothing', async () => {
    const who = await t.signIn('unread@example.com');
    const { uuid } = await createTicket(t, who);
    await createMessage(t, support, uuid, 'One');
    await createMessage(t, support, uuid, 'Two');
    await createMessage(t, support, uuid, 'Note', { is_internal: true });
    const unread = async () => (await fetchTicket(t, who, uuid)).unanswered_messages_count;
    const counted = async () => {
      const { body } = await send(t, 'GET', '/apix/accounts/profile/', undefined, who);
      return body.unanswered_messages_count;
    };
    expect([await unread(), await unread(), await counted()]).toEqual([2, 2, 2]);
    await send(t, 'POST', ticketPath(uuid, 'read/'), {}, support);
    expect(await unread()).toBe(2);
    const read = await send(t, 'POST', ticketPath(uuid, 'read/'), {}, who);
    expect(read.body.unanswered_messages_count).toBe(0);
    expect([await unread(), await counted()]).toEqual([0, 0]);
    t.clock.advance(1000);
    await createMessage(t, support, uuid, 'Three');
    expect(await unread()).toBe(1);
  });

  test('a resolved ticket can be rated repeatedly, and not by staff', async () => {
    const { uuid } = await createTicket(t, ada);
    const rate = (who: SignedIn, body: object) =>
      send(t, 'POST', ticketPath(uuid, 'rating/'), body, who);
    expect((await rate(ada, { rating: 5 })).body.code).toBe('invalid_state');
    await updateTicket(t, support, uuid, { status: 'resolved' });
    expect((await fetchTicket(t, ada, uuid)).can_rate).toBe(true);
    expect((await rate(support, { rating: 5 })).status).toBe(403);
    for (const rating of [0, 6, 2.5, 'good'])
      expect((await rate(ada, { rating })).status).toBe(400);
    expect((await rate(ada, { rating: 2 })).body.rating).toBe(2);
    const again = await rate(ada, { rating: 4, comment: 'Fast in the end' });
    expect(again.body).toMatchObject({ rating: 4, rating_comment: 'Fast in the end' });
  });
});

describe('the seven days of a resolved ticket', () => {
  test('a message reopens it within them; then it is closed, and the job stores that', async () => {
    const { uuid } = await createTicket(t, ada);
    await updateTicket(t, support, uuid, { status: 'resolved' });
    const resolved = await fetchTicket(t, ada, uuid);
    expect(Date.parse(resolved.reopen_until!) - t.clock.now().getTime()).toBe(7 * day);
    t.clock.advance(7 * day - 1);
    await signEverybodyIn();
    await createMessage(t, ada, uuid, 'Not yet');
    expect((await fetchTicket(t, ada, uuid)).status).toBe('waiting_for_admin');
    await updateTicket(t, support, uuid, { status: 'resolved' });
    t.clock.advance(7 * day);
    await signEverybodyIn();
    expect((await fetchTicket(t, ada, uuid)).status).toBe('closed');
    const late = await send(t, 'POST', ticketPath(uuid, 'messages/'), { text: 'Late' }, ada);
    expect(late.body).toMatchObject({ code: 'ticket_closed', current_status: 'closed' });
    await t.jobs.runSchedule('support.close_resolved');
    const closed = await fetchTicket(t, ada, uuid);
    expect(closed.timeline.at(-1)).toMatchObject({ value: 'closed', by: 'clock' });
    expect(closed.closed_at).not.toBeNull();
  });
});
