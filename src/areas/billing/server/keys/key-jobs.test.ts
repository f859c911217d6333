import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { apiKeysPath, createApiKey } from '#test/factories/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { initialWarningDays, overlapEnd, renewedExpiry, warningDue } from './key-expiry.ts';
import { warnOfExpiry } from './key-jobs.ts';

const t = useApp();

let person = 0;
let ada: SignedIn;
beforeEach(async () => {
  ada = await t.signIn(`ada${++person}@example.com`);
});
const subjects = async () => (await t.mails(ada.email)).map(({ subject }) => subject);
/** The job runs every hour, as its schedule does. */
async function passHours(hours: number) {
  for (let hour = 0; hour < hours; hour++) {
    t.clock.advance(hourMs);
    await t.jobs.runSchedule('billing.warn_key_expiry');
  }
}

describe('e-mails before a key expires', () => {
  test('are sent 7 days and 1 day before, once each', async () => {
    await createApiKey(t, ada, { name: 'ci', expires_in_days: 8 });
    await passHours(23);
    expect(await subjects()).toEqual([]);
    await passHours(2);
    expect(await subjects()).toEqual(['Your API key "ci" expires in less than 7 days']);
    await passHours(24 * 7);
    expect((await subjects()).slice(1)).toEqual(['Your API key "ci" expires within a day']);
  });

  test('name the key without revealing it', async () => {
    const { key, body } = await createApiKey(t, ada, { name: 'ci', expires_in_days: 8 });
    await passHours(25);
    const [mail] = await t.mails(ada.email);
    expect(mail?.text).toContain(String(body.key_preview));
    expect(mail?.text).toContain('/dashboard/keys');
    expect(`${mail?.text}${mail?.html}`).not.toContain(key.slice(12, -4));
  });

  test('are skipped for an expiry that was set later than the warning, and sent again for a new one', async () => {
    const { id } = await createApiKey(t, ada, { expires_in_days: 3 });
    await passHours(47);
    expect(await subjects()).toEqual([]);
    await passHours(1);
    expect(await subjects()).toHaveLength(1);
    ada = await t.signIn(ada.email);
    const expires_at = new Date(t.clock.now().getTime() + 8 * dayMs).toISOString();
    await send(t, 'PATCH', `${apiKeysPath}${id}/`, { expires_at }, { headers: ada.headers });
    await passHours(24);
    expect(await subjects()).toHaveLength(2);
  });

  test('are not sent for keys that were revoked or replaced', async () => {
    const gone = await createApiKey(t, ada, { expires_in_days: 8 });
    const replaced = await createApiKey(t, ada, { expires_in_days: 8 });
    await send(t, 'POST', `${apiKeysPath}${gone.id}/revoke/`, {}, { headers: ada.headers });
    const overlap = { overlap_seconds: 604_800 };
    const rotate = `${apiKeysPath}${replaced.id}/rotate/`;
    const reply = await send(t, 'POST', rotate, overlap, { headers: ada.headers });
    await send(t, 'DELETE', `${apiKeysPath}${reply.body.id}/`, undefined, { headers: ada.headers });
    await passHours(25);
    expect(await subjects()).toEqual([]);
  });

  test('are sent once when several processes run the job concurrently', async () => {
    await createApiKey(t, ada, { expires_in_days: 8 });
    t.clock.advance(25 * hourMs);
    await Promise.all([warnOfExpiry(t.kernel), warnOfExpiry(t.kernel), warnOfExpiry(t.kernel)]);
    expect(await subjects()).toHaveLength(1);
  });

  test('are sent for the keys behind one that fails', async () => {
    await createApiKey(t, ada, { expires_in_days: 8 });
    t.clock.advance(hourMs);
    const bob = await t.signIn(`bob${person}@example.com`);
    await createApiKey(t, bob, { expires_in_days: 8 });
    t.clock.advance(25 * hourMs);
    const { mail } = t.kernel;
    const { send: sendMail } = mail;
    mail.send = (tx, letter) =>
      letter.to.address === ada.email ? Promise.reject(new Error('lost')) : sendMail(tx, letter);
    await warnOfExpiry(t.kernel);
    mail.send = sendMail;
    expect([(await subjects()).length, (await t.mails(bob.email)).length]).toEqual([0, 1]);
    await warnOfExpiry(t.kernel);
    expect(await subjects()).toHaveLength(1);
  });
});

test('the owner of a key is warned although 300 e-mails about earlier keys always fail', async () => {
  const bob = await t.signIn(`bob${person}@example.com`);
  const { id: brokenId } = await createApiKey(t, bob, { expires_in_days: 8 });
  const { write } = t.kernel.database;
  const row = await write
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', brokenId)
    .executeTakeFirstOrThrow();
  for (let n = 0; n < 300; n++) {
    const id = createId();
    const key_hash = randomBytes(32);
    const values = { ...row, id, lineage_id: id, name: `broken ${n}`, key_hash };
    await write.insertInto('api_key').values(values).execute();
  }
  t.clock.advance(hourMs);
  ada = await t.signIn(ada.email);
  await createApiKey(t, ada, { name: 'ci', expires_in_days: 8 });
  t.clock.advance(25 * hourMs);
  const { mail } = t.kernel;
  const { send: sendMail } = mail;
  mail.send = (tx, letter) =>
    letter.to.address === bob.email ? Promise.reject(new Error('lost')) : sendMail(tx, letter);
  onTestFinished(() => {
    mail.send = sendMail;
  });
  await warnOfExpiry(t.kernel);
  expect((await t.mails(bob.email)).length).toBe(0);
  expect(await subjects()).toHaveLength(1);
});

test('daily counts are deleted after 400 days', async () => {
  const { headers } = await createApiKey(t, ada);
  await send(t, 'GET', '/apix/accounts/profile/', undefined, { headers });
  await t.areas.usage.flush();
  const days = () => t.kernel.database.write.selectFrom('api_key_usage_day').selectAll().execute();
  await t.jobs.runSchedule('billing.purge_key_usage');
  expect(await days()).toHaveLength(1);
  t.clock.advance(401 * dayMs);
  await t.jobs.runSchedule('billing.purge_key_usage');
  expect(await days()).toEqual([]);
});

describe('expiry dates', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const inFuture = (ms: number) => new Date(now.getTime() + ms);

  test('each warning is sent at most once, whenever the job runs', () => {
    const life = fc.integer({ min: 1, max: 20 * 24 });
    const runs = fc.array(fc.integer({ min: 0, max: 20 * 24 }), { maxLength: 60 });
    fc.assert(
      fc.property(life, runs, (hours, at) => {
        const end = inFuture(hours * hourMs);
        let warned: number | null = initialWarningDays(end, now);
        const sent: number[] = [];
        for (const hour of at.toSorted((a, b) => a - b).filter((one) => one < hours)) {
          const due = warningDue(end, warned, inFuture(hour * hourMs));
          if (due !== null) sent.push(due);
          warned = due ?? warned;
        }
        expect(sent).toEqual([...new Set(sent)].toSorted((a, b) => b - a));
        if (hours <= 24) expect(sent).toEqual([]);
      }),
    );
  });

  test('a rotated key has the lifetime of the old one, at most a year', () => {
    const lived = (days: number) => ({
      created_at: inFuture(-5 * dayMs),
      expires_at: inFuture(days * dayMs),
    });
    expect(renewedExpiry(lived(25), now)).toEqual(inFuture(30 * dayMs));
    expect(renewedExpiry(lived(900), now)).toEqual(inFuture(365 * dayMs));
    expect(renewedExpiry({ created_at: now, expires_at: null }, now)).toBeNull();
  });

  test('the overlap never extends the old key’s expiry', () => {
    expect(overlapEnd(null, 60, now)).toEqual(inFuture(60_000));
    expect(overlapEnd(inFuture(1000), 60, now)).toEqual(inFuture(1000));
  });
});
