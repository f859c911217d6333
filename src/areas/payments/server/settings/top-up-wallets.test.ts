import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { charge, verifyLedger } from '#areas/ledger/server/index.ts';
import { toAmount } from '#lib/money.ts';
import { saveCard } from '#test/factories/cards.ts';
import { setPaymentSettings } from '#test/factories/settings.ts';
import { addFunds, dayMs, readWalletBalance } from '#test/factories/subscriptions.ts';
import { recordEvents } from '#test/factories/webhooks.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { cardsPath } from '../../wire/cards.ts';
import { paymentSettingsPath } from '../../wire/settings.ts';
import { topUpWallets } from './top-up-wallets.ts';

const t = useApp();
const db = () => t.kernel.database.write;
const settings = {
  top_up_is_on: true,
  top_up_threshold: '20.00',
  top_up_amount: '50.00',
  top_up_ceiling: '120.00',
};
let names = 0;
let charges = 0;

const customer = () => t.signIn(`top-up-${++names}@example.com`);
async function customerWith(card: Parameters<typeof saveCard>[2], values: object = {}) {
  const who = await customer();
  await saveCard(t, who, card);
  await setPaymentSettings(t, who, { ...settings, ...values });
  return who;
}
const patch = (who: SignedIn, body: object) => send(t, 'PATCH', paymentSettingsPath, body, who);
async function read({ email }: SignedIn) {
  const { headers } = await t.signIn(email);
  return (await send(t, 'GET', paymentSettingsPath, undefined, { headers })).body;
}
const run = () => t.jobs.runSchedule('payments.top_up');
const spend = ({ accountId }: SignedIn, text: string) =>
  t.areas.payments.ledger.post(
    db(),
    charge({
      accountId,
      amount: toAmount(text, 'USD'),
      idempotencyKey: `test-charge:${++charges}`,
      description: 'Usage',
      actor: 'test',
    }),
  );
const listKeys = async ({ accountId }: SignedIn) => {
  const rows = await db()
    .selectFrom('payment')
    .select('charge_key')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.charge_key);
};
const mails = async ({ email }: SignedIn, kind: string) =>
  (await t.mails(email)).filter((mail) => mail.kind === kind);

afterEach(async () => {
  expect((await verifyLedger(t.kernel)).problems).toEqual([]);
  await db().updateTable('payment_setting').set({ top_up_is_on: false }).execute();
});

describe('a top-up', () => {
  test('is off at first', async () => {
    const who = await customer();
    await saveCard(t, who);
    await run();
    expect(await read(who)).toMatchObject({
      top_up_is_on: false,
      top_up_currency: 'USD',
      top_up_threshold: null,
      top_up_amount: null,
      top_up_ceiling: null,
      top_up_charged: '0.00',
      top_up_paused_at: null,
    });
    expect(await listKeys(who)).toEqual([]);
  });

  test('is made once when the balance is below the threshold, and again when it is once more', async () => {
    const who = await customerWith('pays');
    await addFunds(t, who.accountId, '20.00');
    await run();
    expect(await listKeys(who)).toEqual([]);
    await spend(who, '0.01');
    await Promise.all([1, 2, 3].map(() => topUpWallets(t.areas.payments)));
    await t.jobs.runAll();
    await run();
    expect(await listKeys(who)).toEqual(['top_up:1']);
    expect(await readWalletBalance(t, who)).toBe('69.99');
    expect(await mails(who, 'payments.completed')).toMatchObject([
      { subject: '$50.00 is in your wallet' },
    ]);
    await spend(who, '60.00');
    await run();
    expect(await listKeys(who)).toEqual(['top_up:1', 'top_up:2']);
    expect(await read(who)).toMatchObject({ top_up_charged: '100.00' });
  });

  test('waits for the one before, also when processes die', async () => {
    const who = await customerWith('pays');
    const cards = t.areas.payments.providers.find('sandbox')!.cards!;
    const original = cards.charge;
    onTestFinished(() => {
      cards.charge = original;
    });
    let deaths = 0;
    cards.charge = async (request) => {
      const id = await original(request);
      if (++deaths <= 4) throw new Error('the process died');
      return id;
    };
    for (let minute = 0; minute < 4; minute++) {
      await topUpWallets(t.areas.payments);
      await t.jobs.runNext();
    }
    expect(await listKeys(who)).toEqual(['top_up:1']);
    await t.jobs.runAll();
    await run();
    expect(await listKeys(who)).toEqual(['top_up:1']);
    expect(await readWalletBalance(t, who)).toBe('50.00');
  });

  test('is at most what a card can be charged at once', async () => {
    const who = await customerWith('pays');
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    const most = sandbox.maximumAmount;
    onTestFinished(() => {
      sandbox.maximumAmount = most;
    });
    sandbox.maximumAmount = () => toAmount('40.00', 'USD');
    expect((await patch(who, { top_up_amount: '40.01' })).body).toMatchObject({
      top_up_amount: ['Ensure this value is less than or equal to 40.00.'],
    });
    await run();
    expect(await readWalletBalance(t, who)).toBe('40.00');
  });

  test('stops at the ceiling with one e-mail, and goes on in the next month', async () => {
    t.clock.set(new Date('2027-03-10T12:00:00Z'));
    const who = await customerWith('pays');
    for (let n = 0; n < 4; n++) {
      await run();
      const balance = await readWalletBalance(t, who);
      if (Number(balance) > 0) await spend(who, balance);
    }
    expect(await listKeys(who)).toEqual(['top_up:1', 'top_up:2']);
    expect(await mails(who, 'payments.top_up_ceiling')).toMatchObject([
      { subject: 'Automatic top-up has reached its ceiling of $120.00' },
    ]);
    t.clock.set(new Date('2027-04-01T00:00:30Z'));
    await run();
    expect(await listKeys(who)).toHaveLength(3);
    expect(await read(who)).toMatchObject({ top_up_charged: '50.00' });
  });

  test('goes on when the ceiling is raised', async () => {
    const who = await customerWith('pays', { top_up_ceiling: '50.00' });
    await run();
    await spend(who, '50.00');
    await run();
    expect(await listKeys(who)).toHaveLength(1);
    await setPaymentSettings(t, who, { top_up_ceiling: '200.00' });
    await run();
    expect(await listKeys(who)).toHaveLength(2);
  });
});

describe('a decline', () => {
  test.each([
    ['is_declined', 'card_declined', 'Your balance could not be topped up by $50.00'],
    ['needs_authentication', 'authentication_required', 'Confirm the top-up of $50.00'],
  ] as const)('of a card that %s pauses it', async (card, code, subject) => {
    const who = await customerWith(card);
    const events = recordEvents(t.kernel);
    for (let n = 0; n < 3; n++) await run();
    expect(await listKeys(who)).toEqual(['top_up:1']);
    expect(await read(who)).toMatchObject({
      top_up_is_on: true,
      top_up_paused_at: t.clock.now().toISOString(),
      top_up_decline_code: code,
      top_up_charged: '0.00',
    });
    expect(await mails(who, 'payments.top_up_paused')).toMatchObject([{ subject }]);
    expect(events.list(who.accountId, 'top_up.failed')).toMatchObject([
      { amount: '50.00', currency: 'USD', decline_code: code },
    ]);
    await setPaymentSettings(t, who, { top_up_is_on: true });
    await run();
    expect(await listKeys(who)).toEqual(['top_up:1', 'top_up:2']);
  });

  test('is over with another default card', async () => {
    const who = await customerWith('is_declined');
    await run();
    const other = await saveCard(t, who);
    expect(await read(who)).toMatchObject({ top_up_decline_code: 'card_declined' });
    await send(t, 'POST', `${cardsPath}${other.uuid}/default/`, undefined, who);
    await run();
    expect(await readWalletBalance(t, who)).toBe('50.00');
    expect(await read(who)).toMatchObject({ top_up_paused_at: null, top_up_decline_code: null });
  });
});

describe('the settings', () => {
  test('need a card, and are switched off with the last one', async () => {
    const who = await customer();
    expect(await patch(who, settings)).toMatchObject({
      status: 400,
      body: { code: 'card_missing' },
    });
    const card = await saveCard(t, who);
    expect((await patch(who, settings)).status).toBe(200);
    await send(t, 'DELETE', `${cardsPath}${card.uuid}/`, undefined, who);
    expect(await read(who)).toMatchObject({ top_up_is_on: false, top_up_amount: '50.00' });
    await run();
    expect(await listKeys(who)).toEqual([]);
  });

  test.each([
    ['top_up_threshold', { top_up_threshold: undefined }],
    ['top_up_threshold', { top_up_threshold: '0' }],
    ['top_up_threshold', { top_up_threshold: '1.234' }],
    ['top_up_amount', { top_up_amount: '4.99' }],
    ['top_up_amount', { top_up_amount: '5000.01', top_up_ceiling: '9000' }],
    ['top_up_ceiling', { top_up_ceiling: '49.99' }],
    ['top_up_currency', { top_up_currency: 'btc' }],
  ])('refuse a wrong %s: %j', async (field, values) => {
    const who = await customer();
    await saveCard(t, who);
    const refused = await patch(who, { ...settings, ...values });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body)).toContain(field);
    expect(await read(who)).toMatchObject({ top_up_is_on: false });
  });

  test('keep what is not sent', async () => {
    const who = await customerWith('pays');
    await setPaymentSettings(t, who, { top_up_amount: '30.00' });
    await setPaymentSettings(t, who, { charge_first: 'card' });
    expect(await read(who)).toMatchObject({
      ...settings,
      charge_first: 'card',
      top_up_amount: '30.00',
    });
  });

  test('watch the wallet of their currency', async () => {
    const who = await customerWith('pays', { top_up_currency: 'EUR' });
    await addFunds(t, who.accountId, '500.00');
    t.clock.advance(dayMs);
    await run();
    expect(await read(who)).toMatchObject({ top_up_currency: 'EUR', top_up_charged: '50.00' });
  });
});
