import { beforeAll, expect, test } from 'vitest';
import { type StaffSearchResultWire, staffSearchMax } from '#areas/staff/wire/search.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { createCompletedPayment } from '#test/factories/payments.ts';
import { createTicket } from '#test/factories/tickets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
let boss: SignedIn;
let ann: SignedIn;

beforeAll(async () => {
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  ann = await t.signIn('ann@loom.example.com');
});

const ask = (search: string, as: SignedIn = boss) =>
  send(t, 'GET', `/apix/admin/search/?search=${encodeURIComponent(search)}`, undefined, {
    headers: as.headers,
  });
async function find(search: string, as: SignedIn = boss) {
  const { status, body } = await ask(search, as);
  expect(status).toBe(200);
  return body.results as StaffSearchResultWire[];
}

test('users are found by address, name and id', async () => {
  const user = { kind: 'user', id: String(ann.accountId), user: ann.accountId, title: ann.email };
  for (const search of ['ann@loom', 'LOOM.example', String(ann.accountId)])
    expect(await find(search)).toContainEqual({ ...user, detail: '' });
  await t.kernel.database.write
    .updateTable('account')
    .set({ first_name: 'Ann', last_name: 'Weber', company: 'Loom & Co' })
    .where('id', '=', ann.accountId)
    .execute();
  expect(await find('weber')).toEqual([{ ...user, detail: 'Ann Weber, Loom & Co' }]);
});

test('tickets are found by number, id and words of their subject, the number first', async () => {
  const ticket = await createTicket(t, ann, { subject: 'Shuttle jammed' });
  const result = {
    kind: 'ticket',
    id: ticket.uuid,
    user: ann.accountId,
    title: `#${ticket.number} Shuttle jammed`,
    detail: 'Waiting for us',
  };
  for (const search of [`#${ticket.number}`, ticket.uuid, 'shuttle jam'])
    expect(await find(search)).toEqual([result]);
  await createTicket(t, ann, { subject: `About ticket ${ticket.number}` });
  const [first] = (await find(String(ticket.number))).filter(({ kind }) => kind === 'ticket');
  expect(first).toEqual(result);
});

test('payments are found by number, id, the provider’s id and the hash of a transfer', async () => {
  const { uuid } = await createCompletedPayment(t, ann);
  const { write } = t.kernel.database;
  const row = await write
    .updateTable('payment')
    .set({ transaction_hash: '0xfeed', provider_reference: 'pi_42' })
    .where('id', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow();
  await write.updateTable('payment_transfer').set({ hash: '0xbeef' }).execute();
  const hits = [row.internal_id.toLowerCase(), uuid, row.provider_payment_id!];
  for (const search of [...hits, 'pi_42', '0xfeed', '0xbeef'])
    expect(await find(search)).toEqual([
      {
        kind: 'payment',
        id: uuid,
        user: ann.accountId,
        title: row.internal_id,
        detail: expect.stringMatching(/^\$\d+\.\d\d, Completed, ann@loom\.example\.com$/),
      },
    ]);
  const journal = await write
    .selectFrom('posting')
    .select(['transaction_id', 'amount'])
    .where('transaction_id', 'is not', null)
    .executeTakeFirstOrThrow();
  expect(await find(journal.transaction_id!)).toMatchObject([
    {
      kind: 'transaction',
      user: ann.accountId,
      detail: expect.stringMatching(/^\+\$\d+\.\d\d$/),
    },
  ]);
});

test('keys are found by the key itself, the start of their preview, and their id', async () => {
  const { id, key } = await createApiKey(t, ann, { name: 'loom' });
  const preview = `${key.slice(0, 12)}...${key.slice(-4)}`;
  for (const search of [key, preview, key.slice(0, 12), id])
    expect(await find(search)).toEqual([
      { kind: 'key', id, user: ann.accountId, title: preview, detail: 'loom, active' },
    ]);
  expect(await find(`${key.slice(0, -1)}!`)).toEqual([]);
  expect(await find('sk_live_%')).toEqual([]);
});

test('leads are found by id and words', async () => {
  const body = {
    name: 'Bo Weaver',
    email: 'bo@mill.example.com',
    message: 'We need a portal for our spindles.',
    subject: 'Spindle portal',
    contact_type: 'email',
    site_url: 'https://weftline.example.com/',
    privacy_accepted: true,
  };
  expect((await send(t, 'POST', '/apix/leads/leads/submit/', body)).status).toBe(201);
  const { id } = await t.kernel.database.write
    .selectFrom('lead')
    .select('id')
    .where('subject', '=', body.subject)
    .executeTakeFirstOrThrow();
  const result = {
    kind: 'lead',
    id: String(id),
    user: null,
    title: 'Spindle portal',
    detail: 'bo@mill.example.com, New',
  };
  for (const search of ['spindle', 'mill.example', String(id)])
    expect(await find(search)).toContainEqual(result);
});

test('a lead with the id comes before newer ones with the number as a word', async () => {
  const insert = (message: string) =>
    t.kernel.database.write
      .insertInto('lead')
      .values({
        name: 'Cy',
        email: 'cy@loft.example.com',
        message,
        message_hash: Buffer.alloc(32),
        created_at: t.clock.now(),
        updated_at: t.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const { id } = await insert('We need a ratchet.');
  t.clock.advance(60_000);
  for (let count = 0; count < staffSearchMax; count++) await insert(`About order ${id}.`);
  const leads = (await find(String(id))).filter(({ kind }) => kind === 'lead');
  expect(leads).toHaveLength(staffSearchMax);
  expect(leads[0]?.id).toBe(String(id));
});

test('each role finds what it may read', async () => {
  const sales = await t.signIn('sales@example.com', { roles: ['sales'] });
  const support = await t.signIn('support@example.com', { roles: ['support'] });
  const { uuid } = await createTicket(t, ann, { subject: 'Bobbin broke' });
  expect(await find('bobbin', support)).toMatchObject([{ id: uuid }]);
  expect(await find('bobbin', sales)).toEqual([]);
  expect((await ask('bobbin', ann)).body).toMatchObject({ code: 'permission_denied' });
  expect((await send(t, 'GET', '/apix/admin/search/?search=bobbin')).status).toBe(401);
});

test('an empty search is refused; one with any character is not', async () => {
  for (const search of ['', ' '])
    expect((await ask(search)).body).toEqual({ search: ['Enter what to search for.'] });
  for (const search of ["o'neil", '100%', '\\', '"\\" | &', '🧵', '99999999999999'])
    expect(await ask(search)).toMatchObject({ status: 200, body: { failed: [] } });
  expect(await find('nothing like it')).toEqual([]);
});

test('calls are found by their request id', async () => {
  const { key } = await createApiKey(t, ann, { name: 'mill', scopes: ['billing:read'] });
  const url = '/apix/data_customs/currencies/convert/';
  const { headers } = await send(t, 'GET', url, undefined, { headers: { 'x-api-key': key } });
  const id = String(headers['x-request-id']);
  await t.areas.usage.flush();
  const call = { kind: 'call', id, user: ann.accountId, detail: 'mill' };
  expect(await find(id)).toEqual([{ ...call, title: `GET ${url}, 403 scope_missing` }]);
});
