// Sign-in among strangers: who asks, where, and how often. Each test is an address of its own.
import { beforeEach, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { sendSignInMail } from './request-code.ts';
import { failedAttemptsPerHourMax } from './sign-in-limits.ts';

const t = useApp({ ALERT_EMAIL: 'alerts@example.com' });
const minuteMs = 60_000;
let person = 0;
let email = '';
beforeEach(async () => {
  // The wrong codes of all addresses count for an hour.
  await t.kernel.database.write.deleteFrom('failed_code_attempt').execute();
  person++;
  email = `person${person}@example.com`;
});

/** A browser on a network of its own, with its cookies. */
function openBrowser(ip: string) {
  const cookies = new Map<string, string>();
  async function post(path: string, body: object, headers: Record<string, string> = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = `/apix/accounts/otp/${path}/`;
    const reply = await send(t, 'POST', url, body, { ip, headers: { cookie, ...headers } });
    const [, name = '', value = ''] =
      /^(\w+)=([^;]+)/.exec(String(reply.headers['set-cookie'] ?? '')) ?? [];
    if (name) cookies.set(name, value);
    return reply;
  }
  return {
    cookies,
    ask: (headers?: Record<string, string>) => post('request', { email }, headers),
    type: (otp: string) => post('verify', { email, otp }),
  };
}
let networks = 0;
const stranger = () =>
  openBrowser(`10.${9 + (++networks >> 16)}.${(networks >> 8) & 255}.${networks & 255}`);
type Browser = ReturnType<typeof stranger>;

const newestCode = async () =>
  (await t.mails(email))
    .flatMap(({ subject }) => /^(\d{6}) is your/.exec(subject)?.[1] ?? [])
    .at(-1)!;
const wrong = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');
async function freshCode(browser: Browser): Promise<string> {
  t.clock.advance(31_000);
  expect((await browser.ask()).status).toBe(200);
  return newestCode();
}
async function signedIn(): Promise<Browser> {
  const browser = stranger();
  expect((await browser.type(await freshCode(browser))).status).toBe(200);
  return browser;
}
/** The limit of a network for a minute counts by the real clock, which tests do not turn. */
const endMinute = () => t.kernel.database.write.deleteFrom('rate_limit').execute();
async function exhaust(browser: Browser, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    await endMinute();
    t.clock.advance(31_000);
    expect((await browser.ask()).status).toBe(200);
  }
  await endMinute();
  t.clock.advance(31_000);
}

test('a network gets at most ten codes an hour and twenty a day for an address', async () => {
  const browser = stranger();
  await exhaust(browser, 10);
  expect((await browser.ask()).body).toMatchObject({ code: 'hourly_limit' });
  t.clock.advance(60 * minuteMs);
  await exhaust(browser, 10);
  t.clock.advance(61 * minuteMs);
  const reply = await browser.ask();
  expect(reply.body).toMatchObject({ code: 'daily_limit' });
  expect(reply.body.retry_after).toBeGreaterThan(20 * 3600);
});

test('ten requests of a stranger do not limit the owner', async () => {
  const device = await signedIn();
  await exhaust(stranger(), 10);
  expect((await stranger().ask()).status).toBe(200);
  expect((await device.ask()).status).toBe(200);
});

test('many networks can’t flood a mailbox, and do not limit a known device or a live session', async () => {
  const device = await signedIn();
  const session = await t.signIn(email);
  // The first of them was the request of the sign-in above.
  for (let sent = 1; sent < 30; sent++) expect((await stranger().ask()).status).toBe(200);
  expect((await stranger().ask()).body).toMatchObject({ code: 'hourly_limit' });
  expect((await device.ask()).status).toBe(200);
  expect((await stranger().ask(session.headers)).status).toBe(200);
  const created = await send(
    t,
    'POST',
    '/apix/billing/api-keys/',
    { name: 'ci' },
    { headers: session.headers },
  );
  expect(created.status).toBe(201);
  const byKey = { 'x-api-key': String(created.body.key) };
  expect((await stranger().ask(byKey)).body).toMatchObject({ code: 'hourly_limit' });
  const other = await t.signIn(`other-${email}`);
  expect((await stranger().ask(other.headers)).body).toMatchObject({ code: 'hourly_limit' });
  expect((await stranger().ask({ authorization: 'Bearer forged' })).body).toMatchObject({
    code: 'hourly_limit',
  });
});

test('a network has ten requests a minute for all addresses, a known device in it more', async () => {
  const ip = '10.1.0.1';
  const device = openBrowser(ip);
  expect((await device.type(await freshCode(device))).status).toBe(200);
  t.clock.advance(61_000);
  const own = email;
  const statuses = [];
  for (let sent = 0; sent < 11; sent++) {
    email = `n${sent}-${own}`;
    statuses.push((await openBrowser(ip).ask()).status);
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1);
  email = own;
  expect((await device.ask()).status).toBe(200);
});

test('malformed network addresses are counted separately', async () => {
  expect((await openBrowser('somewhere').ask()).status).toBe(200);
  expect((await openBrowser('elsewhere').ask()).status).toBe(200);
  expect((await openBrowser('elsewhere').ask()).body).toMatchObject({ code: 'cooldown' });
});

test('four codes of strangers do not end a code of the owner', async () => {
  const owner = stranger();
  const code = await freshCode(owner);
  for (let sent = 0; sent < 4; sent++) expect((await stranger().ask()).status).toBe(200);
  expect((await owner.type(code)).status).toBe(200);
});

test('a code may be mistyped four times in the browser that requested it, twice elsewhere', async () => {
  const owner = stranger();
  const code = await freshCode(owner);
  const phone = stranger();
  for (const attempts_left of [2, 1])
    expect((await phone.type(wrong(code))).body).toMatchObject({ attempts_left });
  expect((await phone.type(wrong(code))).body).toMatchObject({ code: 'too_many_attempts' });
  for (const attempts_left of [4, 3, 2, 1])
    expect((await owner.type(wrong(code))).body).toMatchObject({ attempts_left });
  expect((await owner.type(code)).status).toBe(200);
});

test('a second device can enter the code that the first one requested', async () => {
  const code = await freshCode(stranger());
  expect((await stranger().type(code)).status).toBe(200);
});

test('a code sent by staff works in a browser with its own code', async () => {
  const owner = stranger();
  await freshCode(owner);
  const origin = { ip: null, userAgent: '' };
  const { accounts } = t.areas;
  await t.kernel.work.write((tx) => sendSignInMail(accounts, tx, email, origin));
  expect((await owner.type(await newestCode())).status).toBe(200);
});

test('three wrong codes lock another browser until it requests its own code', async () => {
  const code = await freshCode(stranger());
  const phone = stranger();
  for (let tries = 0; tries < 3; tries++) await phone.type(wrong(code));
  expect((await phone.type(code)).body).toMatchObject({ code: 'too_many_attempts' });
  const own = await freshCode(phone);
  expect((await phone.type(wrong(own))).body).toMatchObject({ attempts_left: 1 });
  expect((await phone.type(own)).status).toBe(200);
});

test('a code sent twice at once keeps the cookie of a shared browser', async () => {
  const browser = await signedIn();
  const cookie = browser.cookies.get('device');
  email = `other-${email}`;
  const code = await freshCode(browser);
  const replies = await Promise.all([browser.type(code), browser.type(code)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(browser.cookies.get('device')).toBe(cookie);
});

test('five wrong codes lock the source, and another code does not reset the count', async () => {
  const browser = stranger();
  const first = await freshCode(browser);
  for (const attempts_left of [4, 3, 2])
    expect((await browser.type(wrong(first))).body).toMatchObject({
      code: 'otp_invalid',
      attempts_left,
    });
  const second = await freshCode(browser);
  expect((await browser.type(wrong(second))).body).toMatchObject({ attempts_left: 1 });
  const locked = await browser.type(wrong(second));
  expect([locked.status, locked.body]).toEqual([
    429,
    expect.objectContaining({ code: 'too_many_attempts', retry_after: 900 }),
  ]);
  expect((await browser.type(second)).body).toMatchObject({ code: 'too_many_attempts' });
  t.clock.advance(15 * minuteMs);
  expect((await browser.type(await freshCode(browser))).status).toBe(200);
});

test('a locked network gets no code but the time to wait; others get one', async () => {
  const browser = stranger();
  const code = await freshCode(browser);
  for (let tries = 0; tries < 5; tries++) await browser.type(wrong(code));
  const sent = (await t.mails(email)).length;
  t.clock.advance(60_000);
  const refused = await browser.ask();
  expect([refused.status, refused.body]).toMatchObject([
    429,
    {
      detail: 'Too many wrong codes. Wait, then ask for a new code.',
      code: 'too_many_attempts',
      retry_after: 840,
    },
  ]);
  expect(refused.headers['retry-after']).toBe('840');
  expect(await t.mails(email)).toHaveLength(sent);
  const other = stranger();
  expect((await other.type(await freshCode(other))).status).toBe(200);
});

const readSessionId = (access: unknown) =>
  JSON.parse(Buffer.from(String(access).split('.')[1]!, 'base64url').toString()).sid;

test('the same browser gets the same session again for a minute, without side effects', async () => {
  const known = await signedIn();
  const browser = stranger();
  const code = await freshCode(browser);
  const first = await browser.type(code);
  // The answer got lost, and with it the cookie that makes the browser known.
  browser.cookies.delete('device');
  const traces = async () => ({
    mails: (await t.mails(email)).length,
    sessions: (await t.kernel.database.write.selectFrom('session').select('id').execute()).length,
    activity: (await t.kernel.database.write.selectFrom('account_activity').select('id').execute())
      .length,
  });
  const before = await traces();
  t.clock.advance(30_000);
  const again = await browser.type(code);
  expect(again.status).toBe(200);
  expect(readSessionId(again.body.access)).toBe(readSessionId(first.body.access));
  expect(again.body.user).toEqual(first.body.user);
  expect(await traces()).toEqual(before);
  for (const other of [stranger(), known])
    expect((await other.type(code)).body).toMatchObject({ code: 'otp_invalid' });
  expect((await browser.type(wrong(code))).body).toMatchObject({ code: 'otp_invalid' });
  t.clock.advance(31_000);
  expect((await browser.type(code)).body).toMatchObject({ code: 'otp_invalid' });
  // It is known now: another sign-in is no new device's.
  expect((await browser.type(await freshCode(browser))).status).toBe(200);
  const announced = (await t.mails(email)).filter(({ kind }) => kind === 'accounts.new_device');
  expect(announced).toHaveLength(1);
});

test('a signed-out session is not returned again', async () => {
  const browser = stranger();
  const code = await freshCode(browser);
  const { refresh } = (await browser.type(code)).body;
  await send(t, 'POST', '/apix/accounts/token/blacklist/', { refresh });
  expect((await browser.type(code)).body).toMatchObject({ code: 'otp_invalid' });
});

test('an account keeps its fifty most recently used sessions', async () => {
  const device = await signedIn();
  const { id } = await t.kernel.database.write
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: 60 }, (_, at) => ({
    id: createId(),
    account_id: id,
    created_at: t.clock.now(),
    last_used_at: new Date(t.clock.now().getTime() + (at + 1) * 1000),
    expires_at: new Date(t.clock.now().getTime() + 86_400_000),
  }));
  await t.kernel.database.write.insertInto('session').values(rows).execute();
  t.clock.advance(61_000);
  const reply = await device.type(await freshCode(device));
  const headers = { authorization: `Bearer ${reply.body.access}` };
  const list = await send(t, 'GET', '/apix/accounts/sessions/?page_size=100', undefined, {
    headers,
  });
  const remaining = (list.body.results as { id: string }[]).map((one) => one.id);
  expect(remaining).toHaveLength(50);
  expect(remaining).toEqual(expect.arrayContaining(rows.slice(-49).map((row) => row.id)));
});

test('guessing at many addresses alerts the admins once and slows unknown networks down', async () => {
  const device = await signedIn();
  const admin = await t.signIn('admin@example.com', { roles: ['admin'] });
  const rows = Array.from({ length: failedAttemptsPerHourMax - 1 }, (_, at) => ({
    id: createId(),
    email: `victim${at}@example.com`,
    source_key: `10.200.0.${at}`,
    is_known: false,
    attempted_at: t.clock.now(),
  }));
  await t.kernel.database.write.insertInto('failed_code_attempt').values(rows).execute();
  const alarms = async () =>
    (await t.mails()).filter(({ kind }) => kind === 'accounts.guessing').map(({ to }) => to);
  expect(await alarms()).toEqual([]);
  const browser = stranger();
  await browser.type(wrong(await freshCode(browser)));
  await browser.type(wrong(await freshCode(browser)));
  expect((await alarms()).toSorted()).toEqual([admin.email, 'alerts@example.com']);

  const network = openBrowser('10.201.0.1');
  for (let tries = 0; tries < 6; tries++)
    expect((await network.type(await freshCode(network))).status).toBe(200);
  const own = email;
  for (let tries = 0; tries < 5; tries++) {
    email = `guess${tries}-${own}`;
    const guesser = openBrowser('10.202.0.1');
    expect((await guesser.type(wrong(await freshCode(guesser)))).status).toBe(400);
  }
  const slowed = await openBrowser('10.202.0.1').type('123456');
  expect([slowed.status, slowed.body]).toEqual([
    429,
    expect.objectContaining({ code: 'throttled', retry_after: expect.any(Number) }),
  ]);
  email = own;
  const code = await freshCode(device);
  for (const attempts_left of [4, 3, 2])
    expect((await device.type(wrong(code))).body).toMatchObject({ attempts_left });
  expect((await device.type(code)).status).toBe(200);
  const metrics = await t.app.inject('/metrics');
  expect(metrics.body).toMatch(/^sign_in_wrong_codes_last_hour 1\d\d$/m);
});
