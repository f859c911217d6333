import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { keysPath, makeKey } from '#test/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { dueWarning, overlapEnd, renewedExpiry, warnedFrom } from './key-expiry.ts';
import { warnOfExpiry } from './key-jobs.ts';

const t = useApp();
const dayMs = 86_400_000;
const hourMs = 3_600_000;

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
    await t.jobs.runSchedule('billing.key_expiry');
  }
}

describe('mails before a key expires', () => {
  test('come 7 days and 1 day before, each once', async () => {
    await makeKey(t, ada, { name: 'ci', expires_in_days: 8 });
    await passHours(23);
    expect(await subjects()).toEqual([]);
    await passHours(2);
    expect(await subjects()).toEqual(['Your API key "ci" expires in less than 7 days']);
    await passHours(24 * 7);
    expect((await subjects()).slice(1)).toEqual(['Your API key "ci" expires within a day']);
  });

  test('say which key, without the key', async () => {
    const { key, body } = await makeKey(t, ada, { name: 'ci', expires_in_days: 8 });
    await passHours(25);
    const [mail] = await t.mails(ada.email);
    expect(mail?.text).toContain(String(body.key_preview));
    expect(mail?.text).toContain('/dashboard/keys');
    expect(`${mail?.text}${mail?.html}`).not.toContain(key.slice(12, -4));
  });

  test('are left out for a date that was set so near, and come anew for a new date', async () => {
    const { id } = await makeKey(t, ada, { expires_in_days: 3 });
    await passHours(47);
    expect(await subjects()).toEqual([]);
    await passHours(1);
    expect(await subjects()).toHaveLength(1);
    ada = await t.signIn(ada.email);
    const expires_at = new Date(t.clock.now().getTime() + 8 * dayMs).toISOString();
    await send(t, 'PATCH', `${keysPath}${id}/`, { expires_at }, { headers: ada.headers });
    await passHours(24);
    expect(await subjects()).toHaveLength(2);
  });

  test('are not sent for keys that were revoked or replaced', async () => {
    const gone = await makeKey(t, ada, { expires_in_days: 8 });
    const replaced = await makeKey(t, ada, { expires_in_days: 8 });
    await send(t, 'POST', `${keysPath}${gone.id}/revoke/`, {}, { headers: ada.headers });
    const overlap = { overlap_seconds: 604_800 };
    const rotate = `${keysPath}${replaced.id}/rotate/`;
    const reply = await send(t, 'POST', rotate, overlap, { headers: ada.headers });
    await send(t, 'DELETE', `${keysPath}${reply.body.id}/`, undefined, { headers: ada.headers });
    await passHours(25);
    expect(await subjects()).toEqual([]);
  });

  test('come once also when two processes look at the same time', async () => {
    await makeKey(t, ada, { expires_in_days: 8 });
    t.clock.advance(25 * hourMs);
    await Promise.all([warnOfExpiry(t.kernel), warnOfExpiry(t.kernel), warnOfExpiry(t.kernel)]);
    expect(await subjects()).toHaveLength(1);
  });

  test('come for the keys behind one that fails', async () => {
    await makeKey(t, ada, { expires_in_days: 8 });
    t.clock.advance(hourMs);
    const bob = await t.signIn(`bob${person}@example.com`);
    await makeKey(t, bob, { expires_in_days: 8 });
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

test('days that nobody looks at any more are forgotten', async () => {
  const { headers } = await makeKey(t, ada);
  await send(t, 'GET', '/apix/accounts/profile/', undefined, { headers });
  await t.areas.keys.uses.flush();
  const days = () => t.kernel.database.write.selectFrom('api_key_day').selectAll().execute();
  await t.jobs.runSchedule('billing.forget_key_days');
  expect(await days()).toHaveLength(1);
  t.clock.advance(401 * dayMs);
  await t.jobs.runSchedule('billing.forget_key_days');
  expect(await days()).toEqual([]);
});

describe('the calendar of a key', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const inFuture = (ms: number) => new Date(now.getTime() + ms);

  test('whenever the job runs, each warning that was not due at first is sent at most once', () => {
    const life = fc.integer({ min: 1, max: 20 * 24 });
    const runs = fc.array(fc.integer({ min: 0, max: 20 * 24 }), { maxLength: 60 });
    fc.assert(
      fc.property(life, runs, (hours, at) => {
        const end = inFuture(hours * hourMs);
        let warned: number | null = warnedFrom(end, now);
        const sent: number[] = [];
        for (const hour of at.toSorted((a, b) => a - b).filter((one) => one < hours)) {
          const due = dueWarning(end, warned, inFuture(hour * hourMs));
          if (due !== null) sent.push(due);
          warned = due ?? warned;
        }
        expect(sent).toEqual([...new Set(sent)].toSorted((a, b) => b - a));
        if (hours <= 24) expect(sent).toEqual([]);
      }),
    );
  });

  test('a rotated key lives as long as the old one was meant to, at most a year', () => {
    const lived = (days: number) => ({
      created_at: inFuture(-5 * dayMs),
      expires_at: inFuture(days * dayMs),
    });
    expect(renewedExpiry(lived(25), now)).toEqual(inFuture(30 * dayMs));
    expect(renewedExpiry(lived(900), now)).toEqual(inFuture(365 * dayMs));
    expect(renewedExpiry({ created_at: now, expires_at: null }, now)).toBeNull();
  });

  test('the overlap never lengthens the old key’s life', () => {
    expect(overlapEnd(null, 60, now)).toEqual(inFuture(60_000));
    expect(overlapEnd(inFuture(1000), 60, now)).toEqual(inFuture(1000));
  });
});
