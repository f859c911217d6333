import { beforeAll, expect, test } from 'vitest';
import { createCompletedPayment } from '#test/factories/payments.ts';
import { createMessage, createTicket } from '#test/factories/tickets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { OpenWorkWire } from '../wire/open-work.ts';

const t = useApp();
let boss: SignedIn;
let sales: SignedIn;
let support: SignedIn;
let ann: SignedIn;

beforeAll(async () => {
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  sales = await t.signIn('sales@example.com', { roles: ['sales'] });
  support = await t.signIn('support@example.com', { roles: ['support'] });
  ann = await t.signIn('ann@loom.example.com');
});

async function list(as: SignedIn = boss) {
  const headers = { headers: as.headers };
  const { status, body } = await send(t, 'GET', '/apix/admin/open-work/', undefined, headers);
  expect(status).toBe(200);
  return body.results as OpenWorkWire[];
}
const hoursAfter = (since: string, hours: number) =>
  new Date(Date.parse(since) + hours * 3_600_000).toISOString();
const only = async (kind: OpenWorkWire['kind'], as?: SignedIn) =>
  (await list(as)).filter((work) => work.kind === kind);

test('a lead is due for a reply after 24 hours, and gone once it is answered', async () => {
  const lead = { name: 'Bo', email: 'bo@mill.example.com', message: 'We need a portal, please.' };
  const { body } = await send(t, 'POST', '/apix/leads/leads/', lead, { headers: sales.headers });
  const found = async () => (await only('lead')).find(({ id }) => id === String(body.id));
  expect(await found()).toEqual({
    kind: 'lead',
    id: String(body.id),
    user: null,
    title: 'Bo',
    task: 'Reply',
    detail: 'Bo, bo@mill.example.com',
    since: body.created_at,
    due_at: hoursAfter(String(body.created_at), 24),
    assignee: null,
  });
  const change = (values: object) =>
    send(t, 'PATCH', `/apix/leads/leads/${body.id}/`, values, { headers: sales.headers });
  await change({ assigned_to: sales.accountId });
  expect((await found())?.assignee).toMatchObject({ id: sales.accountId, name: 'sales' });
  await change({ status: 'contacted' });
  expect(await found()).toBeUndefined();
});

test('tickets are due for the first reply by priority, and for later ones after a day', async () => {
  const first = await createTicket(t, ann, { subject: 'Shuttle jammed', priority: 'low' });
  const next = await createTicket(t, ann, { subject: 'Warp broken' });
  await createMessage(t, support, next.uuid, 'Which loom is it?');
  const ids = async () => (await only('ticket', support)).map(({ id }) => id);
  expect(await ids()).toContain(first.uuid);
  expect(await ids()).not.toContain(next.uuid);
  t.clock.advance(60_000);
  await createMessage(t, ann, next.uuid, 'The left one.');
  const work = await only('ticket', support);
  expect(work.find(({ id }) => id === first.uuid)).toMatchObject({
    task: 'Reply first',
    title: `#${first.number} Shuttle jammed`,
    detail: expect.stringMatching(/^Low priority, /),
    due_at: first.first_response_due_at,
  });
  const later = work.find(({ id }) => id === next.uuid)!;
  expect(later).toMatchObject({ task: 'Reply', due_at: hoursAfter(later.since, 24) });
});

test('payments that need attention and proposals are due a day after they came up', async () => {
  const { uuid } = await createCompletedPayment(t, ann);
  const { write } = t.kernel.database;
  expect(await only('payment')).toEqual([]);
  for (const [values, task] of [
    [{ status: 'partially_paid' }, 'Paid in part'],
    [{ status: 'expired', is_late: true }, 'Paid late'],
  ] as const) {
    await write.updateTable('payment').set(values).where('id', '=', uuid).execute();
    const [payment] = await only('payment');
    expect(payment).toMatchObject({ id: uuid, user: ann.accountId, task });
    expect(payment!.due_at).toBe(hoursAfter(payment!.since, 24));
    expect(payment!.detail).toMatch(/^\$\d+\.\d\d, ann@loom\.example\.com$/);
  }
  const changed = new Date(t.clock.now().getTime() - 36 * 3_600_000);
  const stuck = { status: 'confirming', is_late: false, status_changed_at: changed } as const;
  await write.updateTable('payment').set(stuck).where('id', '=', uuid).execute();
  expect(await only('payment')).toMatchObject([
    {
      task: 'Stuck money',
      since: hoursAfter(changed.toISOString(), 24),
      due_at: hoursAfter(changed.toISOString(), 48),
    },
  ]);
  const proposal = {
    kind: 'adjustment',
    user: ann.accountId,
    direction: 'debit',
    amount: '5.00',
    currency: 'USD',
    reason: 'Goodwill',
  };
  const proposed = await send(t, 'POST', '/apix/admin/adjustments/', proposal, {
    headers: boss.headers,
  });
  expect(proposed.status).toBe(201);
  expect(await only('adjustment')).toMatchObject([
    {
      id: proposed.body.uuid,
      title: 'Adjustment of -$5.00 for ann@loom.example.com',
      task: 'Approve or reject',
      detail: 'Goodwill (boss@example.com)',
    },
  ]);
});

test('a draft of customs rules waits for a second person, and then for its publication', async () => {
  const path = '/apix/admin/rule-sets/';
  const author = await t.signIn('author@example.com', { roles: ['admin'] });
  const search = `${path}?search=no.vehicle&status=published`;
  const [{ id }] = (await send(t, 'GET', search, undefined, boss)).body.results as [{ id: number }];
  const { rules } = (await send(t, 'GET', `${path}${id}/`, undefined, boss)).body as {
    rules: { version: number };
  };
  const next = { ...rules, version: rules.version + 1 };
  const draft = await send(t, 'POST', path, { rules: next, note: 'Next' }, author);
  expect(draft.status).toBe(201);
  const since = t.clock.now().toISOString();
  const work = {
    kind: 'customs_rule_set',
    id: String(draft.body.id),
    title: `Vehicle import into Norway, version ${next.version}`,
    since,
    due_at: hoursAfter(since, 72),
    assignee: null,
  };
  expect(await only('customs_rule_set')).toMatchObject([{ ...work, task: 'Approve or return' }]);
  expect(await only('customs_rule_set', support)).toEqual([]);
  const step = (name: string, body = {}) =>
    send(t, 'POST', `${path}${draft.body.id}/${name}/`, body, boss);
  await step('review', { decision: 'approve' });
  expect(await only('customs_rule_set')).toMatchObject([{ ...work, task: 'Publish' }]);
  await step('publish');
  expect(await only('customs_rule_set')).toEqual([]);
});

test('all kinds are in one order, by when they are due', async () => {
  await createTicket(t, ann, { priority: 'high' });
  t.clock.advance(60_000);
  await createTicket(t, ann, { priority: 'low' });
  const due = (await list()).map(({ due_at }) => due_at);
  expect(due.length).toBeGreaterThan(1);
  expect(due).toEqual(due.toSorted());
});

test('a role sees what it may work on', async () => {
  const lead = { name: 'Cy', email: 'cy@mill.example.com', message: 'We need another portal.' };
  await send(t, 'POST', '/apix/leads/leads/', lead, { headers: sales.headers });
  await createTicket(t, ann);
  const listKinds = async (as: SignedIn) => [...new Set((await list(as)).map(({ kind }) => kind))];
  expect(await listKinds(sales)).toEqual(['lead']);
  expect(await listKinds(support)).not.toContain('lead');
  expect(await listKinds(boss)).toEqual(expect.arrayContaining(['lead', 'ticket']));
  const refused = await send(t, 'GET', '/apix/admin/open-work/', undefined, {
    headers: ann.headers,
  });
  expect(refused.status).toBe(403);
  expect((await send(t, 'GET', '/apix/admin/open-work/')).status).toBe(401);
});
