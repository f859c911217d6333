import { describe, expect, it } from 'vitest';
import { ProviderUnavailable } from '#areas/payments/server/providers/provider.ts';
import { useApp } from '#test/harness.ts';
import { ask, balanceOf, currentOf, fund, newCustomer, pass, started } from '#test/plans.ts';
import { play } from '#test/sandbox-payments.ts';
import type { SubscriptionWire } from '../../contract.ts';

const t = useApp();
const byCard = { payment_source: 'payment', pay_currency: 'USD' };
const idle = '01981234-0000-7000-8000-000000000000';

describe.each(['PATCH', 'PUT'] as const)('%s of a plan', (method) => {
  const customer = (name: string, money?: string) =>
    newCustomer(t, `${name}-${method.toLowerCase()}@example.com`, money);

  it('to a dearer one shows the price, charges it and holds at once', async () => {
    const who = await customer('up', '500');
    const { id, current_period_end } = await started(t, who, 'pro');
    await pass(t, 10);
    const preview = await ask(t, who, method, `${id}/?preview=true`, { tariff: 'scale' });
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
    const { body } = await ask(t, who, method, `${id}/`, { tariff: 'scale' });
    expect(body).toMatchObject({ id, tariff: { slug: 'scale' }, current_period_end });
    expect(cents(await balanceOf(t, who))).toBe(42_100 - cents(charge_now));
  });

  it('to a cheaper one waits for the renewal, and can be taken back', async () => {
    const who = await customer('down', '300');
    const { id, current_period_end } = await started(t, who, 'pro');
    const { body } = await ask(t, who, method, `${id}/`, { tariff: 'starter' });
    expect(body).toMatchObject({
      tariff: { slug: 'pro' },
      pending_change: { tariff: { slug: 'starter' }, effective_at: current_period_end },
    });
    const back = await ask(t, who, method, `${id}/`, { tariff: 'pro' });
    expect(back.body.pending_change).toBeNull();
    await ask(t, who, method, `${id}/`, { tariff: 'starter' });
    await pass(t, 31);
    expect(await currentOf(t, who)).toMatchObject({
      id,
      tariff: { slug: 'starter' },
      price: '19.00',
      pending_change: null,
    });
    expect(await balanceOf(t, who)).toBe('202.00');
  });

  it('is refused when the balance is too low', async () => {
    const who = await customer('low', '100');
    const { id } = await started(t, who, 'pro');
    const reply = await ask(t, who, method, `${id}/`, { tariff: 'scale' });
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'insufficient_balance', available: '21.00', currency: 'USD' },
    });
    expect((await currentOf(t, who)).tariff.slug).toBe('pro');
  });

  it('by a payment holds when the money is there', async () => {
    const who = await customer('card', '79');
    const { id } = await started(t, who, 'pro');
    const { body } = await ask(t, who, method, `${id}/`, { tariff: 'scale', ...byCard });
    const { payment } = body as unknown as SubscriptionWire;
    expect(body).toMatchObject({
      tariff: { slug: 'pro' },
      pending_change: { tariff: { slug: 'scale' }, effective_at: null, payment: payment!.uuid },
    });
    t.clock.advance(60_000);
    await play(t, payment!.uuid, 'pay');
    expect(await currentOf(t, who)).toMatchObject({
      id,
      tariff: { slug: 'scale' },
      pending_change: null,
    });
    // A minute of the difference is left of what was paid.
    expect(Number(await balanceOf(t, who))).toBeLessThan(0.02);
  });

  it('by a payment that nobody makes is dropped after a day', async () => {
    const who = await customer('idle', '79');
    const { id } = await started(t, who, 'pro');
    await ask(t, who, method, `${id}/`, { tariff: 'scale', ...byCard });
    await pass(t, 1);
    expect((await currentOf(t, who)).pending_change).toBeNull();
  });

  it('says that the provider does not answer', async () => {
    const who = await customer('down', '300');
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    const { createPayment } = sandbox;
    sandbox.createPayment = () => Promise.reject(new ProviderUnavailable('sandbox', 'timeout'));
    const { id } = await currentOf(t, who);
    const reply = await ask(t, who, method, `${id}/`, { tariff: 'scale', ...byCard });
    sandbox.createPayment = createPayment;
    expect(reply).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
  });

  it('turns the renewal off and on, but not of the free tariff', async () => {
    const who = await customer('renew', '100');
    const free = await currentOf(t, who);
    const refused = await ask(t, who, method, `${free.id}/`, { auto_renew: false });
    expect(refused).toMatchObject({ status: 400, body: { code: 'free_tariff' } });
    const { id } = await started(t, who, 'pro');
    const off = await ask(t, who, method, `${id}/`, { auto_renew: false });
    expect(off.body).toMatchObject({ cancel_at_period_end: true, auto_renew: false });
    const on = await ask(t, who, method, `${id}/`, { auto_renew: true });
    expect(on.body).toMatchObject({ cancel_at_period_end: false, expires_at: null });
  });

  it('of a year to a tariff of months alone needs no word about the period', async () => {
    const who = await customer('year', '1000');
    const { id } = await started(t, who, 'pro', { billing_period: 'yearly' });
    const { body } = await ask(t, who, method, `${id}/`, { tariff: 'free' });
    expect(body.pending_change).toMatchObject({
      tariff: { slug: 'free' },
      billing_period: 'monthly',
    });
    const refused = await ask(t, who, method, `${id}/`, {
      tariff: 'free',
      billing_period: 'yearly',
    });
    expect(refused.body).toMatchObject({ billing_period: ['Free is paid by the month.'] });
  });

  it('is refused for what has ended, is not there or makes no sense', async () => {
    const who = await customer('ended', '100');
    const free = await currentOf(t, who);
    const { id } = await started(t, who, 'pro');
    expect(await ask(t, who, method, `${free.id}/`, { tariff: 'scale' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_state', current_status: 'cancelled' },
    });
    expect((await ask(t, who, method, `${idle}/`, { tariff: 'pro' })).status).toBe(404);
    expect((await ask(t, who, method, `${id}/`, { billing_period: 'weekly' })).status).toBe(400);
    expect((await ask(t, who, method, `${id}/`, { tariff: 'gold' })).body).toEqual({
      tariff: ['There is no tariff "gold".'],
    });
  });

  it('from free charges the first period, and a trial goes on with another tariff', async () => {
    const who = await customer('trial', '100');
    const free = await currentOf(t, who);
    const { body } = await ask(t, who, method, `${free.id}/`, { tariff: 'pro' });
    expect(body).toMatchObject({ id: free.id, tariff: { slug: 'pro' }, price: '79.00' });
    const other = await customer('trial2', '800');
    const { id } = await started(t, other, 'starter');
    const yearly = await ask(t, other, method, `${id}/`, { billing_period: 'yearly' });
    expect(yearly.body).toMatchObject({ status: 'trialing', billing_period: 'yearly' });
    expect(await balanceOf(t, other)).toBe('800.00');
    const ended = await ask(t, other, method, `${id}/`, { tariff: 'pro' });
    expect(ended.body).toMatchObject({ status: 'active', billing_period: 'yearly' });
    expect(await balanceOf(t, other)).toBe('10.00');
  });
});

describe('cancelling', () => {
  it('at the end keeps the plan until then, and can be undone', async () => {
    const who = await newCustomer(t, 'end@example.com', '200');
    const { id, current_period_end } = await started(t, who, 'pro');
    const cancel = () => ask(t, who, 'POST', `${id}/cancel/`, { reason: 'Too dear' });
    expect((await cancel()).body).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_reason: 'Too dear',
      expires_at: current_period_end,
      can_reactivate: true,
    });
    expect((await cancel()).status).toBe(200);
    const undone = await ask(t, who, 'POST', `${id}/reactivate/`);
    expect(undone.body).toMatchObject({ cancel_at_period_end: false, cancel_reason: '' });
    await cancel();
    await pass(t, 31);
    expect((await ask(t, who, 'GET', `${id}/`)).body.status).toBe('cancelled');
    expect((await currentOf(t, who)).tariff.slug).toBe('free');
    expect(await balanceOf(t, who)).toBe('121.00');
    expect((await ask(t, who, 'POST', `${id}/reactivate/`)).body.code).toBe('subscription_ended');
  });

  it('at once has a way back until the end of what was paid', async () => {
    const who = await newCustomer(t, 'now@example.com', '400');
    const { id, current_period_end } = await started(t, who, 'pro');
    const body = { at_period_end: false };
    expect((await ask(t, who, 'POST', `${id}/cancel/`, body)).body.status).toBe('cancelled');
    expect((await ask(t, who, 'POST', `${id}/cancel/`, body)).status).toBe(200);
    await pass(t, 5);
    expect((await ask(t, who, 'POST', `${id}/reactivate/`)).body).toMatchObject({
      status: 'active',
      current_period_end,
    });
    expect(await balanceOf(t, who)).toBe('321.00');
    await ask(t, who, 'POST', `${id}/cancel/`, body);
    await started(t, who, 'scale');
    expect((await ask(t, who, 'POST', `${id}/reactivate/`)).body.code).toBe('already_subscribed');
  });

  it('is refused for the free tariff, too long a reason, and what expired', async () => {
    const who = await newCustomer(t, 'no@example.com');
    const free = await currentOf(t, who);
    expect((await ask(t, who, 'POST', `${free.id}/cancel/`, {})).body.code).toBe('free_tariff');
    const reason = 'x'.repeat(501);
    expect((await ask(t, who, 'POST', `${free.id}/cancel/`, { reason })).status).toBe(400);
    const { id } = await started(t, who, 'pro', byCard);
    await pass(t, 1);
    expect((await ask(t, who, 'POST', `${id}/cancel/`, {})).body).toMatchObject({
      code: 'invalid_state',
      current_status: 'expired',
    });
  });
});

describe('removing', () => {
  it('takes what has ended or was never paid off the list', async () => {
    const who = await newCustomer(t, 'tidy@example.com', '100');
    const pending = await started(t, who, 'pro', byCard);
    expect((await ask(t, who, 'DELETE', `${pending.id}/`)).status).toBe(204);
    expect((await ask(t, who, 'GET', `${pending.id}/`)).status).toBe(404);
    const free = await currentOf(t, who);
    expect(free.tariff.slug).toBe('free');
    const { id } = await started(t, who, 'pro');
    expect((await ask(t, who, 'DELETE', `${id}/`)).body).toMatchObject({
      code: 'invalid_state',
      current_status: 'active',
    });
    expect((await ask(t, who, 'DELETE', `${free.id}/`)).status).toBe(204);
    await fund(t, who.accountId, '1');
    expect((await ask(t, who, 'GET', '')).body.count).toBe(2);
  });
});
