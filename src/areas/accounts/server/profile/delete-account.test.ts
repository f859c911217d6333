import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const dayMs = 86_400_000;
let person = 0;
let ada: SignedIn;

beforeEach(async () => {
  ada = await t.signIn(`ada${++person}@example.com`);
});
const requestCode = () =>
  send(t, 'POST', '/apix/accounts/delete/code/', undefined, { headers: ada.headers });
const remove = (otp: string) =>
  send(t, 'POST', '/apix/accounts/delete/', { otp }, { headers: ada.headers });
const signInRequest = (ip: string) =>
  send(t, 'POST', '/apix/accounts/otp/request/', { email: ada.email }, { ip });
async function deletionCode(): Promise<string> {
  await requestCode();
  const mail = (await t.mails(ada.email)).find(
    ({ kind }) => kind === 'accounts.delete_account_code',
  );
  return /^(\d{6}) confirms the deletion/.exec(mail?.subject ?? '')?.[1] ?? '';
}

test('a fresh code deletes the account, its data and its sessions', async () => {
  await send(
    t,
    'PATCH',
    '/apix/accounts/profile/partial/',
    { first_name: 'Ada' },
    { headers: ada.headers },
  );
  expect((await remove(await deletionCode())).status).toBe(204);
  expect((await send(t, 'GET', '/apix/accounts/profile/', undefined, ada)).status).toBe(401);
  const row = await t.kernel.database.write
    .selectFrom('account')
    .selectAll()
    .where('id', '=', ada.accountId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: 'deleted', first_name: '', email: ada.email });
  expect((await t.mails(ada.email)).map(({ kind }) => kind)).toContain('accounts.deleted');
});

test('a wrong code, a sign-in code and a missing code delete nothing', async () => {
  await signInRequest('10.1.0.1');
  const [mail] = await t.mails(ada.email);
  t.clock.advance(31_000);
  await requestCode();
  expect((await remove(mail!.subject.slice(0, 6))).body).toMatchObject({
    code: 'otp_invalid',
    attempts_left: 4,
  });
  expect((await remove('12')).body).toEqual({
    otp: ['Please enter the 6-digit verification code'],
  });
  for (let tries = 0; tries < 4; tries++) await remove('000000');
  expect((await remove('000000')).body).toMatchObject({ code: 'too_many_attempts' });
  expect((await send(t, 'GET', '/apix/accounts/profile/', undefined, ada)).status).toBe(200);
});

test('deletion codes have the same limits', async () => {
  expect((await requestCode()).body).toMatchObject({ message: 'OTP code sent to your email' });
  expect((await requestCode()).body).toMatchObject({ code: 'cooldown' });
  // The wait of one purpose does not hold up the other.
  expect((await signInRequest('10.2.9.9')).status).toBe(200);
  for (let sent = 1; sent < 10; sent++) {
    t.clock.advance(31_000);
    expect((await requestCode()).status).toBe(200);
  }
  t.clock.advance(31_000);
  expect((await requestCode()).body).toMatchObject({ code: 'hourly_limit' });
  // Sessions outlast the hour; the access token does not, so the day is reached by a new one.
  t.clock.advance(3_600_000);
  ada = await t.signIn(ada.email);
  for (let sent = 0; sent < 10; sent++) {
    t.clock.advance(31_000);
    expect((await requestCode()).status).toBe(200);
  }
  t.clock.advance(3_600_000);
  ada = await t.signIn(ada.email);
  expect((await requestCode()).body).toMatchObject({ code: 'daily_limit' });
});

test('wrong codes from strangers do not lock the deletion', async () => {
  await signInRequest('10.5.0.1');
  for (let tries = 0; tries < 4; tries++)
    await send(
      t,
      'POST',
      '/apix/accounts/otp/verify/',
      { email: ada.email, otp: '000000' },
      { ip: '10.5.0.1' },
    );
  expect((await remove(await deletionCode())).status).toBe(204);
});

test('wrong codes lock the deletion, and a locked source gets no code', async () => {
  const code = await deletionCode();
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  for (const attempts_left of [4, 3, 2, 1])
    expect((await remove(wrong)).body).toMatchObject({ code: 'otp_invalid', attempts_left });
  expect((await remove(wrong)).body).toMatchObject({ code: 'too_many_attempts', retry_after: 900 });
  t.clock.advance(60_000);
  expect((await requestCode()).body).toMatchObject({ code: 'too_many_attempts', retry_after: 840 });
});

test('a deleted address gets the same response and a mail without a code, and can register after 30 days', async () => {
  await remove(await deletionCode());
  t.clock.advance(31_000);
  const before = await signInRequest('10.4.0.1');
  expect([before.status, before.body.message]).toEqual([200, 'OTP code sent to your email']);
  const mails = await t.mails(ada.email);
  const last = mails.at(-1);
  expect(last?.subject).toBe('Your Weftline account was deleted');
  expect(last?.text).not.toMatch(/\d{6}/);
  const tried = await send(t, 'POST', '/apix/accounts/otp/verify/', {
    email: ada.email,
    otp: '123456',
  });
  expect(tried.body).toMatchObject({ code: 'otp_invalid' });

  t.clock.advance(30 * dayMs + 1000);
  await signInRequest('10.4.0.2');
  const code = (await t.mails(ada.email)).at(-1)!.subject.slice(0, 6);
  const again = await send(t, 'POST', '/apix/accounts/otp/verify/', {
    email: ada.email,
    otp: code,
  });
  expect(again.status).toBe(200);
  expect((again.body.user as { id: number }).id).not.toBe(ada.accountId);
});
