import { describe, expect, it } from 'vitest';
import { charge } from '#areas/ledger/server/index.ts';
import { ProviderUnavailable } from '#areas/payments/server/providers/provider.ts';
import { simulateSandboxAction } from '#test/factories/payments.ts';
import {
  advanceDays,
  callSubscriptions,
  createCustomer,
  createSubscription,
  dayMs,
  fetchCurrentSubscription,
  readWalletBalance,
  requestSubscription,
  subscriptionsPath,
} from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { SubscriptionWire } from '../../wire/index.ts';
import { readEntitlements } from '../entitlements.ts';

const t = useApp();
const entitled = (accountId: number) =>
  readEntitlements(t.kernel.database.write, accountId, t.clock.now());

describe('without a paid plan', () => {
  it('every new account has the free tariff', async () => {
    const who = await createCustomer(t, 'new@example.com');
    const current = await fetchCurrentSubscription(t, who);
    expect(current).toMatchObject({
      tariff: { slug: 'free', is_free: true },
      status: 'active',
      price: '0.00',
      expires_at: null,
      usage: { requests_today: 0, requests_this_period: 0, percentage: 0 },
      total_requests: 0,
    });
    expect(await entitled(who.accountId)).toMatchObject({
      tariff: 'free',
      subscriptionId: current.id,
      overage: null,
      blocked: null,
      limits: { requests_per_month: 10_000 },
    });
  });

  it('its months continue without a charge', async () => {
    const who = await createCustomer(t, 'quiet@example.com');
    await advanceDays(t, 100);
    const { current_period_start, current_period_end } = await fetchCurrentSubscription(t, who);
    const now = t.clock.now().toISOString();
    expect(current_period_start <= now && now < current_period_end).toBe(true);
  });

  it('an account without a registration event has the free limits and no subscription', async () => {
    const who = await t.signIn('bare@example.com');
    expect(await callSubscriptions(t, who, 'GET', 'current/')).toMatchObject({
      status: 404,
      body: { detail: 'No active subscription.', code: 'no_subscription' },
    });
    expect(await entitled(who.accountId)).toMatchObject({ tariff: 'free', subscriptionId: null });
  });

  it('requires authentication', async () => {
    const id = '01981234-0000-7000-8000-000000000000';
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', 'current/'],
      ['GET', `${id}/`],
      ['PATCH', `${id}/`],
      ['PUT', `${id}/`],
      ['DELETE', `${id}/`],
      ['POST', `${id}/cancel/`],
      ['POST', `${id}/reactivate/`],
      ['POST', `${id}/suspend/`],
      ['POST', `${id}/resume/`],
    ] as const)
      expect(await send(t, method, `${subscriptionsPath}${path}`)).toMatchObject({
        status: 401,
        body: { code: 'not_authenticated' },
      });
  });
});

describe('subscribing', () => {
  it('from the balance charges the price and replaces the free tariff', async () => {
    const who = await createCustomer(t, 'buyer@example.com', '100');
    const free = await fetchCurrentSubscription(t, who);
    const plan = await createSubscription(t, who, 'pro');
    expect(plan).toMatchObject({
      status: 'active',
      price: '79.00',
      billing_period: 'monthly',
      auto_renew: true,
      pending_change: null,
      payment: null,
    });
    expect(await readWalletBalance(t, who)).toBe('21.00');
    expect((await callSubscriptions(t, who, 'GET', `${free.id}/`)).body.status).toBe('cancelled');
    expect(await entitled(who.accountId)).toMatchObject({ tariff: 'pro', subscriptionId: plan.id });
    const list = await callSubscriptions(t, who, 'GET', '');
    expect(list.body.count).toBe(2);
    expect((await callSubscriptions(t, who, 'GET', '?status=active&tariff=pro')).body.count).toBe(
      1,
    );
    expect((await callSubscriptions(t, who, 'GET', '?status=nothing')).status).toBe(400);
    expect((await callSubscriptions(t, who, 'GET', '?page=7')).status).toBe(404);
  });

  it('with too low a balance reports the shortfall and changes nothing', async () => {
    const who = await createCustomer(t, 'short@example.com', '20.50');
    expect(await requestSubscription(t, who, 'pro')).toMatchObject({
      status: 400,
      body: {
        code: 'insufficient_balance',
        required: '79.00',
        available: '20.50',
        currency: 'USD',
      },
    });
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
  });

  it('can be previewed', async () => {
    const who = await createCustomer(t, 'careful@example.com', '50');
    const { status, body } = await callSubscriptions(t, who, 'POST', '?preview=true', {
      tariff: 'pro',
      billing_period: 'yearly',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'start',
      charge_now: '790.00',
      balance: { available: '50.00', missing: '740.00' },
      next_charge: { amount: '790.00' },
    });
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
  });

  it('is refused for a tariff that is not sold', async () => {
    const who = await createCustomer(t, 'wrong@example.com', '50');
    expect((await requestSubscription(t, who, 'gold')).body).toEqual({
      tariff: ['There is no tariff "gold".'],
    });
    expect((await callSubscriptions(t, who, 'POST', '', {})).body).toEqual({
      tariff: ['This field is required.'],
    });
    expect((await requestSubscription(t, who, 'free', { billing_period: 'yearly' })).body).toEqual({
      billing_period: ['Free is billed monthly only.'],
    });
  });

  it('is refused with a paid plan', async () => {
    const who = await createCustomer(t, 'twice@example.com', '500');
    expect((await requestSubscription(t, who, 'free')).body.code).toBe('already_subscribed');
    await createSubscription(t, who, 'pro');
    expect(await requestSubscription(t, who, 'scale')).toMatchObject({
      status: 400,
      body: { code: 'already_subscribed', current_status: 'active' },
    });
  });

  it('twice concurrently creates one subscription and one charge', async () => {
    const who = await createCustomer(t, 'race@example.com', '500');
    const replies = await Promise.all([1, 2, 3].map(() => requestSubscription(t, who, 'pro')));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(await readWalletBalance(t, who)).toBe('421.00');
  });

  it('with one Idempotency-Key happens once', async () => {
    const who = await createCustomer(t, 'again@example.com', '100');
    const once = () =>
      callSubscriptions(t, who, 'POST', '', { tariff: 'pro' }, { 'idempotency-key': 'sub-1' });
    const [first, second] = [await once(), await once()];
    expect(second.body.id).toBe(first.body.id);
    expect(await readWalletBalance(t, who)).toBe('21.00');
  });
});

describe('a trial', () => {
  it('is free until it ends, then charges the first period', async () => {
    const who = await createCustomer(t, 'trial@example.com', '30');
    const plan = await createSubscription(t, who, 'starter');
    expect(plan).toMatchObject({ status: 'trialing', days_remaining: 14 });
    expect(await readWalletBalance(t, who)).toBe('30.00');
    t.clock.advance(12 * dayMs);
    await t.jobs.runSchedule('billing.remind');
    await t.jobs.runSchedule('billing.remind');
    const kinds = async () => (await t.mails(who.email)).map(({ kind }) => kind);
    expect(await kinds()).toEqual(['billing.reminder']);
    await advanceDays(t, 2);
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({ id: plan.id, status: 'active' });
    expect(await readWalletBalance(t, who)).toBe('11.00');
  });

  it('is available once', async () => {
    const who = await createCustomer(t, 'greedy@example.com', '100');
    const { id } = await createSubscription(t, who, 'starter');
    await callSubscriptions(t, who, 'POST', `${id}/cancel/`, { at_period_end: false });
    await callSubscriptions(t, who, 'DELETE', `${id}/`);
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({
      trial_ends_at: null,
      had_trial: true,
    });
    expect((await createSubscription(t, who, 'starter')).status).toBe('active');
    expect(await readWalletBalance(t, who)).toBe('81.00');
    const other = await createCustomer(t, 'untried@example.com');
    expect((await fetchCurrentSubscription(t, other)).had_trial).toBe(false);
  });

  it('ends in the free tariff if the balance is too low', async () => {
    const who = await createCustomer(t, 'poor@example.com');
    const { id } = await createSubscription(t, who, 'starter');
    await advanceDays(t, 14);
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
    expect((await callSubscriptions(t, who, 'GET', `${id}/`)).body.status).toBe('expired');
    expect((await t.mails(who.email)).map(({ subject }) => subject)).toEqual([
      'Your Starter plan has ended',
    ]);
  });
});

describe('paying by a payment', () => {
  const byCard = { payment_source: 'payment', pay_currency: 'USD' };

  it('a subscription waits for the payment and starts with it', async () => {
    const who = await createCustomer(t, 'card@example.com');
    const plan = await createSubscription(t, who, 'pro', byCard);
    expect(plan).toMatchObject({ status: 'pending', payment: { amount: '79.00' } });
    expect(await entitled(who.accountId)).toMatchObject({ tariff: 'free', subscriptionId: null });
    t.clock.advance(600_000);
    await simulateSandboxAction(t, plan.payment!.uuid, 'pay');
    expect(await fetchCurrentSubscription(t, who)).toMatchObject({
      id: plan.id,
      status: 'active',
      starts_at: t.clock.now().toISOString(),
      payment: null,
    });
    expect(await readWalletBalance(t, who)).toBe('0.00');
  });

  it('an unpaid start is dropped after a day', async () => {
    const who = await createCustomer(t, 'late@example.com');
    const plan = await createSubscription(t, who, 'pro', byCard);
    await advanceDays(t, 1);
    expect((await callSubscriptions(t, who, 'GET', `${plan.id}/`)).body.status).toBe('expired');
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
  });

  it('another choice replaces an unpaid one', async () => {
    const who = await createCustomer(t, 'unsure@example.com', '80');
    const first = await createSubscription(t, who, 'scale', byCard);
    const second = await createSubscription(t, who, 'pro');
    expect(second.status).toBe('active');
    expect((await callSubscriptions(t, who, 'GET', `${first.id}/`)).body.status).toBe('cancelled');
  });

  it('requires a payment currency and an available provider', async () => {
    const who = await createCustomer(t, 'down@example.com');
    expect((await requestSubscription(t, who, 'pro', { payment_source: 'payment' })).body).toEqual({
      pay_currency: ['This field is required.'],
    });
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    const { createPayment } = sandbox;
    sandbox.createPayment = () => Promise.reject(new ProviderUnavailable('sandbox', 'timeout'));
    const reply = await requestSubscription(t, who, 'pro', byCard);
    sandbox.createPayment = createPayment;
    expect(reply).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
    expect((await fetchCurrentSubscription(t, who)).tariff.slug).toBe('free');
  });
});

describe('another user’s subscription', () => {
  it('is not found', async () => {
    const owner = await createCustomer(t, 'owner@example.com', '100');
    const other = await createCustomer(t, 'other@example.com', '100');
    const { id } = await createSubscription(t, owner, 'pro');
    for (const [method, path, body] of [
      ['GET', `${id}/`],
      ['PATCH', `${id}/`, { tariff: 'free' }],
      ['PUT', `${id}/`, { tariff: 'free' }],
      ['DELETE', `${id}/`],
      ['POST', `${id}/cancel/`, {}],
      ['POST', `${id}/reactivate/`],
      ['GET', 'not-an-id/'],
    ] as const)
      expect(await callSubscriptions(t, other, method, path, body)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    expect(
      (await callSubscriptions(t, other, 'GET', `?user=${owner.accountId}`)).body.results,
    ).not.toContainEqual(expect.objectContaining({ id }));
    expect((await fetchCurrentSubscription(t, owner)).status).toBe('active');
  });

  it('is visible to support and finance, and can be suspended by finance', async () => {
    const owner = await createCustomer(t, 'watched@example.com', '100');
    const support = await t.signIn('support@example.com', { roles: ['support'] });
    const finance = await t.signIn('finance@example.com', { roles: ['finance'] });
    const { id, current_period_end } = await createSubscription(t, owner, 'pro');
    const list = await callSubscriptions(
      t,
      support,
      'GET',
      `?user=${owner.accountId}&status=active`,
    );
    expect((list.body.results as SubscriptionWire[])[0]?.id).toBe(id);
    expect((await callSubscriptions(t, support, 'GET', `${id}/`)).status).toBe(200);
    for (const act of ['suspend', 'resume'])
      expect(await callSubscriptions(t, support, 'POST', `${id}/${act}/`)).toMatchObject({
        status: 403,
        body: { code: 'permission_denied' },
      });
    expect((await callSubscriptions(t, finance, 'POST', `${id}/resume/`)).body.code).toBe(
      'invalid_state',
    );
    expect((await callSubscriptions(t, finance, 'POST', `${id}/suspend/`)).body.status).toBe(
      'suspended',
    );
    expect((await callSubscriptions(t, finance, 'POST', `${id}/suspend/`)).status).toBe(200);
    expect((await entitled(owner.accountId)).blocked).toBe('suspended');
    expect(
      (await callSubscriptions(t, owner, 'PATCH', `${id}/`, { tariff: 'free' })).body.code,
    ).toBe('invalid_state');
    await advanceDays(t, 40);
    expect((await fetchCurrentSubscription(t, owner)).status).toBe('suspended');
    const resumed = await callSubscriptions(t, finance, 'POST', `${id}/resume/`);
    const later = new Date(new Date(current_period_end).getTime() + 40 * dayMs).toISOString();
    expect(resumed.body).toMatchObject({ status: 'active', current_period_end: later });
    for (const act of ['suspend', 'resume'])
      expect(
        (
          await callSubscriptions(
            t,
            finance,
            'POST',
            `01981234-0000-7000-8000-000000000000/${act}/`,
          )
        ).status,
      ).toBe(404);
    await callSubscriptions(t, owner, 'POST', `${id}/cancel/`, { at_period_end: false });
    expect((await callSubscriptions(t, finance, 'POST', `${id}/suspend/`)).body.code).toBe(
      'invalid_state',
    );
  });
});

describe('a wallet in debt', () => {
  it('refuses metered calls', async () => {
    const who = await createCustomer(t, 'debt@example.com', '10');
    await t.areas.payments.ledger.post(
      t.kernel.database.write,
      charge({
        accountId: who.accountId,
        amount: { currency: 'USD', minor: 1500n },
        idempotencyKey: 'debt',
        actor: 'test',
        mayOverdraw: true,
      }),
    );
    expect((await entitled(who.accountId)).blocked).toBe('debt');
  });
});
