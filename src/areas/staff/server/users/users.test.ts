import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import { createSession } from '#test/factories/accounts.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { uploadLeadFile } from '#test/factories/lead-files.ts';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { createTicket, png, uploadPng } from '#test/factories/tickets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { createResource } from '#test/proxy-resources.ts';
import { readCsv } from '#test/readers/csv.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/admin/users/';
let boss: SignedIn;
let helper: SignedIn;
let sales: SignedIn;
let people = 0;

beforeAll(async () => {
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  helper = await t.signIn('helper@example.com', { roles: ['support'] });
  sales = await t.signIn('sales@example.com', { roles: ['sales'] });
});
const customer = () => t.signIn(`customer${++people}@example.com`);
/** A second later each, so that the audit log has an order. */
function ask(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
  as: SignedIn = boss,
) {
  t.clock.advance(1000);
  return send(t, method, path + url, body, { headers: as.headers });
}
const reason = { reason: 'Asked by phone' };

/** The newest line of the audit log. */
async function lastEntry() {
  const { body } = await send(t, 'GET', '/apix/admin/audit/', undefined, { headers: boss.headers });
  return (body.results as Record<string, unknown>[])[0];
}

/** Three of staff and a customer, who can be found apart from those of other tests. */
async function createCrew(): Promise<void> {
  for (const role of ['admin', 'support', 'sales'] as const)
    await t.signIn(`${role}@crew.example.com`, { roles: [role] });
  await t.signIn('customer@crew.example.com');
}

test('users are found by address, name, status and role, newest first', async () => {
  const ann = await customer();
  await t.kernel.database.write
    .updateTable('account')
    .set({ first_name: 'Annika', last_name: 'Weber', company: 'Loom & Co' })
    .where('id', '=', ann.accountId)
    .execute();
  for (const words of ['annika', 'WEBER', 'loom &', ann.email.slice(0, 2), ann.email]) {
    const { body } = await ask('GET', `?search=${encodeURIComponent(words)}`);
    expect((body.results as { id: number }[]).map(({ id }) => id)).toContain(ann.accountId);
  }
  await createCrew();
  const staff = await ask('GET', '?role=staff&search=crew&page_size=100');
  expect(staff.body.count).toBe(3);
  expect((await ask('GET', '?role=sales&search=crew')).body).toMatchObject({
    results: [{ email: 'sales@crew.example.com', roles: ['sales'] }],
  });
  expect((await ask('GET', '?search=%25')).body.count).toBe(0);
  expect((await ask('GET', '?status=lost')).status).toBe(400);
  expect((await ask('GET', '?page=99')).body).toMatchObject({ detail: 'Invalid page.' });
});

test('the CSV export contains what the filters match', async () => {
  await createCrew();
  const { raw } = await ask('GET', '?role=staff&search=crew&format=csv');
  expect(raw.headers['content-type']).toContain('text/csv');
  const [head, ...lines] = readCsv(raw.body);
  expect(head!.join()).toBe('id,email,full_name,company,status,roles,date_joined,last_login');
  expect(lines).toHaveLength(3);
});

test('a user is returned with plan, keys, sessions and activity', async () => {
  const ann = await customer();
  await createApiKey(t, ann, { name: 'ci' });
  const { body } = await ask('GET', `${ann.accountId}/`, undefined, helper);
  expect(body).toMatchObject({
    email: ann.email,
    status: 'active',
    balances: [],
    payments: [],
    keys: [{ name: 'ci', status: 'active' }],
    sessions: [{ browser: 'Firefox 131' }],
  });
  expect(JSON.stringify(body)).not.toMatch(/sk_[a-z]+_[A-Za-z0-9]{20,}/);
  expect((await ask('GET', '999999/')).status).toBe(404);
  expect((await ask('GET', 'x/')).body).toEqual({ id: ['A valid integer is required.'] });
});

test('a suspension has a reason, is in the audit log, and can be ended', async () => {
  const ann = await customer();
  const suspended = await ask('POST', `${ann.accountId}/suspend/`, reason, helper);
  expect(suspended.body).toMatchObject({ status: 'suspended' });
  expect(await lastEntry()).toMatchObject({
    staff: { email: helper.email, roles: ['support'] },
    subject: { type: 'user', id: String(ann.accountId) },
    input: reason,
    before: { status: 'active' },
    after: { status: 'suspended', suspended_reason: reason.reason },
    status: 200,
  });
  const keys = await send(t, 'GET', '/apix/billing/api-keys/', undefined, { headers: ann.headers });
  expect(keys.body).toMatchObject({ code: 'account_suspended' });
  const again = await ask('POST', `${ann.accountId}/suspend/`, reason);
  expect(again.body).toMatchObject({ code: 'invalid_state', current_status: 'suspended' });
  expect((await ask('POST', `${ann.accountId}/reinstate/`, reason)).body).toMatchObject({
    status: 'active',
  });
  const twice = await ask('POST', `${ann.accountId}/reinstate/`, reason);
  expect(twice.body).toMatchObject({ code: 'invalid_state', current_status: 'active' });
});

test('a suspension requires a reason and another account', async () => {
  const ann = await customer();
  for (const action of ['suspend', 'reinstate', 'export', 'erase'])
    expect((await ask('POST', `${ann.accountId}/${action}/`, {})).body).toHaveProperty('reason');
  expect((await ask('POST', `${boss.accountId}/suspend/`, reason)).body).toMatchObject({
    code: 'own_account',
  });
  expect((await ask('POST', `${boss.accountId}/reinstate/`, reason)).body).toMatchObject({
    code: 'invalid_state',
    current_status: 'active',
  });
  for (const action of ['suspend', 'reinstate', 'export'])
    expect((await ask('POST', `999999/${action}/`, reason)).status).toBe(404);
});

test('one session ends, or all of them', async () => {
  const ann = await customer();
  const second = await createSession(t.kernel, ann.accountId);
  const url = `${ann.accountId}/sessions/`;
  expect((await ask('DELETE', `${url}${second}/`, undefined, helper)).status).toBe(204);
  expect((await ask('DELETE', `${url}${second}/`)).status).toBe(404);
  expect((await ask('DELETE', `${url}x/`)).status).toBe(404);
  expect((await ask('DELETE', url)).status).toBe(204);
  expect(await lastEntry()).toMatchObject({ after: { sessions_ended: 1 } });
  const profile = await send(t, 'GET', '/apix/accounts/profile/', undefined, {
    headers: ann.headers,
  });
  expect(profile.status).toBe(401);
  expect((await ask('DELETE', '999999/sessions/')).status).toBe(404);
});

test('support can’t change an account of staff, an admin can', async () => {
  const chief = await t.signIn('chief@example.com', { roles: ['admin'] });
  const session = await createSession(t.kernel, chief.accountId);
  const url = `${chief.accountId}/`;
  const actions = [
    ['POST', 'suspend/', reason],
    ['POST', 'reinstate/', reason],
    ['POST', 'sign-in-mail/', undefined],
    ['DELETE', `sessions/${session}/`, undefined],
    ['DELETE', 'sessions/', undefined],
  ] as const;
  for (const [method, action, body] of actions)
    expect(await ask(method, url + action, body, helper)).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    });
  expect(await t.mails(chief.email)).toEqual([]);
  expect((await ask('GET', `${chief.accountId}/`, undefined, chief)).body).toMatchObject({
    status: 'active',
    sessions: [{}, {}],
  });
  for (const [method, action, body] of actions)
    expect((await ask(method, url + action, body)).status).toBeLessThan(300);
});

test('an admin changes roles of others, not their own', async () => {
  const ann = await customer();
  const url = `${ann.accountId}/roles/`;
  expect((await ask('PUT', url, { roles: ['support', 'sales', 'support'] })).body).toMatchObject({
    roles: ['sales', 'support'],
  });
  expect((await ask('PUT', url, { roles: ['finance'] })).body).toMatchObject({
    roles: ['finance'],
  });
  expect(await lastEntry()).toMatchObject({
    before: { roles: ['sales', 'support'] },
    after: { roles: ['finance'] },
  });
  expect((await ask('PUT', url, { roles: ['king'] })).status).toBe(400);
  expect((await ask('PUT', `${boss.accountId}/roles/`, { roles: [] })).body).toMatchObject({
    code: 'own_account',
  });
  expect((await ask('PUT', '999999/roles/', { roles: [] })).status).toBe(404);
});

test('the sign-in mail goes to the account’s address, under its limits', async () => {
  const ann = await customer();
  const url = `${ann.accountId}/sign-in-mail/`;
  expect((await ask('POST', url, undefined, helper)).status).toBe(204);
  expect(await t.mails(ann.email)).toHaveLength(1);
  expect((await ask('POST', url)).body).toMatchObject({ code: 'cooldown' });
  for (let sent = 1; sent < 10; sent++) {
    t.clock.advance(61_000);
    await ask('POST', url);
  }
  t.clock.advance(61_000);
  expect((await ask('POST', url)).body).toMatchObject({ code: 'hourly_limit' });
  expect((await ask('POST', '999999/sign-in-mail/')).status).toBe(404);
  t.clock.advance(3_600_000);
  for (let sent = 0; sent < 10; sent++) {
    t.clock.advance(600_000);
    boss = await t.signIn(boss.email);
    await ask('POST', url);
  }
  t.clock.advance(600_000);
  boss = await t.signIn(boss.email);
  helper = await t.signIn(helper.email);
  sales = await t.signIn(sales.email);
  expect((await ask('POST', url)).body).toMatchObject({ code: 'daily_limit' });
});

const duties = '/apix/data_customs/vehicle-calculation/calculate/';

test('an export contains the data of each area, and no secrets', async () => {
  const ann = await customer();
  await createApiKey(t, ann, { name: 'ci' });
  const ticket = { subject: 'My list is empty', message: 'Since Monday.' };
  await send(t, 'POST', '/apix/support/tickets/', ticket, { headers: ann.headers });
  await send(t, 'POST', duties, petrolCar, { headers: ann.headers });
  const shirts = { description: 'Shirts', hs_code: '61091000', quantity: '1', unit_price: '10' };
  const goods = { destination_country: 'DE', currency: 'EUR', items: [shirts] };
  await send(t, 'POST', duties.replace('vehicle', 'custom'), goods, { headers: ann.headers });
  const saved = '/apix/data_customs/hs-codes/61091000/saved/';
  await send(t, 'PUT', saved, { description: 'Our shirts' }, { headers: ann.headers });
  const resource = await createResource(t, ann);
  const { raw } = await ask('POST', `${ann.accountId}/export/`, reason);
  const copy = JSON.parse(raw.body) as Record<string, unknown>;
  expect(Object.keys(copy)).toEqual([
    'made_at',
    'files_until',
    'account',
    'roles',
    'inquiries',
    'api_keys',
    'subscriptions',
    'payments',
    'transactions',
    'billing_profile',
    'invoices',
    'tickets',
    'calculations',
    'tariff_codes',
    'transcripts',
    'webhook_endpoints',
    'proxy_resources',
  ]);
  expect(copy.tickets).toMatchObject([
    { subject: ticket.subject, messages: [{ text: ticket.message }] },
  ]);
  expect(copy).toMatchObject({
    calculations: [{ kind: 'custom' }, { kind: 'vehicle' }],
    tariff_codes: [{ code: '61091000', description: 'Our shirts' }],
    transcripts: [],
    proxy_resources: [{ name: resource }],
  });
  expect(raw.body).not.toContain('pdf_url');
  expect(copy.account).toMatchObject({ profile: { email: ann.email }, sessions: [{}] });
  expect(raw.headers['content-disposition']).toContain(`user-${ann.accountId}.json`);
});

test('an export of inquiries leaves out what only we need', async () => {
  const ann = await customer();
  const inquiry = { name: 'Ann', email: ann.email, message: 'We need a loom.' };
  const now = t.clock.now();
  await t.kernel.database.write
    .insertInto('lead')
    .values({ ...inquiry, message_hash: Buffer.alloc(32), created_at: now, updated_at: now })
    .execute();
  const uploaded = await uploadLeadFile(t, png, { name: 'loom.png' });
  await t.kernel.database.write
    .updateTable('lead_file')
    .set(({ selectFrom }) => ({
      lead_id: selectFrom('lead').select('lead.id').where('email', '=', ann.email),
    }))
    .where('id', '=', String(uploaded.body.id))
    .execute();
  const { raw } = await ask('POST', `${ann.accountId}/export/`, reason);
  const [exported] = (JSON.parse(raw.body) as { inquiries: { files: { url: string }[] }[] })
    .inquiries;
  expect(exported).toMatchObject({ ...inquiry, files: [{ name: 'loom.png', size: png.length }] });
  const file = await t.app.inject({ method: 'GET', url: exported!.files[0]!.url });
  expect([file.statusCode, file.rawPayload]).toEqual([200, png]);
  const internal = ['message_hash', 'search_vector', 'admin_notes', 'assigned_to', 'spam_reason'];
  expect(Object.keys(exported!).filter((name) => internal.includes(name))).toEqual([]);
});

test('an export contains as many calculations as an account can have', async () => {
  const ann = await customer();
  await send(t, 'POST', duties, petrolCar, { headers: ann.headers });
  const most = budgets.savedCalculationsPerAccount + 2 * budgets.historyPerAccount;
  await sql`
    insert into customs_calculation (account_id, kind, title, notes, is_saved, destination_country,
      regime, currency, total, hs_codes, inputs, result, rates, rule_set_id, created_at, updated_at)
    select account_id, kind, title, notes, true, destination_country, regime, currency, total,
      hs_codes, '{}', '{}', '[]', rule_set_id, created_at, updated_at
    from customs_calculation, generate_series(2, ${most}::int)
    where account_id = ${ann.accountId}`.execute(t.kernel.database.write);
  const { raw } = await ask('POST', `${ann.accountId}/export/`, reason);
  expect((JSON.parse(raw.body) as { calculations: object[] }).calculations).toHaveLength(most);
});

test('the files of an export can be fetched for 30 days, without an account', async () => {
  const ann = await customer();
  const { id } = await uploadPng(t, ann);
  await createTicket(t, ann, { attachments: [id] });
  const { raw } = await ask('POST', `${ann.accountId}/export/`, reason);
  // The time of the last entry in the audit log: the next one is later again.
  const now = t.clock.now();
  const copy = JSON.parse(raw.body) as {
    files_until: string;
    tickets: { messages: { attachments: { url: string }[] }[] }[];
  };
  const [ticket] = copy.tickets;
  const url = new URL(ticket!.messages[0]!.attachments[0]!.url);
  expect(url.origin).toBe(t.config.SITE_URL);
  const fetchFile = () => t.app.inject(url.pathname + url.search);
  const until = new Date(copy.files_until).getTime();
  expect(until - now.getTime()).toBeGreaterThanOrEqual(30 * 86_400_000);
  t.clock.set(new Date(until - 1000));
  expect((await fetchFile()).rawPayload).toEqual(png);
  t.clock.set(new Date(until));
  expect((await fetchFile()).statusCode).toBe(404);
  t.clock.set(now);
});

test('a large export does not block the database', async () => {
  const ann = await customer();
  const ticket = { subject: 'My list is empty', message: 'Since Monday.' };
  const sent = Array.from({ length: 12 }, () =>
    send(t, 'POST', '/apix/support/tickets/', ticket, { headers: ann.headers }),
  );
  await Promise.all(sent);
  const { pool } = t.kernel.database;
  let busiest = 0;
  const look = () => {
    busiest = Math.max(busiest, pool.totalCount - pool.idleCount + pool.waitingCount);
  };
  pool.on('acquire', look);
  const { raw } = await ask('POST', `${ann.accountId}/export/`, reason);
  pool.off('acquire', look);
  expect((JSON.parse(raw.body) as { tickets: object[] }).tickets).toHaveLength(12);
  expect(busiest).toBeLessThan(6);
});

test('an erased user is deleted, and the report lists what is kept', async () => {
  const ann = await customer();
  const url = `${ann.accountId}/erase/`;
  const wrong = await ask('POST', url, { ...reason, email: 'other@example.com' });
  expect(wrong.body).toMatchObject({ code: 'email_differs' });
  await send(t, 'POST', duties, petrolCar, { headers: ann.headers });
  await createResource(t, ann);
  const countRows = (table: 'customs_calculation' | 'proxy_resource') =>
    t.kernel.database.write
      .selectFrom(table)
      .select('id')
      .where('account_id', '=', ann.accountId)
      .execute()
      .then(({ length }) => length);
  expect([await countRows('customs_calculation'), await countRows('proxy_resource')]).toEqual([
    1, 1,
  ]);
  const draft = { kind: 'test', subject: 'Hi', html: '', text: 'Hi' };
  const sales = { address: 'sales@example.com' };
  for (const one of [
    { ...draft, to: { address: ann.email } },
    { ...draft, to: sales, replyTo: ann.email },
    { ...draft, to: sales },
  ])
    await t.kernel.mail.send(t.kernel.database.write, one);
  const addresses = async () =>
    (await t.mails()).map(({ to }) => to).filter((to) => [ann.email, sales.address].includes(to));
  expect((await addresses()).length).toBe(3);
  const { body } = await ask('POST', url, { ...reason, email: ann.email });
  expect(body.kept).toHaveLength(7);
  expect(await addresses()).toEqual([sales.address, ann.email]);
  expect(await t.mails(ann.email)).toMatchObject([{ kind: 'accounts.deleted' }]);
  expect([await countRows('customs_calculation'), await countRows('proxy_resource')]).toEqual([
    0, 0,
  ]);
  const user = (await ask('GET', `${ann.accountId}/`)).body;
  expect(user).toMatchObject({
    status: 'deleted',
    email: `deleted:${ann.accountId}`,
    sessions: [],
  });
  expect((await ask('POST', url, { ...reason, email: ann.email })).body).toMatchObject({
    code: 'invalid_state',
    current_status: 'deleted',
  });
  for (const [method, action, input] of [
    ['PUT', 'roles', { roles: [] }],
    ['POST', 'sign-in-mail', undefined],
  ] as const)
    expect((await ask(method, `${ann.accountId}/${action}/`, input)).body).toMatchObject({
      code: 'invalid_state',
    });
  const own = await ask('POST', `${boss.accountId}/erase/`, { ...reason, email: boss.email });
  expect(own.body).toMatchObject({ code: 'own_account' });
  expect((await ask('POST', '999999/erase/', { ...reason, email: 'a@example.com' })).status).toBe(
    404,
  );
});

test.each([
  ['GET', ''],
  ['GET', '1/'],
  ['POST', '1/suspend/'],
  ['POST', '1/reinstate/'],
  ['DELETE', '1/sessions/'],
  ['DELETE', '1/sessions/x/'],
  ['PUT', '1/roles/'],
  ['POST', '1/sign-in-mail/'],
  ['POST', '1/export/'],
  ['POST', '1/erase/'],
] as const)('%s %s is refused to strangers and customers', async (method, url) => {
  const ann = await customer();
  expect((await ask(method, url, undefined, ann)).body).toMatchObject({
    code: 'permission_denied',
  });
  expect((await send(t, method, path + url)).status).toBe(401);
});

test('support can’t do what requires an admin', async () => {
  const ann = await customer();
  for (const [method, action] of [
    ['PUT', 'roles'],
    ['POST', 'export'],
    ['POST', 'erase'],
  ] as const)
    expect((await ask(method, `${ann.accountId}/${action}/`, {}, helper)).status).toBe(403);
  expect((await ask('POST', `${ann.accountId}/suspend/`, reason, sales)).status).toBe(403);
});
