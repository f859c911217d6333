// The API as its clients know it, from outside: over HTTP, with the fields, statuses, errors and
// headers that are written down for them. It reads no contract of ours, so a change there shows.
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { simulateSandboxAction } from '../factories/payments.ts';
import { petrolCar } from '../factories/petrol-car.ts';
import { addFunds } from '../factories/subscriptions.ts';
import { setFreeLimits } from '../factories/usage.ts';
import { useApp } from '../harness.ts';
import * as objects from './wire-objects.ts';

type Json = Record<string, unknown>;
type Reply = { status: number; body: Json; headers: Headers };

const t = useApp({ PROXY_ALLOW_PRIVATE: '1', STAFF_EMAILS: 'boss@example.com' });
let origin = '';
let ada: Record<string, string>;
let eve: Record<string, string>;
let boss: Record<string, string>;
let byKey: Record<string, string>;

async function call(
  who: Record<string, string> | null,
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(`${origin}/apix${path}`, {
    method,
    headers: {
      ...who,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...more,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    body: isJson && text ? (JSON.parse(text) as Json) : {},
    headers: response.headers,
  };
}

/** The answer, which must have this status. */
async function expectStatus(status: number, reply: Promise<Reply>): Promise<Json> {
  const response = await reply;
  expect(response, JSON.stringify(response.body)).toMatchObject({ status });
  return response.body;
}
const get = (path: string, who = ada) => expectStatus(200, call(who, 'GET', path));
const post = (status: number, path: string, body?: unknown, who = ada) =>
  expectStatus(status, call(who, 'POST', path, body));

const missing = (object: unknown, fields: readonly string[]) =>
  fields.filter((name) => !Object.hasOwn(object as object, name));
function expectFields(object: unknown, ...fields: (readonly string[])[]): void {
  expect(missing(object, fields.flat())).toEqual([]);
}
/** Of a list: the page's own fields, and those of its first row. */
async function expectPage(path: string, fields: readonly string[], who = ada): Promise<Json> {
  const body = await get(path, who);
  expectFields(body, objects.page);
  const [first] = body.results as Json[];
  expect(first, `${path} has no row`).toBeDefined();
  expectFields(first, fields);
  return first!;
}

async function signInByMail(email: string): Promise<Record<string, string>> {
  expect(await post(200, '/accounts/otp/request/', { email }, {})).toEqual({
    message: 'OTP code sent to your email',
    expires_in: 600,
    resend_after: 30,
  });
  const [mail] = await t.mails(email);
  const otp = /^(\d{6}) is your/.exec(mail!.subject)![1];
  const tokens = await post(200, '/accounts/otp/verify/', { email, otp }, {});
  expectFields(tokens, ['access', 'refresh', 'user']);
  expectFields(tokens.user, objects.user);
  const renewed = await post(200, '/accounts/token/refresh/', { refresh: tokens.refresh }, {});
  expect(Object.keys(renewed)).toEqual(['access']);
  return { authorization: `Bearer ${String(renewed.access)}` };
}

beforeAll(async () => {
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  ada = await signInByMail('ada@example.com');
  eve = await signInByMail('eve@example.com');
  boss = await signInByMail('boss@example.com');
  const { id } = await get('/accounts/profile/');
  await addFunds(t, Number(id), '500');
  await setFreeLimits(t.kernel, { max_api_keys: 10, max_proxy_resources: 10 });
  const { key } = await post(201, '/billing/api-keys/', { name: 'program' });
  byKey = { authorization: `ApiKey ${String(key)}` };
});

async function createPaidPayment(): Promise<Json> {
  const payment = await post(201, '/payments/payments/', {
    amount_usd: '25.00',
    currency_code: 'USD',
  });
  await simulateSandboxAction(t, String(payment.uuid), 'pay');
  return payment;
}

async function recordUsage(): Promise<void> {
  await expectStatus(200, call(byKey, 'GET', '/billing/usage/'));
  await t.areas.usage.flush();
}

describe('objects have every field of theirs', () => {
  test('profile', async () => {
    expectFields(await get('/accounts/profile/'), objects.user);
    const changed = await call(ada, 'PATCH', '/accounts/profile/partial/', { first_name: 'Ada' });
    expect(changed.body).toMatchObject({ first_name: 'Ada', last_name: '' });
  });

  test('leads', async () => {
    const sent = await post(201, '/leads/leads/submit/', objects.inquiry);
    expect(sent).toEqual({
      success: true,
      message: "Message sent successfully! We'll get back to you soon.",
      lead_id: expect.any(Number),
    });
    const own = await expectPage('/leads/leads/', objects.lead);
    expect(missing(own, objects.leadForStaff)).toEqual(objects.leadForStaff);
    await expectPage('/leads/leads/', [...objects.lead, ...objects.leadForStaff], boss);
  });

  test('keys', async () => {
    const created = await post(201, '/billing/api-keys/', { name: 'shop' });
    expectFields(created, objects.apiKey, ['key', 'warning']);
    expect(String(created.key)).toMatch(/^sk_[a-z]+_[0-9A-Za-z]{24,}$/);
    await expectPage('/billing/api-keys/', objects.apiKey);
    for (const word of ['deactivate', 'activate'])
      expectFields(await post(200, `/billing/api-keys/${created.id}/${word}/`), objects.apiKey);
  });

  test('tariffs and subscriptions', async () => {
    const tariff = await expectPage('/billing/tariffs/', objects.tariff);
    expectFields(tariff.limits, objects.tariffLimits);
    expectFields(await get('/billing/tariffs/pro/', {}), objects.tariff);
    const current = await get('/billing/subscriptions/current/');
    const path = `/billing/subscriptions/${String(current.id)}/`;
    const country = { kind: 'person', country: 'US', email: 'ada@example.com' };
    expect((await call(ada, 'PUT', '/invoices/billing-profile/', country)).status).toBe(200);
    const changed = await call(ada, 'PATCH', path, { tariff: 'pro' });
    expect(changed.body).toMatchObject({ status: 'active', currency: 'USD' });
    expectFields(changed.body, objects.subscription);
    expectFields(changed.body.usage, objects.subscriptionUsage);
    expectFields(changed.body.limits, objects.tariffLimits);
    await expectPage('/billing/subscriptions/', objects.subscription);
  });

  test('usage, charts and the overview', async () => {
    const { id } = await get('/billing/subscriptions/current/');
    await recordUsage();
    const record = await expectPage('/billing/usage/', objects.usageRecord);
    expectFields((await get('/billing/usage/')).summary, objects.usageSummary);
    expectFields(await get(`/billing/usage/${String(record.id)}/`), objects.usageRecord);
    await expectPage('/billing/usage/?group_by=day', objects.usageGroup);
    await expectPage(`/billing/subscriptions/${String(id)}/usage/`, objects.usageRecord);
    const chart = await get('/billing/charts/?metric=requests');
    expectFields(chart, objects.chart);
    expectFields(chart.totals, objects.chartTotals);
    expectFields(
      await get('/billing/charts/detailed/?compare=previous'),
      objects.chart,
      objects.chartDetails,
    );
    const overview = await get('/billing/dashboard/overview/');
    expectFields(overview, objects.overview);
    for (const [block, fields] of Object.entries(objects.overviewMetrics))
      expectFields((overview.metrics as Json)[block], fields);
  });

  test('currencies, payments and transactions', async () => {
    await expectPage('/payments/currencies/', objects.currency);
    expect(await get('/payments/currencies/currencies/')).toEqual({
      currencies: expect.arrayContaining([expect.any(String)]),
    });
    const checked = await get('/payments/currencies/currencies_checked/');
    expectFields(checked, ['selectedCurrencies', 'currencies']);
    const { currencies } = await get('/payments/currencies/currencies_detailed/');
    expectFields((currencies as Json[])[0], objects.currency, objects.detailedCurrency);

    const payment = await createPaidPayment();
    expectFields(payment, objects.payment);
    expect(payment.internal_id).toMatch(/^PAY_\d{8}_[0-9A-F]{8}$/);
    const path = `/payments/payments/${String(payment.uuid)}/`;
    expect(await get(path)).toMatchObject({ status: 'completed', is_final: true });
    await expectPage('/payments/payments/', objects.paymentListItem);

    for (const set of ['/payments/', path]) {
      const first = await expectPage(`${set}transactions/`, objects.transaction);
      expectFields(await get(`${set}transactions/${String(first.uuid)}/`), objects.transaction);
      const statistics = await get(`${set}transactions/statistics/`);
      expectFields(statistics, objects.statistics);
      const { type_stats } = await get(`${set}transactions/by_type/`);
      expect(Object.keys(type_stats as Json).toSorted()).toEqual(
        objects.transactionTypes.toSorted(),
      );
      const reference = await get(`${set}transactions/by_reference/?reference=unknown`);
      expectFields(reference, objects.byReference);
      expect(reference.count).toBe(0);
    }
    expectFields(await get('/payments/transactions/balance/'), objects.balance);
    expectFields(await get(`${path}transactions/balance/`), objects.paymentBalance);
  });

  test('tickets and messages', async () => {
    const body = { subject: 'It does not work', message: 'Help!' };
    const ticket = await post(201, '/support/tickets/', body);
    expectFields(ticket, objects.ticket);
    expect(ticket.status).toBe('waiting_for_admin');
    await expectPage('/support/tickets/', objects.ticket);
    const path = `/support/tickets/${String(ticket.uuid)}/messages/`;
    const message = await post(201, path, { text: 'Still does not.' });
    expectFields(message, objects.message);
    expectFields(message.sender, objects.sender);
    expectFields(await get(`${path}${String(message.uuid)}/`), objects.message);
    expectFields(
      await get(`${path}${String(message.uuid)}/`, boss),
      objects.message,
      objects.messageForStaff,
    );
    expect((await get(path)).page_size).toBe(50);
  });

  test('rates and calculations of both kinds', async () => {
    const rates = await get('/data_customs/currencies/');
    expectFields(rates, objects.ratesPage);
    expectFields((rates.results as Json[])[0], objects.rate);
    const codes = (rates.results as { code: string }[]).map(({ code }) => code);
    expect(codes).toEqual(codes.toSorted());
    const conversion = await get('/data_customs/currencies/convert/?from=EUR&to=USD');
    expectFields(conversion, objects.conversion);
    for (const [kind, thing, input] of [
      ['vehicle', 'vehicle', petrolCar],
      ['custom', 'goods', objects.shirts],
    ] as const) {
      const path = `/data_customs/${kind}-calculation/`;
      const run = await post(200, `${path}calculate/`, input);
      expectFields(run, objects.calculation);
      expectFields((run.breakdown as Json[])[0], objects.calculationLine);
      const saved = await post(201, path, input);
      expect(saved).toMatchObject({ is_saved: true, kind });
      await expectPage(path, objects.calculation);
      await expectPage(`${path}history/`, objects.historyRow);
      // The address of the document opens without a bearer, for some minutes.
      const { pathname, search } = new URL(String(saved.pdf_url));
      const pdf = await fetch(new URL(pathname + search, origin));
      expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(pdf.headers.get('content-disposition')).toBe(
        `attachment; filename="customs-${thing}-${String(saved.id)}.pdf"`,
      );
    }
  });

  test('proxies', async () => {
    const fields = { name: 'shop', target_hosts: ['*.example.com'] };
    expectFields(await post(201, '/data_proxy/resources/', fields), objects.resource);
    const path = '/data_proxy/resources/shop/';
    await post(200, `${path}proxies/`, { text: '127.0.0.1:4001\n127.0.0.1:4002' });
    await expectPage('/data_proxy/resources/', objects.resource);
    const proxy = await expectPage(`${path}proxies/?status=all`, objects.proxy);
    expectFields((await get(`${path}proxies/`)).pool, objects.pool);
    expectFields(await get(`${path}statistics/`), objects.proxyStatistics);
    const blocked = { resource: 'shop', proxy: proxy.id, reason: 'banned' };
    expectFields(await post(200, '/data_proxy/proxy/block/', blocked), objects.block);
  });

  test('speech', async () => {
    const spoken = await post(200, '/services/tts/base64/', { text: 'Hello.' });
    expectFields(spoken, objects.speech);
  });
});

describe('errors have the shapes that clients read', () => {
  const fieldErrors: [string, string, unknown, Json][] = [
    ['POST', '/accounts/otp/request/', { email: 'x' }, { email: ['Enter a valid email address.'] }],
    [
      'POST',
      '/accounts/otp/verify/',
      { email: 'a@example.com', otp: '12' },
      { otp: ['Please enter the 6-digit verification code'] },
    ],
    ['POST', '/accounts/token/refresh/', {}, { refresh: ['This field is required.'] }],
    [
      'GET',
      '/payments/transactions/by_reference/',
      undefined,
      { reference: ['This field is required.'] },
    ],
    [
      'GET',
      '/payments/payments/?status=bogus',
      undefined,
      { status: ['"bogus" is not a valid choice.'] },
    ],
    [
      'GET',
      '/data_customs/currencies/convert/?from=XYZ&to=USD',
      undefined,
      { from: ['Unsupported currency: XYZ'] },
    ],
    [
      'POST',
      '/payments/payments/',
      { amount: '5', pay_currency: 'XYZ' },
      { pay_currency: ['Currency XYZ is not available'] },
    ],
    [
      'POST',
      '/payments/payments/',
      { amount: '0.50', pay_currency: 'USD' },
      { amount: ['Ensure this value is greater than or equal to 1.00.'] },
    ],
    ['POST', '/services/tts/base64/', {}, { text: ['This field is required.'] }],
    ['POST', '/services/transcribe/base64/', { audio: '%' }, { audio: ['Invalid base64 data.'] }],
  ];
  test.each(fieldErrors)('%s %s %j', async (method, path, body, expected) => {
    const reply = await call(ada, method, path, body);
    expect(reply).toMatchObject({ status: 400, body: expected });
  });

  test('a wrong profile is told in the words of its fields', async () => {
    const body = { first_name: '', last_name: 'x'.repeat(51), company: 'x'.repeat(101) };
    expect(await call(ada, 'PATCH', '/accounts/profile/partial/', body)).toMatchObject({
      status: 400,
      body: {
        first_name: ['First name is required'],
        last_name: ['Last name must be less than 50 characters'],
        company: ['Company name must be less than 100 characters'],
      },
    });
  });

  test('an illegal state names itself after its message', async () => {
    const { uuid } = await createPaidPayment();
    const reply = await call(ada, 'POST', `/payments/payments/${String(uuid)}/cancel/`);
    expect(reply.status).toBe(400);
    expect(Object.entries(reply.body).slice(0, 3)).toEqual([
      ['non_field_errors', ['Payment can no longer be cancelled.']],
      ['code', 'invalid_state'],
      ['current_status', 'completed'],
    ]);
  });

  test('who may not is told why', async () => {
    const nobody = await call({}, 'GET', '/accounts/profile/');
    expect([nobody.status, nobody.body, nobody.headers.get('www-authenticate')]).toMatchObject([
      401,
      { detail: 'Authentication credentials were not provided.', code: 'not_authenticated' },
      'Bearer realm="api"',
    ]);
    const forged = await call({ authorization: 'Bearer x' }, 'GET', '/accounts/profile/');
    expect(forged.body).toMatchObject({
      detail: 'Given token not valid for any token type',
      code: 'token_not_valid',
    });
    expect((await call(byKey, 'GET', '/billing/api-keys/')).body.code).toBe('jwt_required');
    const two = { ...ada, 'x-api-key': byKey.authorization!.slice(7) };
    expect(await call(two, 'GET', '/accounts/profile/')).toMatchObject({
      status: 400,
      body: { code: 'ambiguous_credentials' },
    });
    expect(await call(ada, 'POST', '/leads/leads/', {})).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    });
  });

  test("somebody else's object is not found, whatever it is", async () => {
    await createPaidPayment();
    await recordUsage();
    for (const [path, body] of [
      ['/support/tickets/', { subject: 'It is mine', message: 'Only mine.' }],
      ['/data_customs/vehicle-calculation/', petrolCar],
      ['/data_customs/custom-calculation/', objects.shirts],
      ['/data_proxy/resources/', { name: 'own', target_hosts: ['*.example.com'] }],
      ['/leads/leads/submit/', objects.inquiry],
    ] as const)
      await post(201, path, body);
    const lists = [
      '/billing/api-keys/',
      '/billing/subscriptions/',
      '/billing/usage/',
      '/payments/payments/',
      '/payments/transactions/',
      '/support/tickets/',
      '/data_customs/vehicle-calculation/',
      '/data_customs/custom-calculation/',
      '/data_proxy/resources/',
      '/leads/leads/',
    ];
    for (const list of lists) {
      const [first] = (await get(list)).results as Json[];
      const id = first!.uuid ?? first!.id ?? first!.name;
      expect(await call(eve, 'GET', `${list}${String(id)}/`)).toMatchObject({
        status: 404,
        body: { detail: 'Not found.', code: 'not_found' },
      });
    }
  });

  test('what is not there, not allowed, too much or not JSON', async () => {
    expect(await call(ada, 'GET', '/nowhere/')).toMatchObject({ status: 404 });
    expect((await call(ada, 'GET', '/payments/payments/?page=99')).body).toMatchObject({
      detail: 'Invalid page.',
      code: 'not_found',
    });
    const put = await call(ada, 'PUT', '/payments/transactions/', {});
    expect([put.status, put.body, put.headers.get('allow')]).toMatchObject([
      405,
      expect.objectContaining({
        detail: 'Method "PUT" not allowed.',
        code: 'method_not_allowed',
      }),
      expect.stringContaining('GET'),
    ]);
    const text = { 'content-type': 'text/plain' };
    expect((await call(ada, 'POST', '/support/tickets/', 'x', text)).status).toBe(415);
    const large = { subject: 'x'.repeat(1_100_000) };
    expect((await call(ada, 'POST', '/support/tickets/', large)).status).toBe(413);
    expect(await call({}, 'POST', '/payments/webhook/', {})).toMatchObject({ status: 400 });
  });
});

describe('headers', () => {
  test('of every answer', async () => {
    const { headers } = await call(ada, 'GET', '/accounts/profile/', undefined, {
      'x-request-id': 'mine',
    });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('cache-control')).toMatch(/no-store|private/);
    for (const name of ['limit', 'remaining', 'reset'])
      expect(Number(headers.get(`x-ratelimit-${name}`))).toBeGreaterThanOrEqual(0);
  });

  test('tariffs may be cached by anybody, and asked for again by their tag', async () => {
    const first = await call({}, 'GET', '/billing/tariffs/');
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const again = await call({}, 'GET', '/billing/tariffs/', undefined, {
      'if-none-match': first.headers.get('etag')!,
    });
    expect(again.status).toBe(304);
    const own = await call(ada, 'GET', '/billing/tariffs/');
    expect(own.headers.get('cache-control')).toContain('private');
    expect(own.headers.get('vary')).toMatch(/authorization.*x-api-key/i);
  });

  test('a repeated key has the first answer again; another body is a conflict', async () => {
    const body = { subject: 'Once', message: 'Only once.' };
    const key = { 'idempotency-key': 'once' };
    const first = await call(ada, 'POST', '/support/tickets/', body, key);
    const again = await call(ada, 'POST', '/support/tickets/', body, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = { ...body, subject: 'Twice' };
    expect(await call(ada, 'POST', '/support/tickets/', other, key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    });
    const stranger = await call(eve, 'POST', '/support/tickets/', body, key);
    expect([stranger.status, stranger.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  test('a limit says when to come again', async () => {
    const email = 'often@example.com';
    await post(200, '/accounts/otp/request/', { email }, {});
    const refused = await call({}, 'POST', '/accounts/otp/request/', { email });
    expect(refused).toMatchObject({ status: 429, body: { code: 'cooldown' } });
    expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.retry_after);
  });

  test('what was sent and not read is named', async () => {
    const body = { subject: 'Colours', message: 'Which?', colour: 'red' };
    const reply = await call(ada, 'POST', '/support/tickets/', body);
    expect([reply.status, reply.headers.get('x-ignored-fields')]).toEqual([201, 'colour']);
  });
});

test('a path is the same with and without its last slash, also for what is sent', async () => {
  const body = { subject: 'No slash', message: 'None.' };
  expect((await call(ada, 'GET', '/support/tickets')).status).toBe(200);
  expect((await call(ada, 'POST', '/support/tickets', body)).status).toBe(201);
});

test('what is deleted is answered with nothing', async () => {
  const { id } = await post(201, '/billing/api-keys/', { name: 'gone' });
  const reply = await call(ada, 'DELETE', `/billing/api-keys/${String(id)}/`);
  expect([reply.status, reply.body]).toEqual([204, {}]);
});
