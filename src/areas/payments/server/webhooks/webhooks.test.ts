import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { currentCaller } from '#kernel/database/work.ts';
import {
  applySandboxAction,
  createSandboxPayment,
  fetchAvailableBalance,
  fetchPayment,
  sendWebhook,
  signWebhook,
  simulateSandboxAction,
  webhookPath,
} from '#test/factories/payments.ts';
import { useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';
import { send } from '#test/requests.ts';
import { ProviderUnavailable } from '../providers/provider.ts';

const t = useApp();
const eventsPath = '/apix/admin/webhook-events/';
const unknownId = '01900000-0000-7000-8000-000000000000';
const staff = () => t.signIn('finance@example.com', { roles: ['finance'] });

async function listEvents(query = '') {
  const reply = await send(t, 'GET', `${eventsPath}?${query}`, undefined, await staff());
  return reply.body.results as Record<string, unknown>[];
}

describe('provider webhooks', () => {
  test('credit received money once, however often they are delivered', async () => {
    const who = await t.signIn('once@example.com');
    const { uuid } = await createSandboxPayment(t, who);
    const body = await applySandboxAction(t, uuid, 'pay');
    expect(await sendWebhook(t, body)).toEqual({ status: 200, body: { received: true } });
    expect(await sendWebhook(t, body)).toEqual({
      status: 200,
      body: { received: true, duplicate: true },
    });
    await t.jobs.runAll();
    const again = await applySandboxAction(t, uuid, 'finish');
    await sendWebhook(t, again);
    await t.jobs.runAll();
    expect(await fetchAvailableBalance(t, who)).toBe('25.00');
    expect(await fetchPayment(t, who, uuid)).toMatchObject({
      status: 'completed',
      credited_amount: '25.00',
      next_step: 'none',
      has_receipt: true,
      transfers: [{ value: '25.00', late: false }],
    });
  });

  test('are stored in a caller of their own', async () => {
    const who = await t.signIn('share@example.com');
    const { uuid } = await createSandboxPayment(t, who);
    const body = await applySandboxAction(t, uuid, 'pay');
    const { work } = t.kernel;
    const { read } = work;
    const callers: unknown[] = [];
    work.read = (act) => {
      callers.push(currentCaller());
      return read(act);
    };
    onTestFinished(() => {
      work.read = read;
    });
    await sendWebhook(t, body);
    expect(new Set(callers)).toEqual(new Set(['webhooks']));
  });

  test('out of order never set a status back', async () => {
    const who = await t.signIn('order@example.com');
    const { uuid } = await createSandboxPayment(t, who, { pay_currency: 'btc' });
    const early = await applySandboxAction(t, uuid, 'send');
    const late = await applySandboxAction(t, uuid, 'finish');
    await sendWebhook(t, late);
    await t.jobs.runAll();
    await sendWebhook(t, early);
    await t.jobs.runAll();
    const payment = await fetchPayment(t, who, uuid);
    expect(payment.status).toBe('completed');
    expect(await fetchAvailableBalance(t, who)).toBe('25.00');
  });

  test('a payment goes through confirming and confirmed without a credit', async () => {
    const who = await t.signIn('steps@example.com');
    const { uuid } = await createSandboxPayment(t, who, { pay_currency: 'btc' });
    await simulateSandboxAction(t, uuid, 'send');
    expect(await fetchPayment(t, who, uuid)).toMatchObject({
      status: 'confirming',
      next_step: 'wait',
    });
    expect(await fetchAvailableBalance(t, who)).toBe('0.00');
    await simulateSandboxAction(t, uuid, 'confirm');
    expect(await fetchPayment(t, who, uuid)).toMatchObject({ status: 'confirmed' });
    await simulateSandboxAction(t, uuid, 'finish');
    const done = await fetchPayment(t, who, uuid);
    expect(done.status_history.map(({ status }) => status)).toEqual([
      'pending',
      'confirming',
      'confirmed',
      'completed',
    ]);
  });

  test('a short payment returns the amount left, and the rest completes it', async () => {
    const who = await t.signIn('short@example.com');
    const { uuid, pay_amount } = await createSandboxPayment(t, who, { pay_currency: 'usdttrc20' });
    const half = (Number(pay_amount) / 2).toFixed(2);
    await simulateSandboxAction(t, uuid, 'pay_part', half);
    const short = await fetchPayment(t, who, uuid);
    expect(short).toMatchObject({ status: 'partially_paid', next_step: 'pay_rest' });
    expect(Number(short.amount_left)).toBeCloseTo(Number(pay_amount) - Number(half), 5);
    expect(await fetchAvailableBalance(t, who)).toBe(short.credited_amount);
    await simulateSandboxAction(t, uuid, 'pay_rest');
    expect(await fetchPayment(t, who, uuid)).toMatchObject({
      status: 'completed',
      amount_left: null,
    });
    expect(await fetchAvailableBalance(t, who)).toBe('25.00');
  });

  test('after a short payment the QR code contains the rest only', async () => {
    const who = await t.signIn('scan@example.com');
    const { uuid, pay_amount, qr_data } = await createSandboxPayment(t, who, {
      pay_currency: 'btc',
    });
    expect(qr_data).toContain(`amount=${Number(pay_amount)}`);
    await simulateSandboxAction(t, uuid, 'pay_part', '0.0001');
    const short = await fetchPayment(t, who, uuid);
    expect(short.qr_data).toBe(
      qr_data?.replace(/amount=.*/, `amount=${Number(short.amount_left)}`),
    );
  });

  test('an overpayment is credited in full', async () => {
    const who = await t.signIn('over@example.com');
    const { uuid } = await createSandboxPayment(t, who);
    await simulateSandboxAction(t, uuid, 'pay_over');
    expect(await fetchPayment(t, who, uuid)).toMatchObject({
      status: 'completed',
      credited_amount: '30.00',
    });
  });

  test('a chargeback takes the money back even if spent, and alerts staff', async () => {
    const who = await t.signIn('charge@example.com');
    await staff();
    const { uuid } = await createSandboxPayment(t, who);
    await simulateSandboxAction(t, uuid, 'pay');
    await simulateSandboxAction(t, uuid, 'chargeback');
    expect(await fetchPayment(t, who, uuid)).toMatchObject({
      status: 'refunded',
      amount_refunded: '25.00',
      returns: [{ kind: 'chargeback', status: 'done', amount: '25.00' }],
    });
    expect(await fetchAvailableBalance(t, who)).toBe('0.00');
    const mails = await t.mails('finance@example.com');
    expect(mails.map(({ kind }) => kind)).toContain('payments.alert');
  });

  test('forged, unsigned and old webhooks are refused', async () => {
    const who = await t.signIn('forged@example.com');
    const { uuid } = await createSandboxPayment(t, who);
    const body = await applySandboxAction(t, uuid, 'pay');
    const refused = {
      status: 400,
      body: { detail: 'Invalid signature.', code: 'invalid_signature' },
    };
    const good = signWebhook(t, body);
    expect(await sendWebhook(t, `${body} `, good)).toEqual(refused);
    expect(await sendWebhook(t, body, { ...good, 'x-sandbox-signature': 't=1,v1=00' })).toEqual(
      refused,
    );
    const { 'x-sandbox-signature': _, ...bare } = good;
    expect((await sendWebhook(t, body, bare)).body.code).toBe('unknown_provider');
    t.clock.advance(301_000);
    expect(await sendWebhook(t, body, good)).toEqual(refused);
    expect((await fetchPayment(t, who, uuid)).status).toBe('pending');
  });

  test('an unknown provider and too large a body are refused', async () => {
    const response = await send(t, 'POST', `${webhookPath}?provider=nobody`, {});
    expect(response).toMatchObject({ status: 400, body: { code: 'unknown_provider' } });
    const large = await sendWebhook(t, JSON.stringify({ a: 'x'.repeat(262_144) }));
    expect(large.status).toBe(413);
  });

  test('a webhook of an unknown payment is saved', async () => {
    const body = JSON.stringify({
      id: 'sbe_stranger',
      payment_id: 'sbx_stranger',
      order_id: unknownId,
      status: 'finished',
      price_amount: '25',
      price_currency: 'USD',
    });
    expect((await sendWebhook(t, body)).body).toEqual({ received: true, ignored: true });
    expect(await listEvents('search=sbe_stranger')).toMatchObject([
      { status: 'ignored', payment: null, provider_payment_id: 'sbx_stranger', body },
    ]);
  });

  test('a different price at the provider credits nothing and alerts staff', async () => {
    const who = await t.signIn('price@example.com');
    const { uuid } = await createSandboxPayment(t, who);
    await t.kernel.database.write
      .updateTable('sandbox_payment')
      .set({ price_amount: '2500' })
      .where('id', '=', uuid)
      .execute();
    await simulateSandboxAction(t, uuid, 'pay');
    expect((await fetchPayment(t, who, uuid)).status).toBe('pending');
    expect(await fetchAvailableBalance(t, who)).toBe('0.00');
    expect(await listEvents(`payment=${uuid}`)).toMatchObject([
      { status: 'failed', error: 'The provider reports a different order or price.' },
    ]);
  });

  test('an event is processed later if its provider is unavailable', async () => {
    const who = await t.signIn('away@example.com');
    const { uuid } = await createSandboxPayment(t, who);
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    const { fetchPayment: fetchFromSandbox } = sandbox;
    sandbox.fetchPayment = () => Promise.reject(new ProviderUnavailable('sandbox', 'timeout'));
    await simulateSandboxAction(t, uuid, 'pay');
    sandbox.fetchPayment = fetchFromSandbox;
    expect(await listEvents(`payment=${uuid}`)).toMatchObject([{ status: 'failed', attempts: 1 }]);
    t.clock.advance(11_000);
    await t.jobs.runSchedule('payments.process_webhooks');
    expect(await listEvents(`payment=${uuid}`)).toMatchObject([
      { status: 'processed', attempts: 2, error: null },
    ]);
    expect((await fetchPayment(t, who, uuid)).status).toBe('completed');
  });
});

describe('events for staff', () => {
  test('replaying processes an event again without crediting twice', async () => {
    const who = await t.signIn('replay@example.com');
    const { uuid } = await createSandboxPayment(t, who);
    await simulateSandboxAction(t, uuid, 'pay');
    const [event] = await listEvents(`payment=${uuid}`);
    const path = `${eventsPath}${String(event!.uuid)}/replay/`;
    const reply = await send(t, 'POST', path, undefined, await staff());
    expect(reply).toMatchObject({ status: 202, body: { status: 'received' } });
    await t.jobs.runAll();
    expect(await listEvents(`payment=${uuid}`)).toMatchObject([{ status: 'processed' }]);
    expect(await fetchAvailableBalance(t, who)).toBe('25.00');
    const file = `${eventsPath}?payment=${uuid}&format=csv`;
    const { raw } = await send(t, 'GET', file, undefined, await staff());
    expect(raw.headers['content-disposition']).toContain('events.csv');
    const [, row, ...more] = readCsv(raw.body);
    expect(row!.join()).toContain(`${event!.uuid},sandbox,${event!.event_id},${uuid},`);
    expect(more).toEqual([]);
    for (const id of [unknownId, 'nonsense'])
      expect(
        (await send(t, 'POST', `${eventsPath}${id}/replay/`, undefined, await staff())).status,
      ).toBe(404);
  });

  test('replaying resets the attempts of a failed event', async () => {
    const who = await t.signIn('given-up@example.com');
    const { uuid } = await createSandboxPayment(t, who);
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    const { fetchPayment: fetchFromSandbox } = sandbox;
    sandbox.fetchPayment = () => Promise.reject(new ProviderUnavailable('sandbox', 'timeout'));
    await simulateSandboxAction(t, uuid, 'pay');
    const events = t.kernel.database.write.updateTable('webhook_event').set({ attempts: 30 });
    await events.where('payment_id', '=', uuid).execute();
    const [event] = await listEvents(`payment=${uuid}`);
    const path = `${eventsPath}${String(event!.uuid)}/replay/`;
    await send(t, 'POST', path, undefined, await staff());
    await t.jobs.runAll();
    sandbox.fetchPayment = fetchFromSandbox;
    expect(await listEvents(`payment=${uuid}`)).toMatchObject([{ status: 'failed', attempts: 1 }]);
    t.clock.advance(11_000);
    await t.jobs.runSchedule('payments.process_webhooks');
    expect(await listEvents(`payment=${uuid}`)).toMatchObject([{ status: 'processed' }]);
  });

  test('are for finance only', async () => {
    const who = await t.signIn('curious@example.com');
    for (const [method, path] of [
      ['GET', eventsPath],
      ['POST', `${eventsPath}${unknownId}/replay/`],
    ] as const) {
      expect((await send(t, method, path)).status).toBe(401);
      expect((await send(t, method, path, undefined, who)).status).toBe(403);
    }
    const bad = await send(t, 'GET', `${eventsPath}?status=lost`, undefined, await staff());
    expect(bad.status).toBe(400);
    const far = await send(t, 'GET', `${eventsPath}?page=999`, undefined, await staff());
    expect(far.status).toBe(404);
  });
});

test('no webhook body, signed or not, causes a server error', async () => {
  const who = await t.signIn('fuzz@example.com');
  const { uuid, provider_payment_id } = await createSandboxPayment(t, who);
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(uuid), fc.constant('finished'));
  const event = fc.record({
    id: text,
    payment_id: fc.oneof(text, fc.constant(provider_payment_id), fc.constant(null)),
    order_id: fc.oneof(text, fc.constant(null)),
    status: text,
    price_amount: fc.oneof(text, fc.constant('25'), fc.constant('1e999')),
    price_currency: text,
  });
  const body = fc.oneof(
    event.map((value) => JSON.stringify(value)),
    fc.json(),
    fc.string({ unit: 'binary' }),
  );
  await fc.assert(
    fc.asyncProperty(body, fc.boolean(), async (payload, isSigned) => {
      const headers = { ...signWebhook(t, payload) };
      if (!isSigned) headers['x-sandbox-signature'] = payload.replace(/[^\x20-\x7e]/g, '');
      const raw = await t.app.inject({ method: 'POST', url: webhookPath, headers, payload });
      expect(raw.statusCode).toBeLessThan(500);
    }),
    { numRuns: 200 },
  );
  await t.jobs.runAll();
  expect(await fetchAvailableBalance(t, who)).toBe('0.00');
});
