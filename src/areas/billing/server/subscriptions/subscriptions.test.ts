import { describe, expect, it } from 'vitest';
import { charge } from '#areas/ledger/server/index.ts';
import { ProviderUnavailable } from '#areas/payments/server/providers/provider.ts';
import { useApp } from '#test/harness.ts';
import {
  ask,
  balanceOf,
  currentOf,
  dayMs,
  newCustomer,
  pass,
  plansPath,
  started,
  subscribeTo,
} from '#test/plans.ts';
import { send } from '#test/requests.ts';
import { play } from '#test/sandbox-payments.ts';
import type { SubscriptionWire } from '../../contract.ts';
import { entitlementsOf } from '../entitlements.ts';

const t = useApp();
const entitled = (accountId: number) =>
  entitlementsOf(t.kernel.database.write, accountId, t.clock.now());

describe('without a paid plan', () => {
  it('everybody who registers has the free tariff', async () => {
    const who = await newCustomer(t, 'new@example.com');
    const current = await currentOf(t, who);
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

  it('its months roll on without anybody being charged', async () => {
    const who = await newCustomer(t, 'quiet@example.com');
    await pass(t, 100);
    const { current_period_start, current_period_end } = await currentOf(t, who);
    const now = t.clock.now().toISOString();
    expect(current_period_start <= now && now < current_period_end).toBe(true);
  });

  it('an account from elsewhere has the free limits and no subscription', async () => {
    const who = await t.signIn('bare@example.com');
    expect(await ask(t, who, 'GET', 'current/')).toMatchObject({
      status: 404,
      body: { detail: 'No active subscription.', code: 'no_subscription' },
    });
    expect(await entitled(who.accountId)).toMatchObject({ tariff: 'free', subscriptionId: null });
  });

  it('nothing is there for who is not signed in', async () => {
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
      expect(await send(t, method, `${plansPath}${path}`)).toMatchObject({
        status: 401,
        body: { code: 'not_authenticated' },
      });
  });
});

describe('subscribing', () => {
  it('from the balance takes the price and the place of the free tariff', async () => {
    const who = await newCustomer(t, 'buyer@example.com', '100');
    const free = await currentOf(t, who);
    const plan = await started(t, who, 'pro');
    expect(plan).toMatchObject({
      status: 'active',
      price: '79.00',
      billing_period: 'monthly',
      auto_renew: true,
      pending_change: null,
      payment: null,
    });
    expect(await balanceOf(t, who)).toBe('21.00');
    expect((await ask(t, who, 'GET', `${free.id}/`)).body.status).toBe('cancelled');
    expect(await entitled(who.accountId)).toMatchObject({ tariff: 'pro', subscriptionId: plan.id });
    const list = await ask(t, who, 'GET', '');
    expect(list.body.count).toBe(2);
    expect((await ask(t, who, 'GET', '?status=active&tariff=pro')).body.count).toBe(1);
    expect((await ask(t, who, 'GET', '?status=nothing')).status).toBe(400);
    expect((await ask(t, who, 'GET', '?page=7')).status).toBe(404);
  });

  it('says what is missing, and changes nothing', async () => {
    const who = await newCustomer(t, 'short@example.com', '20.50');
    expect(await subscribeTo(t, who, 'pro')).toMatchObject({
      status: 400,
      body: {
        code: 'insufficient_balance',
        required: '79.00',
        available: '20.50',
        currency: 'USD',
      },
    });
    expect((await currentOf(t, who)).tariff.slug).toBe('free');
  });

  it('shows beforehand what it costs', async () => {
    const who = await newCustomer(t, 'careful@example.com', '50');
    const { status, body } = await ask(t, who, 'POST', '?preview=true', {
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
    expect((await currentOf(t, who)).tariff.slug).toBe('free');
  });

  it('is refused for what is not sold', async () => {
    const who = await newCustomer(t, 'wrong@example.com', '50');
    expect((await subscribeTo(t, who, 'gold')).body).toEqual({
      tariff: ['There is no tariff "gold".'],
    });
    expect((await ask(t, who, 'POST', '', {})).body).toEqual({
      tariff: ['This field is required.'],
    });
    expect((await subscribeTo(t, who, 'free', { billing_period: 'yearly' })).body).toEqual({
      billing_period: ['Free is paid by the month.'],
    });
  });

  it('a second time is a change of plan', async () => {
    const who = await newCustomer(t, 'twice@example.com', '500');
    expect((await subscribeTo(t, who, 'free')).body.code).toBe('already_subscribed');
    await started(t, who, 'pro');
    expect(await subscribeTo(t, who, 'scale')).toMatchObject({
      status: 400,
      body: { code: 'already_subscribed', current_status: 'active' },
    });
  });

  it('twice at the same moment makes one plan and one charge', async () => {
    const who = await newCustomer(t, 'race@example.com', '500');
    const replies = await Promise.all([1, 2, 3].map(() => subscribeTo(t, who, 'pro')));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(await balanceOf(t, who)).toBe('421.00');
  });

  it('with one Idempotency-Key is done once', async () => {
    const who = await newCustomer(t, 'again@example.com', '100');
    const once = () => ask(t, who, 'POST', '', { tariff: 'pro' }, { 'idempotency-key': 'sub-1' });
    const [first, second] = [await once(), await once()];
    expect(second.body.id).toBe(first.body.id);
    expect(await balanceOf(t, who)).toBe('21.00');
  });
});

describe('a trial', () => {
  it('costs nothing until it ends, and then the first period', async () => {
    const who = await newCustomer(t, 'trial@example.com', '30');
    const plan = await started(t, who, 'starter');
    expect(plan).toMatchObject({ status: 'trialing', days_remaining: 14 });
    expect(await balanceOf(t, who)).toBe('30.00');
    t.clock.advance(12 * dayMs);
    await t.jobs.runSchedule('billing.remind');
    await t.jobs.runSchedule('billing.remind');
    const kinds = async () => (await t.mails(who.email)).map(({ kind }) => kind);
    expect(await kinds()).toEqual(['billing.reminder']);
    await pass(t, 2);
    expect(await currentOf(t, who)).toMatchObject({ id: plan.id, status: 'active' });
    expect(await balanceOf(t, who)).toBe('11.00');
  });

  it('is given once', async () => {
    const who = await newCustomer(t, 'greedy@example.com', '100');
    const { id } = await started(t, who, 'starter');
    await ask(t, who, 'POST', `${id}/cancel/`, { at_period_end: false });
    await ask(t, who, 'DELETE', `${id}/`);
    expect(await currentOf(t, who)).toMatchObject({ trial_ends_at: null, had_trial: true });
    expect((await started(t, who, 'starter')).status).toBe('active');
    expect(await balanceOf(t, who)).toBe('81.00');
    const other = await newCustomer(t, 'untried@example.com');
    expect((await currentOf(t, other)).had_trial).toBe(false);
  });

  it('that nobody can pay for ends in the free tariff', async () => {
    const who = await newCustomer(t, 'poor@example.com');
    const { id } = await started(t, who, 'starter');
    await pass(t, 14);
    expect((await currentOf(t, who)).tariff.slug).toBe('free');
    expect((await ask(t, who, 'GET', `${id}/`)).body.status).toBe('expired');
    expect((await t.mails(who.email)).map(({ subject }) => subject)).toEqual([
      'Your Starter plan has ended',
    ]);
  });
});

describe('paid by a payment', () => {
  const byCard = { payment_source: 'payment', pay_currency: 'USD' };

  it('a plan waits for the money and begins with it', async () => {
    const who = await newCustomer(t, 'card@example.com');
    const plan = await started(t, who, 'pro', byCard);
    expect(plan).toMatchObject({ status: 'pending', payment: { amount: '79.00' } });
    expect(await entitled(who.accountId)).toMatchObject({ tariff: 'free', subscriptionId: null });
    t.clock.advance(600_000);
    await play(t, plan.payment!.uuid, 'pay');
    expect(await currentOf(t, who)).toMatchObject({
      id: plan.id,
      status: 'active',
      starts_at: t.clock.now().toISOString(),
      payment: null,
    });
    expect(await balanceOf(t, who)).toBe('0.00');
  });

  it('a start that nobody pays is given up after a day', async () => {
    const who = await newCustomer(t, 'late@example.com');
    const plan = await started(t, who, 'pro', byCard);
    await pass(t, 1);
    expect((await ask(t, who, 'GET', `${plan.id}/`)).body.status).toBe('expired');
    expect((await currentOf(t, who)).tariff.slug).toBe('free');
  });

  it('another choice takes the place of an unpaid one', async () => {
    const who = await newCustomer(t, 'unsure@example.com', '80');
    const first = await started(t, who, 'scale', byCard);
    const second = await started(t, who, 'pro');
    expect(second.status).toBe('active');
    expect((await ask(t, who, 'GET', `${first.id}/`)).body.status).toBe('cancelled');
  });

  it('needs a currency to pay in, and a provider that answers', async () => {
    const who = await newCustomer(t, 'down@example.com');
    expect((await subscribeTo(t, who, 'pro', { payment_source: 'payment' })).body).toEqual({
      pay_currency: ['This field is required.'],
    });
    const sandbox = t.areas.payments.providers.find('sandbox')!;
    const { createPayment } = sandbox;
    sandbox.createPayment = () => Promise.reject(new ProviderUnavailable('sandbox', 'timeout'));
    const reply = await subscribeTo(t, who, 'pro', byCard);
    sandbox.createPayment = createPayment;
    expect(reply).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
    expect((await currentOf(t, who)).tariff.slug).toBe('free');
  });
});

describe('what belongs to somebody else', () => {
  it('is not found', async () => {
    const owner = await newCustomer(t, 'owner@example.com', '100');
    const other = await newCustomer(t, 'other@example.com', '100');
    const { id } = await started(t, owner, 'pro');
    for (const [method, path, body] of [
      ['GET', `${id}/`],
      ['PATCH', `${id}/`, { tariff: 'free' }],
      ['PUT', `${id}/`, { tariff: 'free' }],
      ['DELETE', `${id}/`],
      ['POST', `${id}/cancel/`, {}],
      ['POST', `${id}/reactivate/`],
      ['GET', 'not-an-id/'],
    ] as const)
      expect(await ask(t, other, method, path, body)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    expect(
      (await ask(t, other, 'GET', `?user=${owner.accountId}`)).body.results,
    ).not.toContainEqual(expect.objectContaining({ id }));
    expect((await currentOf(t, owner)).status).toBe('active');
  });

  it('is seen by support and finance, and suspended by finance', async () => {
    const owner = await newCustomer(t, 'watched@example.com', '100');
    const support = await t.signIn('support@example.com', { roles: ['support'] });
    const finance = await t.signIn('finance@example.com', { roles: ['finance'] });
    const { id, current_period_end } = await started(t, owner, 'pro');
    const list = await ask(t, support, 'GET', `?user=${owner.accountId}&status=active`);
    expect((list.body.results as SubscriptionWire[])[0]?.id).toBe(id);
    expect((await ask(t, support, 'GET', `${id}/`)).status).toBe(200);
    for (const act of ['suspend', 'resume'])
      expect(await ask(t, support, 'POST', `${id}/${act}/`)).toMatchObject({
        status: 403,
        body: { code: 'permission_denied' },
      });
    expect((await ask(t, finance, 'POST', `${id}/resume/`)).body.code).toBe('invalid_state');
    expect((await ask(t, finance, 'POST', `${id}/suspend/`)).body.status).toBe('suspended');
    expect((await ask(t, finance, 'POST', `${id}/suspend/`)).status).toBe(200);
    expect((await entitled(owner.accountId)).blocked).toBe('suspended');
    expect((await ask(t, owner, 'PATCH', `${id}/`, { tariff: 'free' })).body.code).toBe(
      'invalid_state',
    );
    await pass(t, 40);
    expect((await currentOf(t, owner)).status).toBe('suspended');
    const resumed = await ask(t, finance, 'POST', `${id}/resume/`);
    const later = new Date(new Date(current_period_end).getTime() + 40 * dayMs).toISOString();
    expect(resumed.body).toMatchObject({ status: 'active', current_period_end: later });
    for (const act of ['suspend', 'resume'])
      expect(
        (await ask(t, finance, 'POST', `01981234-0000-7000-8000-000000000000/${act}/`)).status,
      ).toBe(404);
    await ask(t, owner, 'POST', `${id}/cancel/`, { at_period_end: false });
    expect((await ask(t, finance, 'POST', `${id}/suspend/`)).body.code).toBe('invalid_state');
  });
});

describe('a wallet in debt', () => {
  it('blocks paid calls', async () => {
    const who = await newCustomer(t, 'debt@example.com', '10');
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
