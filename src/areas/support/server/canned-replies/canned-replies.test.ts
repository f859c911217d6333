import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/admin/canned-replies/';
const people = '/apix/admin/tickets/assignees/';
let ada: SignedIn;
let support: SignedIn;
beforeAll(async () => {
  ada = await t.signIn('ada@example.com');
  support = await t.signIn('support@example.com', { roles: ['support'] });
});

test('canned replies are created, found, updated and deleted', async () => {
  const first = await send(t, 'POST', path, { title: 'Welcome', text: 'Hello there' }, support);
  expect(first).toMatchObject({ status: 201, body: { title: 'Welcome', text: 'Hello there' } });
  const twice = await send(t, 'POST', path, { title: 'Welcome', text: 'x' }, support);
  expect(twice.body).toEqual({ title: ['Another reply has this title.'] });
  expect((await send(t, 'POST', path, { title: '' }, support)).status).toBe(400);
  await send(t, 'POST', path, { title: 'Bye', text: 'See you' }, support);
  const titles = async (query = '') => {
    const { body } = await send(t, 'GET', `${path}?${query}`, undefined, support);
    return (body.results as { title: string }[]).map(({ title }) => title);
  };
  expect(await titles()).toEqual(['Bye', 'Welcome']);
  expect(await titles('search=hello')).toEqual(['Welcome']);
  expect(await titles('search=100%25')).toEqual([]);
  const one = `${path}${first.body.id}/`;
  expect((await send(t, 'PATCH', one, { text: 'Hi' }, support)).body.text).toBe('Hi');
  expect((await send(t, 'PATCH', one, { title: 'Bye' }, support)).status).toBe(400);
  expect((await send(t, 'DELETE', one, undefined, support)).status).toBe(204);
  expect((await send(t, 'DELETE', one, undefined, support)).status).toBe(404);
  expect((await send(t, 'PATCH', one, { text: 'Hi' }, support)).status).toBe(404);
  expect((await send(t, 'PATCH', `${path}x/`, { text: 'Hi' }, support)).status).toBe(404);
  expect((await send(t, 'GET', `${path}?page=9`, undefined, support)).status).toBe(404);
});

test('of two replies that get the same title at once, one is refused', async () => {
  const create = async (title: string) => {
    const { body } = await send(t, 'POST', path, { title, text: 'x' }, support);
    return `${path}${body.id}/`;
  };
  const replies = [await create('First of two'), await create('Second of two')];
  const renamed = await Promise.all(
    replies.map((reply) => send(t, 'PATCH', reply, { title: 'Same' }, support)),
  );
  expect(renamed.map(({ status }) => status).sort()).toEqual([200, 400]);
  for (const reply of replies) await send(t, 'DELETE', reply, undefined, support);
});

test('changes by support are audited with the values before', async () => {
  const { body } = await send(t, 'POST', path, { title: 'Noted', text: 'One' }, support);
  await send(t, 'PATCH', `${path}${body.id}/`, { text: 'Two' }, support);
  await send(t, 'DELETE', `${path}${body.id}/`, undefined, support);
  const entries = await t.kernel.database.write
    .selectFrom('audit_entry')
    .select(['before', 'after'])
    .where('subject_type', '=', 'canned_reply')
    .where('subject_id', '=', String(body.id))
    .orderBy('method', 'desc')
    .execute();
  const [one, two] = ['One', 'Two'].map((text) => ({ title: 'Noted', text }));
  expect(entries).toEqual([
    { before: null, after: one },
    { before: one, after: two },
    { before: two, after: null },
  ]);
});

test('the team is listed by name and address', async () => {
  const { body } = await send(t, 'GET', people, undefined, support);
  expect(body.results).toEqual([
    { id: support.accountId, name: 'support', email: 'support@example.com' },
  ]);
  expect((await send(t, 'GET', `${people}?page=9`, undefined, support)).status).toBe(404);
});

test('both lists are for support only', async () => {
  const calls = [
    ['GET', path],
    ['POST', path],
    ['PATCH', `${path}1/`],
    ['DELETE', `${path}1/`],
    ['GET', people],
  ] as const;
  for (const [method, url] of calls) {
    const body = method === 'POST' || method === 'PATCH' ? {} : undefined;
    expect((await send(t, method, url, body)).status).toBe(401);
    expect((await send(t, method, url, body, ada)).status).toBe(403);
  }
});
