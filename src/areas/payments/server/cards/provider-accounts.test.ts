// Keys of another account or mode of Stripe, and the way back.
import { beforeEach, expect, test } from 'vitest';
import { toAmount } from '#lib/money.ts';
import { createCardSetup, listCards } from '#test/factories/cards.ts';
import { setPaymentSettings } from '#test/factories/settings.ts';
import { visa } from '#test/fakes/providers/stripe/pages.ts';
import { saveCard } from '#test/fakes/providers/stripe/sessions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { useStripe } from '#test/use-stripe.ts';
import { cardsPath } from '../../wire/cards.ts';
import { chargeCard, chargeCardFor, readCharging } from './charge-card.ts';

const t = useApp();
const keys = {
  sk_test_one: { account: 'acct_one' },
  sk_live_one: { account: 'acct_one' },
  // May not read its account, which the refusal names.
  rk_test_two: {
    account: 'acct_two',
    permissions: [
      'rak_checkout_session_write',
      'rak_customer_write',
      'rak_payment_method_write',
      'rak_setup_intent_read',
    ],
  },
};

const stripe = useStripe(t, keys);
const useKey = (key: keyof typeof keys) => stripe.useKey(key);
beforeEach(() => useKey('sk_test_one'));

async function save(who: SignedIn, account: 'acct_one' | 'acct_two', last4 = '4242') {
  const { uuid, url } = await createCardSetup(t, who);
  const id = url!.split('/').at(-1)!;
  saveCard(stripe.server.findAccount(account, false), id, { ...visa, last4 });
  await send(t, 'GET', `/apix/payments/card-setups/${uuid}/`, undefined, who);
  // Lists are ordered by time.
  t.clock.advance(1000);
}

const readCard = async ({ accountId }: SignedIn) =>
  (await readCharging(t.areas.payments, t.kernel.database.write, [accountId])).get(accountId)?.card;

test('cards of another account can not be used, and can be again with the earlier keys', async () => {
  const who = await t.signIn('away@example.com');
  await save(who, 'acct_one');
  useKey('rk_test_two');
  expect(await listCards(t, who)).toMatchObject([{ last4: '4242', is_usable: false }]);
  expect(await readCard(who)).toBeUndefined();
  useKey('sk_live_one');
  expect(await listCards(t, who)).toMatchObject([{ is_usable: false }]);
  useKey('sk_test_one');
  expect(await listCards(t, who)).toMatchObject([{ is_usable: true }]);
  expect(await readCard(who)).toMatchObject({ last4: '4242' });
});

test('a card that is added again is charged, and the earlier one with the earlier keys', async () => {
  const who = await t.signIn('again@example.com');
  await save(who, 'acct_one', '1111');
  useKey('rk_test_two');
  await save(who, 'acct_two', '2222');
  expect(await listCards(t, who)).toMatchObject([
    { last4: '2222', is_default: true, is_usable: true },
    { last4: '1111', is_default: false, is_usable: false },
  ]);
  expect(await readCard(who)).toMatchObject({ last4: '2222' });
  useKey('sk_test_one');
  await listCards(t, who);
  expect(await readCard(who)).toMatchObject({ last4: '1111' });
});

test('automatic top-up needs a card that can be used', async () => {
  const who = await t.signIn('top-up@example.com');
  await save(who, 'acct_one');
  useKey('rk_test_two');
  await listCards(t, who);
  const terms = {
    top_up_is_on: true,
    top_up_threshold: '20.00',
    top_up_amount: '50.00',
    top_up_ceiling: '120.00',
  };
  await expect(setPaymentSettings(t, who, terms)).rejects.toThrow();
});

test('a charge that was stored before is not asked for at another account', async () => {
  const who = await t.signIn('late@example.com');
  await save(who, 'acct_one');
  const card = (await readCard(who))!;
  const id = await t.kernel.work.write((tx) =>
    chargeCardFor(t.areas.payments, tx, {
      card,
      amount: toAmount('5.00', 'USD'),
      purposeKey: 'test',
      subscriptionId: null,
      description: '',
      metadata: {},
    }),
  );
  t.jobs.waiting.length = 0;
  useKey('rk_test_two');
  stripe.server.received.length = 0;
  await chargeCard(t.areas.payments, id);
  expect(stripe.server.received.map(({ call }) => call)).toEqual(['GET /v1/account']);
  const payment = await t.kernel.database.write
    .selectFrom('payment')
    .select(['status', 'decline_code'])
    .where('id', '=', id)
    .executeTakeFirst();
  expect(payment).toEqual({ status: 'failed', decline_code: 'card_unusable' });
});

test('what another account has is not removed there, but here', async () => {
  const who = await t.signIn('removed@example.com');
  await save(who, 'acct_one');
  const [card] = await listCards(t, who);
  useKey('rk_test_two');
  stripe.server.received.length = 0;
  await send(t, 'DELETE', `${cardsPath}${card!.uuid}/`, undefined, who);
  await t.jobs.runAll();
  expect(await listCards(t, who)).toEqual([]);
  expect(stripe.server.received.filter(({ call }) => call.includes('detach'))).toEqual([]);
});

test('cards of before accounts were stored get that of the first keys', async () => {
  const who = await t.signIn('before@example.com');
  await save(who, 'acct_one');
  const unassign = (table: 'payment_card' | 'payment_customer') =>
    t.kernel.database.write
      .updateTable(table)
      .set({ provider_account: '' })
      .where('account_id', '=', who.accountId)
      .execute();
  await Promise.all([unassign('payment_card'), unassign('payment_customer')]);
  useKey('sk_test_one');
  await listCards(t, who);
  useKey('rk_test_two');
  expect(await listCards(t, who)).toMatchObject([{ is_usable: false }]);
});

test('the System screen counts what belongs to another account', async () => {
  const who = await t.signIn('counted@example.com');
  await save(who, 'acct_one');
  const check = async () =>
    (await t.kernel.checks.readAll()).find(({ name }) => name === 'payment_keys')!;
  useKey('sk_live_one');
  const { state, message } = await check();
  expect(state).toBe('warning');
  expect(message).toMatch(
    /[1-9]\d* customers and [1-9]\d* cards belong to another account of stripe than acct_one\/live/,
  );
});

test('the System screen does not need the account', async () => {
  useKey('sk_test_one');
  stripe.server.disturb({ call: 'GET /v1/account', count: 1, result: 500, isPerformed: false });
  const parts = await t.kernel.checks.readAll();
  expect(parts.find(({ name }) => name === 'payment_keys')).toMatchObject({ state: 'ok' });
});

test('cards are listed while Stripe does not respond', async () => {
  const who = await t.signIn('outage@example.com');
  await save(who, 'acct_one');
  useKey('sk_test_one');
  stripe.server.disturb({ call: 'GET /v1/account', count: 1, result: 500, isPerformed: false });
  expect(await listCards(t, who)).toMatchObject([{ is_usable: true }]);
});
