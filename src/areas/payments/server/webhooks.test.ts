import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { currentCaller } from '#kernel/database/work.ts';
import { readCsv } from '#test/csv.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import {
  askForPayment,
  availableOf,
  moveBooks,
  play,
  readBack,
  signed,
  tell,
  webhookPath,
} from '#test/sandbox-payments.ts';
import { ProviderUnavailable } from './providers/provider.ts';

const t = useApp();
const eventsPath = '/apix/admin/webhook-events/';
const unknownId = '01900000-0000-7000-8000-000000000000';
const staff = () => t.signIn('finance@example.com', { roles: ['finance'] });

async function listEvents(query = '') {
  const reply = await send(t, 'GET', `${eventsPath}?${query}`, undefined, await staff());
  return reply.body.results as Record<string, unknown>[];
}

describe('what providers tell', () => {
  test('credits the money that arrived, once, however often it is told', async () => {
    const who = await t.signIn('once@example.com');
    const { uuid } = await askForPayment(t, who);
    const body = await moveBooks(t, uuid, 'pay');
    expect(await tell(t, body)).toEqual({ status: 200, body: { received: true } });
    expect(await tell(t, body)).toEqual({
      status: 200,
      body: { received: true, duplicate: true },
    });
    await t.jobs.runAll();
    const again = await moveBooks(t, uuid, 'finish');
    await tell(t, again);
    await t.jobs.runAll();
    expect(await availableOf(t, who)).toBe('25.00');
    expect(await readBack(t, who, uuid)).toMatchObject({
      status: 'completed',
      credited_amount: '25.00',
      next_step: 'none',
      has_receipt: true,
      transfers: [{ value: '25.00', late: false }],
    });
  });

  test('is stored on behalf of all networks, and not of the one that told it', async () => {
    const who = await t.signIn('share@example.com');
    const { uuid } = await askForPayment(t, who);
    const body = await moveBooks(t, uuid, 'pay');
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
    await tell(t, body);
    expect(new Set(callers)).toEqual(new Set(['webhooks']));
  });

  test('events out of order change nothing that is ahead of them', async () => {
    const who = await t.signIn('order@example.com');
    const { uuid } = await askForPayment(t, who, { pay_currency: 'btc' });
    const early = await moveBooks(t, uuid, 'send');
    const late = await moveBooks(t, uuid, 'finish');
    await tell(t, late);
    await t.jobs.runAll();
    await tell(t, early);
    await t.jobs.runAll();
    const payment = await readBack(t, who, uuid);
    expect(payment.status).toBe('completed');
    expect(await availableOf(t, who)).toBe('25.00');
  });

  test('a payment goes through confirming and confirmed, and nothing is credited before', async () => {
    const who = await t.signIn('steps@example.com');
    const { uuid } = await askForPayment(t, who, { pay_currency: 'btc' });
    await play(t, uuid, 'send');
    expect(await readBack(t, who, uuid)).toMatchObject({ status: 'confirming', next_step: 'wait' });
    expect(await availableOf(t, who)).toBe('0.00');
    await play(t, uuid, 'confirm');
    expect(await readBack(t, who, uuid)).toMatchObject({ status: 'confirmed' });
    await play(t, uuid, 'finish');
    const done = await readBack(t, who, uuid);
    expect(done.status_history.map(({ status }) => status)).toEqual([
      'pending',
      'confirming',
      'confirmed',
      'completed',
    ]);
  });

  test('a short payment says what is left, and the rest completes it', async () => {
    const who = await t.signIn('short@example.com');
    const { uuid, pay_amount } = await askForPayment(t, who, { pay_currency: 'usdttrc20' });
    const half = (Number(pay_amount) / 2).toFixed(2);
    await play(t, uuid, 'pay_part', half);
    const short = await readBack(t, who, uuid);
    expect(short).toMatchObject({ status: 'partially_paid', next_step: 'pay_rest' });
    expect(Number(short.amount_left)).toBeCloseTo(Number(pay_amount) - Number(half), 5);
    expect(await availableOf(t, who)).toBe(short.credited_amount);
    await play(t, uuid, 'pay_rest');
    expect(await readBack(t, who, uuid)).toMatchObject({ status: 'completed', amount_left: null });
    expect(await availableOf(t, who)).toBe('25.00');
  });

  test('after a short payment the code to scan asks for the rest alone', async () => {
    const who = await t.signIn('scan@example.com');
    const { uuid, pay_amount, qr_data } = await askForPayment(t, who, { pay_currency: 'btc' });
    expect(qr_data).toContain(`amount=${Number(pay_amount)}`);
    await play(t, uuid, 'pay_part', '0.0001');
    const short = await readBack(t, who, uuid);
    expect(short.qr_data).toBe(
      qr_data?.replace(/amount=.*/, `amount=${Number(short.amount_left)}`),
    );
  });

  test('too much is credited as it came', async () => {
    const who = await t.signIn('over@example.com');
    const { uuid } = await askForPayment(t, who);
    await play(t, uuid, 'pay_over');
    expect(await readBack(t, who, uuid)).toMatchObject({
      status: 'completed',
      credited_amount: '30.00',
    });
  });

  test('a chargeback takes the money back, also when it is spent, and tells staff', async () => {
    const who = await t.signIn('charge@example.com');
    await staff();
    const { uuid } = await askForPayment(t, who);
    await play(t, uuid, 'pay');
    await play(t, uuid, 'chargeback');
    expect(await readBack(t, who, uuid)).toMatchObject({
      status: 'refunded',
      amount_refunded: '25.00',
      returns: [{ kind: 'chargeback', status: 'done', amount: '25.00' }],
    });
    expect(await availableOf(t, who)).toBe('0.00');
    const mails = await t.mails('finance@example.com');
    expect(mails.map(({ kind }) => kind)).toContain('payments.alert');
  });

  test('a forged, an unsigned and an old webhook are refused', async () => {
    const who = await t.signIn('forged@example.com');
    const { uuid } = await askForPayment(t, who);
    const body = await moveBooks(t, uuid, 'pay');
    const refused = {
      status: 400,
      body: { detail: 'Invalid signature.', code: 'invalid_signature' },
    };
    const good = signed(t, body);
    expect(await tell(t, `${body} `, good)).toEqual(refused);
    expect(await tell(t, body, { ...good, 'x-sandbox-signature': 't=1,v1=00' })).toEqual(refused);
    const { 'x-sandbox-signature': _, ...bare } = good;
    expect((await tell(t, body, bare)).body.code).toBe('unknown_provider');
    t.clock.advance(301_000);
    expect(await tell(t, body, good)).toEqual(refused);
    expect((await readBack(t, who, uuid)).status).toBe('pending');
  });

  test('an unknown provider is refused, and a body that is too large', async () => {
    const asked = await send(t, 'POST', `${webhookPath}?provider=nobody`, {});
    expect(asked).toMatchObject({ status: 400, body: { code: 'unknown_provider' } });
    const large = await tell(t, JSON.stringify({ a: 'x'.repeat(262_144) }));
    expect(large.status).toBe(413);
  });

  test('a webhook of an unknown payment is kept', async () => {
    const body = JSON.stringify({
      id: 'sbe_stranger',
      payment_id: 'sbx_stranger',
      order_id: unknownId,
      status: 'finished',
      price_amount: '25',
      price_currency: 'USD',
    });
    expect((await tell(t, body)).body).toEqual({ received: true, ignored: true });
    expect(await listEvents('search=sbe_stranger')).toMatchObject([
      { status: 'ignored', payment: null, provider_payment_id: 'sbx_stranger', body },
    ]);
  });

  test('a provider that speaks of another price credits nothing and alarms staff', async () => {
    const who = await t.signIn('price@example.com');
    const { uuid } = await askForPayment(t, who);
    await t.kernel.database.write
      .updateTable('sandbox_payment')
      .set({ price_amount: '2500' })
      .where('id', '=', uuid)
      .execute();
    await play(t, uuid, 'pay');
    expect((await readBack(t, who, uuid)).status).toBe('pending');
    expect(await availableOf(t, who)).toBe('0.00');
    expect(await listEvents(`payment=${uuid}`)).toMatchObject([
      { status: 'failed', error: 'The provider speaks of another order or price.' },
    ]);
  });

  test('an event whose provider is away is worked on later', async () => {
    const who = await t.signIn('away@example.com');
    const { uuid } = await askForPayment(t, who);
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    const { fetchPayment } = sandbox;
    sandbox.fetchPayment = () => Promise.reject(new ProviderUnavailable('sandbox', 'timeout'));
    await play(t, uuid, 'pay');
    sandbox.fetchPayment = fetchPayment;
    expect(await listEvents(`payment=${uuid}`)).toMatchObject([{ status: 'failed', attempts: 1 }]);
    t.clock.advance(11_000);
    await t.jobs.runSchedule('payments.webhooks');
    expect(await listEvents(`payment=${uuid}`)).toMatchObject([
      { status: 'processed', attempts: 2, error: null },
    ]);
    expect((await readBack(t, who, uuid)).status).toBe('completed');
  });
});

describe('events for staff', () => {
  test('replaying one works on it again and credits nothing twice', async () => {
    const who = await t.signIn('replay@example.com');
    const { uuid } = await askForPayment(t, who);
    await play(t, uuid, 'pay');
    const [event] = await listEvents(`payment=${uuid}`);
    const path = `${eventsPath}${String(event!.uuid)}/replay/`;
    const reply = await send(t, 'POST', path, undefined, await staff());
    expect(reply).toMatchObject({ status: 202, body: { status: 'received' } });
    await t.jobs.runAll();
    expect(await listEvents(`payment=${uuid}`)).toMatchObject([{ status: 'processed' }]);
    expect(await availableOf(t, who)).toBe('25.00');
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

  test('one that was given up has all its attempts again when it is replayed', async () => {
    const who = await t.signIn('given-up@example.com');
    const { uuid } = await askForPayment(t, who);
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    const { fetchPayment } = sandbox;
    sandbox.fetchPayment = () => Promise.reject(new ProviderUnavailable('sandbox', 'timeout'));
    await play(t, uuid, 'pay');
    const events = t.kernel.database.write.updateTable('webhook_event').set({ attempts: 30 });
    await events.where('payment_id', '=', uuid).execute();
    const [event] = await listEvents(`payment=${uuid}`);
    const path = `${eventsPath}${String(event!.uuid)}/replay/`;
    await send(t, 'POST', path, undefined, await staff());
    await t.jobs.runAll();
    sandbox.fetchPayment = fetchPayment;
    expect(await listEvents(`payment=${uuid}`)).toMatchObject([{ status: 'failed', attempts: 1 }]);
    t.clock.advance(11_000);
    await t.jobs.runSchedule('payments.webhooks');
    expect(await listEvents(`payment=${uuid}`)).toMatchObject([{ status: 'processed' }]);
  });

  test('are for finance alone', async () => {
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

test('whatever is sent to the webhook, signed or not, is never an error of ours', async () => {
  const who = await t.signIn('fuzz@example.com');
  const { uuid, provider_payment_id } = await askForPayment(t, who);
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
      const headers = { ...signed(t, payload) };
      if (!isSigned) headers['x-sandbox-signature'] = payload.replace(/[^\x20-\x7e]/g, '');
      const raw = await t.app.inject({ method: 'POST', url: webhookPath, headers, payload });
      expect(raw.statusCode).toBeLessThan(500);
    }),
    { numRuns: 200 },
  );
  await t.jobs.runAll();
  expect(await availableOf(t, who)).toBe('0.00');
});
