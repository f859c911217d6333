import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/admin/mails/hold/';
const reason = 'Restored from the backup of 2026-11-20.';
const hourMs = 3_600_000;
let boss: SignedIn;

const ask = (method: 'GET' | 'POST', url = '', body?: object, as: SignedIn = boss) =>
  send(t, method, path + url, body, { headers: as.headers });

/** Mails of 72 hours and of one hour before now. */
async function holdMails(): Promise<void> {
  const draft = { kind: 'test', to: { address: 'a@example.com' }, html: '<p>Hi</p>', text: 'Hi' };
  await t.kernel.database.transaction(async (tx) => {
    for (const hours of [72, 1]) {
      const id = await t.kernel.mail.send(tx, { ...draft, subject: `${hours} hours` });
      const created_at = new Date(t.clock.now().getTime() - hours * hourMs);
      await tx.updateTable('mail').set({ created_at }).where('id', '=', id).execute();
    }
  });
  await t.kernel.mail.holds.create(reason);
  await t.kernel.database.write.updateTable('mail_hold').set({ since: t.clock.now() }).execute();
}

beforeEach(async () => {
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  t.jobs.waiting.length = 0;
  await t.kernel.database.write.deleteFrom('mail').execute();
  await t.kernel.database.write.deleteFrom('mail_hold').execute();
});

test('a hold is shown with its reason and its mails', async () => {
  expect((await ask('GET')).body).toEqual({ since: null, reason: '', mails: 0, oldest_at: null });
  await holdMails();
  const now = t.clock.now();
  expect((await ask('GET')).body).toEqual({
    since: now.toISOString(),
    reason,
    mails: 2,
    oldest_at: new Date(now.getTime() - 72 * hourMs).toISOString(),
  });
});

test('held mails are released, which is recorded', async () => {
  await holdMails();
  await t.jobs.runAll();
  expect((await ask('POST', 'release/')).body).toEqual({ released: 2 });
  await t.jobs.runAll();
  const sent = await send(t, 'GET', '/apix/admin/mails/?status=sent', undefined, boss);
  expect(sent.body.count).toBe(2);
  const log = await send(t, 'GET', '/apix/admin/audit/?subject_type=mail', undefined, boss);
  expect(log.body.results).toContainEqual(
    expect.objectContaining({
      action: 'Release held mails and end the hold',
      after: { released: 2 },
      status: 200,
    }),
  );
  expect((await ask('POST', 'release/')).body).toMatchObject({ code: 'invalid_state' });
});

test('old ones are discarded, and the hold goes on', async () => {
  await holdMails();
  const days = (older_than_days: unknown) => ask('POST', 'discard/', { older_than_days });
  expect((await days(2)).body).toEqual({ discarded: 1 });
  expect((await days(2)).body).toEqual({ discarded: 0 });
  expect((await ask('GET')).body).toMatchObject({ since: expect.any(String), mails: 1 });
  const list = await send(t, 'GET', '/apix/admin/mails/?status=discarded', undefined, boss);
  expect(list.body).toMatchObject({ count: 1, results: [{ subject: '72 hours' }] });
  expect((await days(0)).body).toEqual({ discarded: 1 });
});

test('a wrong age and a discard without a hold are refused', async () => {
  const discard = (body: object) => ask('POST', 'discard/', body);
  expect((await discard({ older_than_days: 2 })).body).toMatchObject({ code: 'invalid_state' });
  for (const older_than_days of [-1, 1.5, 3651, 'two', null]) {
    const { status, body } = await discard({ older_than_days });
    expect([status, Object.keys(body)]).toEqual([400, ['older_than_days']]);
  }
  expect((await discard({})).body).toEqual({ older_than_days: ['This field is required.'] });
});

test.each([
  ['GET', ''],
  ['POST', 'release/'],
  ['POST', 'discard/'],
] as const)('%s %s is for admins alone', async (method, url) => {
  const body = url === 'discard/' ? { older_than_days: 2 } : undefined;
  const finance = await t.signIn('finance@example.com', { roles: ['finance'] });
  expect((await ask(method, url, body, finance)).body).toMatchObject({
    code: 'permission_denied',
  });
  expect((await send(t, method, path + url, body)).status).toBe(401);
});
