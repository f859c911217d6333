import { beforeEach, expect, test } from 'vitest';
import {
  createMessage,
  createTicket,
  fetchTicket,
  messagesPath,
  ticketPath,
  ticketsPath,
  updateTicket,
} from '#test/factories/tickets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const day = 86_400_000;
let ada: SignedIn;
let support: SignedIn;

// Access tokens live for minutes, and these tests for weeks.
async function signEverybodyIn() {
  ada = await t.signIn('ada@example.com');
  support = await t.signIn('support@example.com', { roles: ['support'] });
}
beforeEach(signEverybodyIn);

const list = async (who: SignedIn, query = '') => {
  const { body } = await send(t, 'GET', `${ticketsPath}?${query}`, undefined, who);
  return (body.results as { uuid: string }[]).map(({ uuid }) => uuid);
};

test('support lists all tickets by customer, assignee and overdue state', async () => {
  const who = await t.signIn('seen@example.com');
  const { uuid, created_at } = await createTicket(t, who, { priority: 'high' });
  const one = `user=${who.accountId}`;
  expect(await list(support, one)).toEqual([uuid]);
  expect(await list(support, `${one}&assigned_to=none`)).toEqual([uuid]);
  await updateTicket(t, support, uuid, { assigned_to: support.accountId });
  expect(await list(support, `${one}&assigned_to=me&has_unanswered=1`)).toEqual([uuid]);
  expect(await list(support, `${one}&overdue=true`)).toEqual([]);
  t.clock.advance(9 * 3_600_000);
  await signEverybodyIn();
  expect(await list(support, `${one}&overdue=true`)).toEqual([uuid]);
  expect(await list(support, `${one}&overdue=resolution`)).toEqual([]);
  expect(await list(support, 'user=me')).not.toContain(uuid);
  const file = await send(t, 'GET', `${ticketsPath}?${one}&format=csv`, undefined, support);
  expect(file.raw.headers['content-type']).toContain('text/csv');
  const [head, row, ...more] = readCsv(file.raw.body);
  expect(head!.join()).toContain('number,uuid,subject,status,priority,category,user_email');
  expect(row!.join()).toContain(
    `${uuid},It does not work,waiting_for_admin,high,general,seen@example.com`,
  );
  expect(more).toEqual([]);
  expect(await fetchTicket(t, support, uuid)).toMatchObject({
    user_email: 'seen@example.com',
    user_name: 'seen',
    assigned_to_name: 'support',
    unanswered_messages_count: 1,
    status_display: 'Waiting for us',
    resolve_due_at: new Date(Date.parse(created_at) + 48 * 3_600_000).toISOString(),
  });
  t.clock.advance(40 * 3_600_000);
  await signEverybodyIn();
  const late = `${one}&overdue=resolution`;
  expect(await list(support, late)).toEqual([uuid]);
  await updateTicket(t, support, uuid, { priority: 'low' });
  expect(await list(support, late)).toEqual([]);
  await updateTicket(t, support, uuid, { priority: 'urgent' });
  expect(await list(support, late)).toEqual([uuid]);
  await updateTicket(t, support, uuid, { status: 'resolved' });
  expect(await list(support, late)).toEqual([]);
});

test('a ticket waits since its first unanswered message', async () => {
  const who = await t.signIn('waits@example.com');
  const { uuid } = await createTicket(t, who);
  const waitsLong = async () => {
    await signEverybodyIn();
    const { body } = await send(t, 'GET', '/apix/admin/overview/', undefined, support);
    return {
      listed: (await list(support, `user=${who.accountId}&overdue=day`)).includes(uuid),
      counted: (body.tickets as { over_24_hours: number }).over_24_hours - longBefore,
    };
  };
  let longBefore = 0;
  longBefore = (await waitsLong()).counted;
  const hour = 3_600_000;
  t.clock.advance(20 * hour);
  await createMessage(t, await t.signIn('waits@example.com'), uuid, 'Is anybody there?');
  expect(await waitsLong()).toMatchObject({ listed: false });
  t.clock.advance(4 * hour);
  expect(await waitsLong()).toMatchObject({ listed: true });
  expect((await waitsLong()).counted).toBeGreaterThan(0);
  await createMessage(t, support, uuid, 'Yes');
  expect(await waitsLong()).toMatchObject({ listed: false });
  t.clock.advance(30 * hour);
  await signEverybodyIn();
  await updateTicket(t, support, uuid, { status: 'resolved' });
  await updateTicket(t, support, uuid, { status: 'waiting_for_admin' });
  expect(await waitsLong()).toMatchObject({ listed: false });
});

test('the resolution time restarts when a ticket is reopened', async () => {
  const who = await t.signIn('anew@example.com');
  const { uuid } = await createTicket(t, who);
  t.clock.advance(4 * day);
  await signEverybodyIn();
  await updateTicket(t, support, uuid, { status: 'resolved' });
  t.clock.advance(2 * day);
  await createMessage(t, await t.signIn('anew@example.com'), uuid, 'Again');
  await signEverybodyIn();
  const { resolve_due_at } = await fetchTicket(t, support, uuid);
  expect(Date.parse(resolve_due_at!) - t.clock.now().getTime()).toBe(5 * day);
  const late = `user=${who.accountId}&overdue=resolution`;
  expect(await list(support, late)).toEqual([]);
  t.clock.advance(5 * day + 1);
  await signEverybodyIn();
  expect(await list(support, late)).toEqual([uuid]);
});

test('the list of all tickets is for support only, also as CSV', async () => {
  const who = await t.signIn('staff-list@example.com');
  const { uuid } = await createTicket(t, who);
  const all = '/apix/admin/tickets/';
  const ask = (query: string, by?: SignedIn) => send(t, 'GET', `${all}?${query}`, undefined, by);
  const one = `user=${who.accountId}`;
  const { body } = await ask(one, support);
  expect(body.results).toMatchObject([{ uuid, user_email: 'staff-list@example.com' }]);
  expect((await ask(`${one}&format=csv`, support)).raw.body).toContain(uuid);
  expect((await ask('page=99', support)).status).toBe(404);
  expect((await ask('user=me', support)).body).toHaveProperty('user');
  expect((await ask('')).status).toBe(401);
  for (const role of ['sales', 'finance'] as const) {
    const colleague = await t.signIn(`${role}@example.com`, { roles: [role] });
    expect((await ask('', colleague)).status).toBe(403);
  }
  expect((await ask('', who)).status).toBe(403);
});

test('for sales and finance a ticket does not exist', async () => {
  const { uuid } = await createTicket(t, ada);
  const message = await createMessage(t, ada, uuid, 'Mine');
  const path = messagesPath(uuid, message.uuid);
  const calls = [
    ['GET', ticketPath(uuid), undefined],
    ['PUT', ticketPath(uuid), { subject: 'abc' }],
    ['PATCH', ticketPath(uuid), { status: 'closed' }],
    ['DELETE', ticketPath(uuid), undefined],
    ['POST', ticketPath(uuid, 'read/'), {}],
    ['POST', ticketPath(uuid, 'rating/'), { rating: 1 }],
    ['GET', messagesPath(uuid), undefined],
    ['POST', messagesPath(uuid), { text: 'Hi' }],
    ['POST', messagesPath(uuid), { text: 'Hi', is_internal: true }],
    ['GET', path, undefined],
    ['PUT', path, { text: 'Hi' }],
    ['PATCH', path, { text: 'Hi' }],
    ['DELETE', path, undefined],
  ] as const;
  for (const role of ['sales', 'finance'] as const) {
    const colleague = await t.signIn(`${role}@example.com`, { roles: [role] });
    for (const [method, url, body] of calls) {
      const { status } = await send(t, method, url, body, colleague);
      expect(`${role} ${method} ${url} ${status}`).toBe(`${role} ${method} ${url} 404`);
    }
    expect(await list(colleague, `user=${ada.accountId}`)).toEqual([]);
  }
});
