import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/admin/leads/';
let sales: SignedIn;
let leads = 0;

beforeAll(async () => {
  sales = await t.signIn('sales@example.com', { roles: ['sales'] });
});
beforeEach(async () => {
  await t.kernel.database.write.deleteFrom('lead').execute();
});
const ask = (method: 'GET' | 'POST', url = '', body?: object, as: SignedIn = sales) =>
  send(t, method, path + url, body, { headers: as.headers });

async function makeLead(change: object = {}): Promise<number> {
  const lead = {
    name: 'Mona Lind',
    email: `mona${++leads}@example.com`,
    message: 'We need a calculator for imports.',
    ...change,
  };
  const { body } = await send(t, 'POST', '/apix/leads/leads/', lead, { headers: sales.headers });
  t.clock.advance(1);
  return Number(body.id);
}
const answerText = { subject: 'Your calculator', body: 'Hello Mona,\n\nwhen may we call?' };

test('leads are filtered by assignee, and exported as CSV', async () => {
  const own = await makeLead({ assigned_to: sales.accountId });
  const free = await makeLead();
  const listIds = async (query: string) =>
    ((await ask('GET', query)).body.results as { id: number }[]).map(({ id }) => id);
  expect(await listIds('')).toEqual([free, own]);
  expect(await listIds('?assigned_to=me')).toEqual([own]);
  expect(await listIds('?assigned_to=none')).toEqual([free]);
  expect(await listIds(`?assigned_to=${sales.accountId}`)).toEqual([own]);
  expect((await ask('GET', '?assigned_to=x')).status).toBe(400);
  expect((await ask('GET', '?page=7')).status).toBe(404);
  const { raw } = await ask('GET', '?assigned_to=none&format=csv');
  expect(raw.body.trim().split('\r\n')).toHaveLength(2);
});

test('assignees are sales and admins', async () => {
  const boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  const { body } = await ask('GET', 'assignees/');
  expect(body.people).toEqual([
    { id: boss.accountId, email: boss.email },
    { id: sales.accountId, email: sales.email },
  ]);
});

test('a reply is mailed, stored, meets the deadline and assigns the lead', async () => {
  const id = await makeLead({ email: 'mona@example.com' });
  const sent = await ask('POST', `${id}/reply/`, answerText);
  expect(sent.body).toMatchObject({ by: sales.email, subject: answerText.subject });
  const [mail] = await t.mails('mona@example.com');
  expect(mail).toMatchObject({ kind: 'leads.reply', subject: answerText.subject });
  expect(mail?.text).toContain('when may we call?');
  expect((await ask('GET', `${id}/`)).body).toMatchObject({
    lead: { status: 'contacted', assigned_to: sales.accountId, replied_at: expect.any(String) },
    replies: [{ body: answerText.body }],
  });
});

test('rejects a reply to spam and one that is too short', async () => {
  const id = await makeLead();
  await ask('POST', 'bulk/', { leads: [id], is_spam: true });
  expect((await ask('POST', `${id}/reply/`, answerText)).body).toMatchObject({
    code: 'lead_is_spam',
  });
  expect((await ask('POST', `${id}/reply/`, { subject: '', body: 'Hi' })).body).toEqual({
    subject: ['This field may not be blank.'],
    body: ['Write at least 10 characters.'],
  });
  expect((await ask('POST', '999999/reply/', answerText)).status).toBe(404);
  expect((await ask('GET', '999999/')).status).toBe(404);
});

test('several leads change at once, with an error for each that failed', async () => {
  const first = await makeLead();
  const done = await makeLead({ status: 'converted' });
  const { body } = await ask('POST', 'bulk/', { leads: [first, done, first], status: 'rejected' });
  expect(body).toEqual({
    changed: 1,
    refused: [{ id: done, message: 'A lead with this status can not take that one.' }],
  });
  expect((await ask('POST', 'bulk/', { leads: [first] })).body).toEqual({
    leads: ['Specify at least one change.'],
  });
  const boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  const log = await send(t, 'GET', '/apix/admin/audit/?subject_type=lead&page_size=1', undefined, {
    headers: boss.headers,
  });
  expect(log.body.results).toMatchObject([
    {
      subject: { id: `${first},${done},${first}` },
      before: { [first]: { status: 'new' } },
      after: { [first]: { status: 'rejected' } },
    },
  ]);
});

test('search matches whole words and the prefix of the last one', async () => {
  const id = await makeLead({
    name: 'Zoë Haddad',
    email: 'zoe.haddad@shop.example',
    message: 'Does api.loom.example answer on half-holidays, at 12/24?',
  });
  await makeLead();
  const found = async (words: string) =>
    ((await ask('GET', `?search=${encodeURIComponent(words)}`)).body.results as { id: number }[])
      .map((lead) => lead.id)
      .join();
  for (const words of ['haddad', 'ZOË had', 'shop.exam', 'loom', 'holidays api', 'half-hol', '24'])
    expect([words, await found(words)]).toEqual([words, String(id)]);
  for (const words of ['addad', '!!', 'haddad mona']) expect(await found(words)).toBe('');
});

test('duplicates are merged into one, all or none', async () => {
  const into = await makeLead();
  const twins = [await makeLead(), await makeLead()];
  const { body } = await ask('POST', 'merge/', { into, leads: twins });
  expect(body.duplicates).toEqual(expect.arrayContaining(twins));
  const third = await makeLead();
  expect((await ask('POST', 'merge/', { into, leads: [third, 999_999] })).status).toBe(404);
  expect((await ask('GET', `${third}/`)).body).toMatchObject({ lead: { duplicate_of: null } });
  expect((await ask('POST', 'merge/', { into, leads: [] })).status).toBe(400);
});

test.each([
  ['GET', ''],
  ['GET', 'assignees/'],
  ['GET', '1/'],
  ['POST', '1/reply/'],
  ['POST', 'bulk/'],
  ['POST', 'merge/'],
] as const)('%s %s is for sales alone', async (method, url) => {
  const helper = await t.signIn('helper@example.com', { roles: ['support'] });
  expect((await ask(method, url, {}, helper)).body).toMatchObject({ code: 'permission_denied' });
  expect((await send(t, method, path + url)).status).toBe(401);
});
