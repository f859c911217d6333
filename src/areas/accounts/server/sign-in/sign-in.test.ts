import { beforeEach, expect, test } from 'vitest';
import { countRows } from '#test/factories/accounts.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp({ STAFF_EMAILS: 'Boss@example.com' });
const minuteMs = 60_000;
let visitor = 0;
let email = '';

// Each test is another person at another address: limits of one do not touch the next.
beforeEach(() => {
  visitor++;
  email = `person${visitor}@example.com`;
});
const ip = () => `10.0.${visitor >> 8}.${visitor & 255}`;
const request = (body: object = { email }) =>
  send(t, 'POST', '/apix/accounts/otp/request/', body, { ip: ip() });
const verify = (otp: string, headers: Record<string, string> = {}, address = email) =>
  send(t, 'POST', '/apix/accounts/otp/verify/', { email: address, otp }, { ip: ip(), headers });
const codes = async (address = email) =>
  (await t.mails(address)).flatMap(({ subject }) => /^(\d{6}) is your/.exec(subject)?.[1] ?? []);
const wrong = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');
async function freshCode(): Promise<string> {
  t.clock.advance(31_000);
  expect((await request()).status).toBe(200);
  return (await codes()).at(-1)!;
}

test('a code signs a new user in', async () => {
  const response = await request({
    email: `  ${email.toUpperCase()} `,
    source_url: 'http://localhost/auth',
  });
  expect(response.body).toEqual({
    message: 'OTP code sent to your email',
    expires_in: 600,
    resend_after: 30,
  });
  expect(
    await t.kernel.database.write
      .selectFrom('account')
      .selectAll()
      .where('email', '=', email)
      .execute(),
  ).toEqual([]);
  const [mail] = await t.mails(email);
  const [code = ''] = await codes();
  expect(mail).toMatchObject({
    kind: 'accounts.sign_in_code',
    subject: `${code} is your Weftline sign-in code`,
  });
  expect(mail?.html).toContain(code);
  expect(mail?.text).toContain(code);
  expect(mail?.text).toContain(`/auth?email=${encodeURIComponent(email)}&otp=${code}`);
  expect(mail?.text).toContain(ip());
  expect(mail?.text).toContain('If this was not you');

  const reply = await verify(`${code.slice(0, 3)} - ${code.slice(3)}`);
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({
    access: expect.any(String),
    refresh: expect.any(String),
    user: { email, first_name: '', avatar: null, is_staff: false, unanswered_messages_count: 0 },
  });
  const profile = await send(t, 'GET', '/apix/accounts/profile/', undefined, {
    headers: { authorization: `Bearer ${reply.body.access}` },
  });
  expect(profile.body).toMatchObject({ email, initials: email[0]!.toUpperCase() });
});

test.each(['jürgen@a.example', 'имя@пример.рф'])(
  '%j has a name to which we can not send mail',
  async (address) => {
    const { status, body } = await request({ email: address });
    expect(status).toBe(400);
    expect(body.email).toEqual([expect.stringContaining('Latin letters without accents')]);
  },
);

test('a domain of another script is stored as punycode', async () => {
  const sent = await request({ email: `Name${visitor}@Пример.РФ` });
  expect(sent.status).toBe(200);
  const stored = `name${visitor}@xn--e1afmkfd.xn--p1ai`;
  const [code = ''] = await codes(stored);
  const arabic = code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!);
  const reply = await verify(arabic, {}, `name${visitor}@пример.рф`);
  expect(reply.body).toMatchObject({ user: { email: stored } });
});

test.each(['a@при\ufffdмер.рф', 'a@exa mple.com', 'a@b@пример.рф:80', 'a@пример.рф/x', 'a@\u200b'])(
  '%j is no address',
  async (address) => {
    const reply = await request({ email: address });
    expect(reply.body).toMatchObject({ email: ['Enter a valid email address.'] });
  },
);

test('a mail delayed by ten minutes is not sent, and its code is deleted', async () => {
  await freshCode();
  t.clock.advance(10 * minuteMs);
  await t.jobs.runAll();
  const mail = await t.kernel.database.write
    .selectFrom('mail')
    .selectAll()
    .where('to_address', '=', email)
    .executeTakeFirstOrThrow();
  expect(mail).toMatchObject({ status: 'dead', subject: '', html: '', body: '' });
});

test.each(['javascript:alert(1)', null, 5])(
  '`identifier` is read as the e-mail and the bad source_url %j is ignored',
  async (source_url) => {
    expect((await request({ identifier: email, source_url })).status).toBe(200);
  },
);

test('a missing or malformed address is a field error', async () => {
  expect((await request({})).body).toEqual({ email: ['This field is required.'] });
  expect((await request({ email: 'nobody' })).body).toEqual({
    email: ['Enter a valid email address.'],
  });
  expect((await request({ email: `${'a'.repeat(250)}@x.de` })).status).toBe(400);
});

test('a malformed code is a field error', async () => {
  const reply = await verify('12345');
  expect([reply.status, reply.body]).toEqual([
    400,
    { otp: ['Please enter the 6-digit verification code'] },
  ]);
  expect(
    (await send(t, 'POST', '/apix/accounts/otp/verify/', { email }, { ip: ip() })).body,
  ).toEqual({
    otp: ['This field is required.'],
  });
});

test('another code within 30 seconds is rejected with the time to wait', async () => {
  await request();
  t.clock.advance(10_000);
  const reply = await request();
  expect(reply.status).toBe(429);
  expect(reply.body).toMatchObject({ code: 'cooldown', retry_after: 20 });
  expect(reply.headers['retry-after']).toBe('20');
});

test('there is no cooldown after a used code', async () => {
  await verify(await freshCode());
  expect((await request()).status).toBe(200);
  expect((await request()).body).toMatchObject({ code: 'cooldown', retry_after: 30 });
});

test('an IP address has ten requests a minute', async () => {
  const replies = [];
  for (let sent = 0; sent < 11; sent++)
    replies.push(await request({ email: `n${sent}@example.com` }));
  expect(replies.map((reply) => reply.status)).toEqual([...Array(10).fill(200), 429]);
  expect(replies.at(-1)?.body).toMatchObject({
    code: 'throttled',
    retry_after: expect.any(Number),
  });
  expect(replies.at(-1)?.body.detail).toMatch(
    /^Request was throttled\. Expected available in \d+ seconds?\.$/,
  );
  expect(replies[0]?.headers['x-ratelimit-limit']).toBe('10');
});

test('each of three codes works until one is used; a fourth ends the first', async () => {
  for (let sent = 0; sent < 4; sent++) await freshCode();
  const [first = '', second = '', third = ''] = await codes();
  expect((await verify(first)).body).toMatchObject({ code: 'otp_invalid' });
  expect((await verify(second)).status).toBe(200);
  expect((await verify(third)).body).toMatchObject({
    non_field_errors: ['Invalid OTP code'],
    code: 'otp_invalid',
  });
});

test('a code expires after ten minutes', async () => {
  const code = await freshCode();
  t.clock.advance(10 * minuteMs);
  expect((await verify(code)).body).toMatchObject({
    non_field_errors: ['Invalid OTP code'],
    code: 'otp_invalid',
  });
});

test('an address without a live code never locks', async () => {
  for (let tries = 0; tries < 7; tries++)
    expect((await verify('123456')).body).toMatchObject({
      non_field_errors: ['Invalid OTP code'],
      code: 'otp_invalid',
    });
});

test('a stranger cannot lock out a browser that signed in before', async () => {
  const signedIn = await verify(await freshCode());
  const cookie = String(signedIn.headers['set-cookie']);
  expect(cookie).toMatch(
    /^device=[\w-]{43}; Path=\/apix\/accounts\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
  );
  const code = await freshCode();
  for (let tries = 0; tries < 5; tries++) await verify(wrong(code));
  expect((await verify(code)).status).toBe(429);
  const known = await verify(code, { cookie: cookie.split(';')[0]! });
  expect(known.status).toBe(200);
  expect(known.headers['set-cookie']).toBeUndefined();
});

test('a valid code sent twice at once signs in once', async () => {
  const code = await freshCode();
  const replies = await Promise.all([verify(code), verify(code), verify(code)]);
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400]);
  const accounts = await t.kernel.database.write
    .selectFrom('account')
    .selectAll()
    .where('email', '=', email)
    .execute();
  expect(accounts).toHaveLength(1);
});

test('a sign-in from a new browser sends a mail, the first one does not', async () => {
  const cookie = String((await verify(await freshCode())).headers['set-cookie']).split(';')[0]!;
  await verify(await freshCode(), { cookie });
  expect((await t.mails(email)).filter((mail) => mail.kind === 'accounts.new_device')).toEqual([]);
  await verify(await freshCode(), {
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko Firefox/131.0',
  });
  const [mail] = (await t.mails(email)).filter(({ kind }) => kind === 'accounts.new_device');
  expect(mail?.text).toContain('Firefox 131 on Windows');
});

test('two accounts in one browser get no mail at every change', async () => {
  const [ada, bob] = [email, `other-${email}`];
  const enter = async (person: string, cookie = '') => {
    email = person;
    return verify(await freshCode(), { cookie });
  };
  const announced = async () =>
    (await t.mails()).filter(
      ({ kind, to }) => kind === 'accounts.new_device' && [ada, bob].includes(to),
    ).length;
  await enter(bob);
  const cookie = String((await enter(ada)).headers['set-cookie']).split(';')[0]!;
  expect((await enter(bob, cookie)).headers['set-cookie']).toBeUndefined();
  expect(await announced()).toBe(1);
  for (const person of [ada, bob, ada]) await enter(person, cookie);
  expect(await announced()).toBe(1);
});

test('a made-up browser token is ignored', async () => {
  const cookie = `device=${'x'.repeat(43)}`;
  const reply = await verify(await freshCode(), { cookie });
  expect(String(reply.headers['set-cookie'])).toMatch(/^device=[\w-]{43};/);
  expect(String(reply.headers['set-cookie'])).not.toContain(cookie);
});

test('addresses of STAFF_EMAILS become admins when they sign in', async () => {
  email = 'boss@example.com';
  const reply = await verify(await freshCode());
  expect(reply.body.user).toMatchObject({ roles: ['admin'], is_staff: true, is_superuser: true });
});

test('the accepted terms are stored with their version', async () => {
  const otp = await freshCode();
  await send(
    t,
    'POST',
    '/apix/accounts/otp/verify/',
    { email, otp, terms_version: '2026-11-20' },
    { ip: ip() },
  );
  const row = await t.kernel.database.write
    .selectFrom('account')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ terms_version: '2026-11-20', terms_accepted_at: t.clock.now() });
});

test('codes are not stored in plain text, nor kept in the outbox', async () => {
  const code = await freshCode();
  await t.jobs.runAll();
  const rows = await t.kernel.database.write
    .selectFrom('mail')
    .selectAll()
    .where('to_address', '=', email)
    .execute();
  expect(rows).toMatchObject([{ status: 'sent', subject: '', html: '', body: '' }]);
  const storedCodes = await t.kernel.database.write
    .selectFrom('sign_in_code')
    .selectAll()
    .where('email', '=', email)
    .execute();
  expect(JSON.stringify(storedCodes)).not.toContain(code);
});

test('old codes, IP addresses and sessions are purged', async () => {
  await verify(await freshCode());
  t.clock.advance(91 * 24 * 60 * minuteMs);
  await t.jobs.runSchedule('accounts.purge');
  expect(await countRows(t.kernel, 'sign_in_code')).toBe(0);
  expect(await countRows(t.kernel, 'session')).toBe(0);
  const traces = await t.kernel.database.write
    .selectFrom('account_activity')
    .select(['ip', 'user_agent'])
    .execute();
  expect(new Set(traces.map(({ ip, user_agent }) => `${ip}|${user_agent}`))).toEqual(
    new Set(['null|']),
  );
});
