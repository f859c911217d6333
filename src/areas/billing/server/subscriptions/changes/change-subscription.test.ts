import { describe, expect, it } from 'vitest';
import { ProviderUnavailable } from '#areas/payments/server/providers/provider.ts';
import { simulateSandboxAction } from '#test/factories/payments.ts';
import {
  addFunds,
  advanceDays,
  callSubscriptions,
  createCustomer,
  createSubscription,
  fetchCurrentSubscription,
  readWalletBalance,
} from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';
import type { SubscriptionWire } from '../../../wire/index.ts';

const t = useApp();
const byCard = { payment_source: 'payment', pay_currency: 'USD' };
const idle = '01981234-0000-7000-8000-000000000000';

describe.each(['PATCH', 'PUT'] as const)('%s of a plan', (method) => {
  const customer = (name: string, money?: string) =>
    createCustomer(t, `${name}-${method.toLowerCase()}@example.com`, money);

  it('to a higher price can be previewed, is charged and takes effect immediately', async () => {
    const who = await customer('up', '500');
    const { id, current_period_end } = await createSubscription(t, who, 'pro');
    await advanceDays(t, 10);
    const preview = await callSubscriptions(t, who, method, `${id}/?preview=true`, {
      tariff: 'scale',
    });
    const { charge_now, lines, balance } = preview.body as never as {
      charge_now: string;
      lines: { amount: string }[];
      balance: object;
    };
    expect(preview.body).toMatchObject({
      kind: 'upgrade',
      next_charge: { at: current_period_end },
    });
    const cents = (text: string) => Math.round(Number(text) * 100);
    expect(lines.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(charge_now));
    expect(balance).toEqual({ available: '421.00', missing: '0.00' });
    const { body } = await callSubscriptions(t, who, method, `${id}/`, { tariff: 'scale' });
    expect(body).toMatchObject({ id, tariff: { slug: 'scale' }, current_period_end });
    expect(cents(await readWalletBalance(t, who))).toBe(42_100 - cents(charge_now));
  });

  it('to a lower price waits for the renewal and can be undone', async () => {
    const who = await customer('down', '300');
    const { id, current_period_end } = await createSubscription(t, who, 'pro');
    const { body } = await callSubscriptions(t, who, method, `${id}/`, { tariff: 'starter' });
    expect(body).toMatchObject({
      tariff: { slug: 'pro' },
      pending_change: { tariff: { slug: 'starter' }, effective_at: current_period_end },
    });
    const back = await callSubscriptions(t, who, method, `${id}/`, { tariff: 'pro' });
    expect(back.body.pending_change).toBeNull();
    await callSubscriptions(t, who, method, `${id}/`, { tariff: 'starter' });
    await advanceDays(t, 31);
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({
      id,
      tariff: { slug: 'starter' },
      price: '19.00',
      pending_change: null,
    });
    expect(await readWalletBalance(t, who)).toBe('202.00');
  });

  it('is refused when the balance is too low', async () => {
    const who = await customer('low', '100');
    const { id } = await createSubscription(t, who, 'pro');
    const reply = await callSubscriptions(t, who, method, `${id}/`, { tariff: 'scale' });
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'insufficient_balance', available: '21.00', currency: 'USD' },
    });
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('pro');
  });

  it('by a payment takes effect when it completes', async () => {
    const who = await customer('card', '79');
    const { id } = await createSubscription(t, who, 'pro');
    const { body } = await callSubscriptions(t, who, method, `${id}/`, {
      tariff: 'scale',
      ...byCard,
    });
    const { payment } = body as unknown as SubscriptionWire;
    expect(body).toMatchObject({
      tariff: { slug: 'pro' },
      pending_change: { tariff: { slug: 'scale' }, effective_at: null, payment: payment!.uuid },
    });
    t.clock.advance(60_000);
    await simulateSandboxAction(t, payment!.uuid, 'pay');
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({
      id,
      tariff: { slug: 'scale' },
      pending_change: null,
    });
    // A minute of the difference is left of what was paid.
    expect(Number(await readWalletBalance(t, who))).toBeLessThan(0.02);
  });

  it('by an unpaid payment is dropped after a day', async () => {
    const who = await customer('idle', '79');
    const { id } = await createSubscription(t, who, 'pro');
    await callSubscriptions(t, who, method, `${id}/`, { tariff: 'scale', ...byCard });
    await advanceDays(t, 1);
    expect((await fetchCurrentSubscription(t, who)).pending_change).toBeNull();
  });

  it('reports an unavailable provider', async () => {
    const who = await customer('offline', '300');
    const { id } = await createSubscription(t, who, 'pro');
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    const { createPayment } = sandbox;
    sandbox.createPayment = () => Promise.reject(new ProviderUnavailable('sandbox', 'timeout'));
    const reply = await callSubscriptions(t, who, method, `${id}/`, { tariff: 'scale', ...byCard });
    sandbox.createPayment = createPayment;
    expect(reply).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
  });

  it('turns the renewal off and on, except of the free tariff', async () => {
    const who = await customer('renew', '100');
    const free = await fetchCurrentSubscription(t, who);
    const refused = await callSubscriptions(t, who, method, `${free.id}/`, { auto_renew: false });
    expect(refused).toMatchObject({ status: 400, body: { code: 'free_tariff' } });
    const { id } = await createSubscription(t, who, 'pro');
    const off = await callSubscriptions(t, who, method, `${id}/`, { auto_renew: false });
    expect(off.body).toMatchObject({ cancel_at_period_end: true, auto_renew: false });
    const on = await callSubscriptions(t, who, method, `${id}/`, { auto_renew: true });
    expect(on.body).toMatchObject({ cancel_at_period_end: false, expires_at: null });
  });

  it('from yearly to a monthly-only tariff does not need a period', async () => {
    const who = await customer('year', '1000');
    const { id } = await createSubscription(t, who, 'pro', { billing_period: 'yearly' });
    const { body } = await callSubscriptions(t, who, method, `${id}/`, { tariff: 'free' });
    expect(body.pending_change).toMatchObject({
      tariff: { slug: 'free' },
      billing_period: 'monthly',
    });
    const refused = await callSubscriptions(t, who, method, `${id}/`, {
      tariff: 'free',
      billing_period: 'yearly',
    });
    expect(refused.body).toMatchObject({ billing_period: ['Free is billed monthly only.'] });
  });

  it('is refused for ended or unknown subscriptions and invalid input', async () => {
    const who = await customer('ended', '100');
    const free = await fetchCurrentSubscription(t, who);
    const { id } = await createSubscription(t, who, 'pro');
    expect(
      await callSubscriptions(t, who, method, `${free.id}/`, { tariff: 'scale' }),
    ).toMatchObject({
      status: 400,
      body: { code: 'invalid_state', current_status: 'cancelled' },
    });
    expect((await callSubscriptions(t, who, method, `${idle}/`, { tariff: 'pro' })).status).toBe(
      404,
    );
    expect(
      (await callSubscriptions(t, who, method, `${id}/`, { billing_period: 'weekly' })).status,
    ).toBe(400);
    expect((await callSubscriptions(t, who, method, `${id}/`, { tariff: 'gold' })).body).toEqual({
      tariff: ['There is no tariff "gold".'],
    });
  });

  it('from free charges the first period, and a trial continues with another tariff', async () => {
    const who = await customer('trial', '100');
    const free = await fetchCurrentSubscription(t, who);
    const { body } = await callSubscriptions(t, who, method, `${free.id}/`, { tariff: 'pro' });
    expect(body).toMatchObject({ id: free.id, tariff: { slug: 'pro' }, price: '79.00' });
    const other = await customer('trial2', '800');
    const { id } = await createSubscription(t, other, 'starter');
    const yearly = await callSubscriptions(t, other, method, `${id}/`, {
      billing_period: 'yearly',
    });
    expect(yearly.body).toMatchObject({ status: 'trialing', billing_period: 'yearly' });
    expect(await readWalletBalance(t, other)).toBe('800.00');
    const ended = await callSubscriptions(t, other, method, `${id}/`, { tariff: 'pro' });
    expect(ended.body).toMatchObject({ status: 'active', billing_period: 'yearly' });
    expect(await readWalletBalance(t, other)).toBe('10.00');
  });
});

describe('cancelling', () => {
  it('at the period end keeps the plan until then and can be undone', async () => {
    const who = await createCustomer(t, 'end@example.com', '200');
    const { id, current_period_end } = await createSubscription(t, who, 'pro');
    const cancel = () => callSubscriptions(t, who, 'POST', `${id}/cancel/`, { reason: 'Too dear' });
    expect((await cancel()).body).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_reason: 'Too dear',
      expires_at: current_period_end,
      can_reactivate: true,
    });
    expect((await cancel()).status).toBe(200);
    const undone = await callSubscriptions(t, who, 'POST', `${id}/reactivate/`);
    expect(undone.body).toMatchObject({ cancel_at_period_end: false, cancel_reason: '' });
    await cancel();
    await advanceDays(t, 31);
    expect((await callSubscriptions(t, who, 'GET', `${id}/`)).body.status).toBe('cancelled');
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
    expect(await readWalletBalance(t, who)).toBe('121.00');
    expect((await callSubscriptions(t, who, 'POST', `${id}/reactivate/`)).body.code).toBe(
      'subscription_ended',
    );
  });

  it('immediately can be undone until the end of the paid period', async () => {
    const who = await createCustomer(t, 'now@example.com', '400');
    const { id, current_period_end } = await createSubscription(t, who, 'pro');
    const body = { at_period_end: false };
    expect((await callSubscriptions(t, who, 'POST', `${id}/cancel/`, body)).body.status).toBe(
      'cancelled',
    );
    expect((await callSubscriptions(t, who, 'POST', `${id}/cancel/`, body)).status).toBe(200);
    await advanceDays(t, 5);
    expect((await callSubscriptions(t, who, 'POST', `${id}/reactivate/`)).body).toMatchObject({
      status: 'active',
      current_period_end,
    });
    expect(await readWalletBalance(t, who)).toBe('321.00');
    await callSubscriptions(t, who, 'POST', `${id}/cancel/`, body);
    await createSubscription(t, who, 'scale');
    expect((await callSubscriptions(t, who, 'POST', `${id}/reactivate/`)).body.code).toBe(
      'already_subscribed',
    );
  });

  it.each([
    ['at the period end', true],
    ['immediately', false],
  ])('%s keeps a stored downgrade for the reactivation', async (_, at_period_end) => {
    const who = await createCustomer(t, `kept-${at_period_end}@example.com`, '200');
    const { id, current_period_end } = await createSubscription(t, who, 'pro');
    await callSubscriptions(t, who, 'PATCH', `${id}/`, { tariff: 'starter' });
    const pending_change = { tariff: { slug: 'starter' }, effective_at: current_period_end };
    const ended = await callSubscriptions(t, who, 'POST', `${id}/cancel/`, { at_period_end });
    expect(ended.body).toMatchObject({ pending_change, can_reactivate: true, next_charge: null });
    const undone = await callSubscriptions(t, who, 'POST', `${id}/reactivate/`);
    expect(undone.body).toMatchObject({ pending_change, next_charge: { amount: '19.00' } });
    await advanceDays(t, 31);
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({ tariff: { slug: 'starter' } });
    expect(await readWalletBalance(t, who)).toBe('102.00');
  });

  it('drops a change that waits for its payment, and forgets a stored one with the period', async () => {
    const who = await createCustomer(t, 'dropped@example.com', '79');
    const { id } = await createSubscription(t, who, 'pro');
    await callSubscriptions(t, who, 'PATCH', `${id}/`, { tariff: 'scale', ...byCard });
    const cancel = () => callSubscriptions(t, who, 'POST', `${id}/cancel/`, {});
    expect((await cancel()).body).toMatchObject({ pending_change: null, payment: null });
    await callSubscriptions(t, who, 'PATCH', `${id}/`, { tariff: 'starter' });
    expect((await cancel()).body).toMatchObject({
      pending_change: { tariff: { slug: 'starter' } },
    });
    await advanceDays(t, 31);
    expect((await callSubscriptions(t, who, 'GET', `${id}/`)).body).toMatchObject({
      status: 'cancelled',
      pending_change: null,
    });
  });

  it('is refused for the free tariff, a too long reason, and an expired subscription', async () => {
    const who = await createCustomer(t, 'no@example.com');
    const free = await fetchCurrentSubscription(t, who);
    expect((await callSubscriptions(t, who, 'POST', `${free.id}/cancel/`, {})).body.code).toBe(
      'free_tariff',
    );
    const reason = 'x'.repeat(501);
    expect((await callSubscriptions(t, who, 'POST', `${free.id}/cancel/`, { reason })).status).toBe(
      400,
    );
    const { id } = await createSubscription(t, who, 'pro', byCard);
    await advanceDays(t, 1);
    expect((await callSubscriptions(t, who, 'POST', `${id}/cancel/`, {})).body).toMatchObject({
      code: 'invalid_state',
      current_status: 'expired',
    });
  });
});

describe('removing', () => {
  it('hides ended and unpaid subscriptions from the list', async () => {
    const who = await createCustomer(t, 'tidy@example.com', '100');
    const pending = await createSubscription(t, who, 'pro', byCard);
    expect((await callSubscriptions(t, who, 'DELETE', `${pending.id}/`)).status).toBe(204);
    expect((await callSubscriptions(t, who, 'GET', `${pending.id}/`)).status).toBe(404);
    const free = await fetchCurrentSubscription(t, who);
    expect(free.tariff.slug).toBe('free');
    const { id } = await createSubscription(t, who, 'pro');
    expect((await callSubscriptions(t, who, 'DELETE', `${id}/`)).body).toMatchObject({
      code: 'invalid_state',
      current_status: 'active',
    });
    expect((await callSubscriptions(t, who, 'DELETE', `${free.id}/`)).status).toBe(204);
    await addFunds(t, who.accountId, '1');
    expect((await callSubscriptions(t, who, 'GET', '')).body.count).toBe(2);
  });
});
