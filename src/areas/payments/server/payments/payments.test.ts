import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  applySandboxAction,
  createCompletedPayment,
  createSandboxPayment,
  fetchAvailableBalance,
  fetchPayment,
  paymentsPath,
  simulateSandboxAction,
} from '#test/factories/payments.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { ProviderRefused, ProviderUnavailable } from '../providers/provider.ts';

const t = useApp();
const path = (uuid: string, rest = '') => `${paymentsPath}${uuid}/${rest}`;
const unknownId = '01900000-0000-7000-8000-000000000000';

describe('creating a payment', () => {
  test('returns where to send how much, fee included', async () => {
    const who = await t.signIn('ask@example.com');
    const payment = await createSandboxPayment(t, who, { amount: 100, pay_currency: 'usdttrc20' });
    expect(payment).toMatchObject({
      amount: '100.00',
      currency: 'USD',
      fee_amount: '0.50',
      status: 'pending',
      network: 'trx',
      is_test: true,
      next_step: 'pay',
      can_cancel: true,
      is_pending: true,
      credited_amount: null,
    });
    expect(payment.internal_id).toMatch(/^PAY_\d{8}_[0-9A-F]{8}$/);
    expect(payment.pay_address).toMatch(/^T/);
    expect(payment.amount_left).toBe(payment.pay_amount);
    expect(payment.status_history).toMatchObject([{ status: 'pending', source: 'user' }]);
    expect(payment.seconds_left).toBe(3600);
  });

  test('accepts the aliases of amount and currency', async () => {
    const { headers } = await t.signIn('alias@example.com');
    const body = { amount_usd: '12.5', currency_code: 'BTC' };
    const reply = await send(t, 'POST', paymentsPath, body, { headers });
    expect(reply.body).toMatchObject({ amount: '12.50', pay_currency: 'btc' });
  });

  test.each([
    [{ amount: '0.99' }, { amount: ['Ensure this value is greater than or equal to 1.00.'] }],
    [{ amount: '50000.01' }, { amount: ['Ensure this value is less than or equal to 50000.00.'] }],
    [
      { amount: '0.01', currency: 'EUR', pay_currency: 'EUR' },
      { amount: ['Ensure this value is greater than or equal to $1.00 of worth.'] },
    ],
    [{ amount: '1.001' }, { amount: ['This is finer than USD can be divided.'] }],
    [{ amount: 'ten' }, { amount: ['A valid number is required.'] }],
    [{ pay_currency: 'XYZ' }, { pay_currency: ['Currency XYZ is not available'] }],
    [{ pay_currency: 'RUB' }, { pay_currency: ['Currency RUB is not available'] }],
    [{ purpose: 'subscription' }, { subscription: ['This field is required.'] }],
    [
      { purpose: 'subscription', subscription: null },
      { subscription: ['This field is required.'] },
    ],
    [{ subscription: unknownId }, { subscription: ['Unknown subscription.'] }],
    [{ currency: 'btc' }, { currency: ['Currency btc is not available'] }],
    [{ success_url: 'https://evil.example/' }, { success_url: ['Use an address of this site.'] }],
    [{ cancel_url: '//evil.example' }, { cancel_url: ['Use an address of this site.'] }],
    [{ cancel_url: '/\\evil.example' }, { cancel_url: ['Use an address of this site.'] }],
  ])('refuses %j', async (change, fields) => {
    const { headers } = await t.signIn('limits@example.com');
    const body = { amount: '25.00', pay_currency: 'USD', ...change };
    const reply = await send(t, 'POST', paymentsPath, body, { headers });
    expect(reply).toMatchObject({ status: 400, body: fields });
  });

  test.each([
    [{}, 'This field is required.'],
    [{ amount: -5 }, 'Ensure this value is greater than or equal to 1.00.'],
    [{ amount: '60000' }, 'Ensure this value is less than or equal to 50000.00.'],
    [{ amount: [] }, 'A valid number is required.'],
  ])('names all that is wrong with %j', async (body, message) => {
    const who = await t.signIn('errors@example.com');
    const reply = await send(t, 'POST', paymentsPath, { ...body, purpose: 'subscription' }, who);
    expect(reply).toMatchObject({ status: 400 });
    expect(reply.body).toEqual({
      amount: [message],
      pay_currency: ['This field is required.'],
      subscription: ['This field is required.'],
    });
  });

  test('refuses a currency that the provider can not convert to, and saves nothing', async () => {
    const who = await t.signIn('card@example.com');
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    sandbox.convertsPrice = false;
    const body = { amount: '25.00', pay_currency: 'EUR' };
    const reply = await send(t, 'POST', paymentsPath, body, who);
    const inEuros = await createSandboxPayment(t, who, { ...body, currency: 'EUR' });
    sandbox.convertsPrice = true;
    expect(reply.body).toEqual({ pay_currency: ['Currency EUR is not available'] });
    expect(inEuros).toMatchObject({ currency: 'EUR', pay_amount: '25.00' });
    const { rows } = await sql`select from payment where account_id = ${who.accountId}`.execute(
      t.kernel.database.write,
    );
    expect(rows).toHaveLength(1);
  });

  test('accepts only one’s own subscription', async () => {
    const who = await createCustomer(t, 'subscriber@example.com');
    const other = await t.signIn('not-subscriber@example.com');
    const current = await send(t, 'GET', '/apix/billing/subscriptions/current/', undefined, who);
    const subscription = current.body.id;
    const body = { amount: '25.00', pay_currency: 'USD', purpose: 'subscription', subscription };
    expect(await send(t, 'POST', paymentsPath, body, who)).toMatchObject({
      status: 201,
      body: { subscription },
    });
    expect(await send(t, 'POST', paymentsPath, body, other)).toMatchObject({
      status: 400,
      body: { subscription: ['Unknown subscription.'] },
    });
  });

  test('refuses metadata of more than 4 KB', async () => {
    const { headers } = await t.signIn('limits@example.com');
    const metadata = { a: 'x'.repeat(5000) };
    const body = { amount: '25.00', pay_currency: 'USD', metadata };
    const reply = await send(t, 'POST', paymentsPath, body, { headers });
    expect(reply.body).toEqual({ metadata: ['Ensure this field has no more than 4 KB.'] });
  });

  test('returns the minimum of a currency', async () => {
    const { headers } = await t.signIn('least@example.com');
    const body = { amount: '2.00', pay_currency: 'usdterc20' };
    const reply = await send(t, 'POST', paymentsPath, body, { headers });
    expect(reply.status).toBe(400);
    expect(reply.body.amount).toEqual([
      expect.stringMatching(/^Ensure this value is greater than or equal to \d+\.\d\d\.$/),
    ]);
  });

  test('stores return addresses of this site', async () => {
    const who = await t.signIn('back@example.com');
    const payment = await createSandboxPayment(t, who, { success_url: '/dashboard/wallet' });
    expect(payment.success_url).toBe('http://localhost:3000/dashboard/wallet');
  });

  test('creates one payment per Idempotency-Key', async () => {
    const who = await t.signIn('once@example.com');
    const body = { amount: '25.00', pay_currency: 'USD' };
    const headers = { ...who.headers, 'idempotency-key': 'top-up-1' };
    const first = await send(t, 'POST', paymentsPath, body, { headers });
    const second = await send(t, 'POST', paymentsPath, body, { headers });
    expect(second.body.uuid).toBe(first.body.uuid);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  test.each([
    [new ProviderUnavailable('sandbox', 'timeout', 7), 503, 'provider_unavailable'],
    [new ProviderRefused('sandbox', 'Choose another one.'), 502, 'provider_refused'],
  ])('returns the provider’s error: %s', async (error, status, code) => {
    const { headers } = await t.signIn(`down-${status}@example.com`);
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    const { createPayment } = sandbox;
    sandbox.createPayment = () => Promise.reject(error);
    const body = { amount: '25.00', pay_currency: 'USD' };
    const reply = await send(t, 'POST', paymentsPath, body, { headers });
    sandbox.createPayment = createPayment;
    expect(reply).toMatchObject({ status, body: { code } });
    const list = await send(t, 'GET', paymentsPath, undefined, { headers });
    expect(list.body.count).toBe(0);
  });
});

describe('reading payments', () => {
  test('lists one’s own, newest first, by status, search and amount', async () => {
    const who = await t.signIn('list@example.com');
    const one = await createSandboxPayment(t, who, { description: 'Books' });
    const two = await createCompletedPayment(t, who, { amount: '40.00' });
    const ask = async (query: string) => {
      const reply = await send(t, 'GET', `${paymentsPath}?${query}`, undefined, who);
      return (reply.body.results as { uuid: string }[]).map(({ uuid }) => uuid);
    };
    expect(await ask('ordering=amount')).toEqual([one.uuid, two.uuid]);
    expect(await ask('status=completed,expired')).toEqual([two.uuid]);
    expect(await ask('search=books')).toEqual([one.uuid]);
    expect(await ask('currency=usd&ordering=amount')).toEqual([one.uuid, two.uuid]);
    expect(await ask('currency=eur')).toEqual([]);
    const coins = await createSandboxPayment(t, who, { pay_currency: 'usdttrc20' });
    expect(await ask('pay_currency=USDTTRC20')).toEqual([coins.uuid]);
    expect(await ask('pay_currency=usd&ordering=amount')).toEqual([one.uuid, two.uuid]);
    expect(await ask('currency=usd&pay_currency=btc')).toEqual([]);
    await send(t, 'POST', path(coins.uuid, 'cancel/'), {}, who);
    await send(t, 'DELETE', path(coins.uuid), undefined, who);
    expect(await ask('min_amount=30&max_amount=50&provider=sandbox&currency=USD')).toEqual([
      two.uuid,
    ]);
    expect(await ask('created_after=2090-01-01T00:00:00Z')).toEqual([]);
  });

  test('refuses an invalid page and status', async () => {
    const { headers } = await t.signIn('pages@example.com');
    const page = await send(t, 'GET', `${paymentsPath}?page=9`, undefined, { headers });
    expect(page.status).toBe(404);
    const status = await send(t, 'GET', `${paymentsPath}?status=lost`, undefined, { headers });
    expect(status.status).toBe(400);
  });

  test('somebody else’s payment does not exist, and finance sees it', async () => {
    const who = await t.signIn('mine@example.com');
    const other = await t.signIn('other@example.com');
    const finance = await t.signIn('finance@example.com', { roles: ['finance'] });
    const { uuid } = await createSandboxPayment(t, who);
    for (const id of [uuid, unknownId, 'nonsense'])
      expect((await send(t, 'GET', path(id), undefined, other)).status).toBe(404);
    expect((await send(t, 'GET', path(uuid), undefined, finance)).status).toBe(200);
    expect((await send(t, 'PATCH', path(uuid), { description: 'x' }, finance)).status).toBe(403);
    expect((await send(t, 'DELETE', path(uuid), undefined, finance)).status).toBe(403);
    const list = await send(t, 'GET', `${paymentsPath}?user=${who.accountId}`, undefined, finance);
    expect(list.body.count).toBe(1);
    const spied = await send(t, 'GET', `${paymentsPath}?user=${who.accountId}`, undefined, other);
    expect(spied.body.count).toBe(0);
  });

  test('refresh asks the provider, at most once in ten seconds', async () => {
    const who = await t.signIn('fresh@example.com');
    const { uuid } = await createSandboxPayment(t, who);
    const refresh = async () =>
      (await send(t, 'GET', path(uuid, '?refresh=true'), undefined, who)).body;
    expect((await refresh()).status).toBe('pending');
    await applySandboxAction(t, uuid, 'pay');
    expect((await refresh()).status).toBe('pending');
    t.clock.advance(10_000);
    expect((await refresh()).status).toBe('completed');
  });

  test.each(['GET', 'POST'] as const)('%s requires a login', async (method) => {
    const reply = await send(t, method, paymentsPath, method === 'POST' ? {} : undefined);
    expect(reply).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
  });
  test.each([
    ['GET', ''],
    ['PUT', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', 'cancel/'],
    ['POST', 'refund/'],
    ['GET', 'receipt/'],
  ] as const)('%s of one payment (%s) needs somebody who is signed in', async (method, rest) => {
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const reply = await send(t, method, path(unknownId, rest), body);
    expect(reply).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
  });
});

describe('changing a payment', () => {
  test('description and metadata, while it is pending, and nothing else', async () => {
    const who = await t.signIn('edit@example.com');
    const { uuid } = await createSandboxPayment(t, who);
    const change = { description: 'New', metadata: { order: 7 }, amount: '1.00' };
    const patched = await send(t, 'PATCH', path(uuid), change, who);
    expect(patched.body).toMatchObject({
      description: 'New',
      metadata: { order: 7 },
      amount: '25.00',
    });
    const put = await send(t, 'PUT', path(uuid), { description: 'Newer' }, who);
    expect(put.body).toMatchObject({ description: 'Newer', metadata: { order: 7 } });
    for (const method of ['PUT', 'PATCH'] as const) {
      const long = { description: 'x'.repeat(501) };
      expect((await send(t, method, path(uuid), long, who)).status).toBe(400);
      expect((await send(t, method, path(unknownId), change, who)).status).toBe(404);
    }
    await simulateSandboxAction(t, uuid, 'pay');
    for (const method of ['PUT', 'PATCH'] as const)
      expect(await send(t, method, path(uuid), { description: 'Late' }, who)).toMatchObject({
        status: 400,
        body: { code: 'invalid_state', current_status: 'completed' },
      });
  });

  test('finance cancels for a customer, with an audit record', async () => {
    const who = await t.signIn('cancelled@example.com');
    const finance = await t.signIn('canceller@example.com', { roles: ['finance'] });
    const { uuid } = await createSandboxPayment(t, who);
    const reply = await send(t, 'POST', path(uuid, 'cancel/'), { reason: 'Asked to' }, finance);
    expect(reply.body).toMatchObject({ status: 'cancelled' });
    const entry = await t.kernel.database.write
      .selectFrom('audit_entry')
      .selectAll()
      .where('account_id', '=', finance.accountId)
      .executeTakeFirst();
    expect(entry).toMatchObject({ subject_type: 'payment', subject_id: uuid });
  });

  test('only pending payments can be cancelled, which closes them at the provider', async () => {
    const who = await t.signIn('cancel@example.com');
    const { uuid } = await createSandboxPayment(t, who);
    const reply = await send(t, 'POST', path(uuid, 'cancel/'), { reason: 'Changed mind' }, who);
    expect(reply.body).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'Changed mind',
      next_step: 'start_again',
      is_final: true,
    });
    const row = await t.kernel.database.write
      .selectFrom('sandbox_payment')
      .select('status')
      .where('id', '=', uuid)
      .executeTakeFirst();
    expect(row?.status).toBe('expired');
    expect(await send(t, 'POST', path(uuid, 'cancel/'), {}, who)).toMatchObject({
      status: 400,
      body: {
        non_field_errors: ['Payment can no longer be cancelled.'],
        code: 'invalid_state',
        current_status: 'cancelled',
      },
    });
    const long = { reason: 'x'.repeat(501) };
    expect((await send(t, 'POST', path(uuid, 'cancel/'), long, who)).status).toBe(400);
    expect((await send(t, 'POST', path(unknownId, 'cancel/'), {}, who)).status).toBe(404);
  });

  test('unpaid closed payments can be hidden, paid ones can not', async () => {
    const who = await t.signIn('hide@example.com');
    const { uuid } = await createSandboxPayment(t, who);
    expect(await send(t, 'DELETE', path(uuid), undefined, who)).toMatchObject({
      status: 400,
      body: { code: 'payment_has_history' },
    });
    await send(t, 'POST', path(uuid, 'cancel/'), {}, who);
    expect((await send(t, 'DELETE', path(uuid), undefined, who)).status).toBe(204);
    expect((await send(t, 'GET', path(uuid), undefined, who)).status).toBe(404);
    expect((await send(t, 'DELETE', path(uuid), undefined, who)).status).toBe(404);
  });
});

describe('time', () => {
  test('an unpaid payment expires, and later money is credited and reported', async () => {
    const who = await t.signIn('late@example.com');
    await t.signIn('watch@example.com', { roles: ['finance'] });
    const { uuid } = await createSandboxPayment(t, who, { pay_currency: 'usdttrc20' });
    t.clock.advance(3_600_001);
    await t.jobs.runSchedule('payments.expire');
    // The session's token has run out too.
    const again = await t.signIn('late@example.com');
    expect(await fetchPayment(t, again, uuid)).toMatchObject({
      status: 'expired',
      seconds_left: 0,
    });
    await simulateSandboxAction(t, uuid, 'pay');
    const late = await fetchPayment(t, again, uuid);
    expect(late).toMatchObject({ status: 'completed', late: true });
    expect(await fetchAvailableBalance(t, again)).toBe(late.credited_amount);
    expect(await t.mails('watch@example.com')).toMatchObject([{ kind: 'payments.alert' }]);
  });

  test('a payment with a lost webhook is reconciled', async () => {
    const who = await t.signIn('lost@example.com');
    const { uuid } = await createSandboxPayment(t, who);
    await applySandboxAction(t, uuid, 'pay');
    await t.jobs.runSchedule('payments.reconcile');
    expect((await fetchPayment(t, who, uuid)).status).toBe('pending');
    t.clock.advance(121_000);
    await t.jobs.runSchedule('payments.reconcile');
    expect(await fetchPayment(t, who, uuid)).toMatchObject({ status: 'completed' });
  });
});
