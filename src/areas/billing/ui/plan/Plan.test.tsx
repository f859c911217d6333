import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import {
  buildMention,
  buildPlan,
  buildPreview,
  changeTo,
  publicTariffs,
} from '#test/fixtures/billing-plans.ts';
import type { SubscriptionWire } from '../../wire/index.ts';
import Plan from './Plan.tsx';

const currentPath = 'GET /apix/billing/subscriptions/current/';
const endedPath = 'GET /apix/billing/subscriptions/';
const subscribePath = 'POST /apix/billing/subscriptions/';
const ofPlan = `/apix/billing/subscriptions/${buildPlan('pro').id}/`;
const ok = (body: unknown) => ({ status: 200, body });
const shown = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
// The first of two: here no style sheet hides the one of the other billing period.
const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
const press = (name: string | RegExp) => userEvent.click(button(name));

const answers = (plan: SubscriptionWire) => ({
  [currentPath]: ok(plan),
  'GET /apix/billing/tariffs/': ok(pageOfRows(publicTariffs)),
  [endedPath]: ok(pageOfRows([])),
  'GET /apix/events/': { status: 403, body: { detail: 'No.' } },
});
const open = (query = '') =>
  renderScreen(`/dashboard/plan${query}`, [{ path: '/dashboard/plan', element: Plan }]);

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('shows the plan, its renewal and its usage', async () => {
  const usage = buildPlan('pro').usage;
  const units_this_period = { ...usage.units_this_period, request: 250_000, calculation: 20_000 };
  stubApi(answers(buildPlan('pro', { usage: { ...usage, units_this_period } })));
  await open();
  const yours = page.getByRole('region', { name: 'Your plan' });
  await expect.element(yours.getByText('$79.00 a month')).toBeVisible();
  await expect.element(yours.getByText(/^1 Dec 2026, from your balance/)).toBeVisible();
  await shown('250,000 of 1,000,000');
  await shown('Used up.');
});

test('chooses a plan, shows its price, and pays from the balance', async () => {
  const api = stubApi(answers(buildPlan('free')));
  api.answers[subscribePath] = ({ path }) =>
    path.includes('preview') ? ok(buildPreview('pro')) : { status: 201, body: buildPlan('pro') };
  const { router } = await open();
  await press('Choose Pro');
  expect(router.state.location.search).toBe('?tariff=pro&period=monthly');
  await shown('To pay now');
  await shown('You have $100.00');
  api.answers[currentPath] = ok(buildPlan('pro'));
  await press('Subscribe for $79.00');
  await shown('You are on Pro now');
  expect(router.state.location.search).toBe('');
  expect(api.callsTo(subscribePath).at(-1)?.body).toEqual({
    tariff: 'pro',
    billing_period: 'monthly',
    payment_source: 'balance',
  });
  expect(api.callsTo(subscribePath).at(-1)?.headers.get('idempotency-key')).toBeTruthy();
});

test('opens a choice from the pricing page with its period, and reports a short balance', async () => {
  const api = stubApi(answers(buildPlan('free')));
  const balance = { available: '20.50', missing: '58.50' };
  api.answers[subscribePath] = ({ path }) =>
    path.includes('preview')
      ? ok(buildPreview('pro', { balance }))
      : {
          status: 201,
          body: buildPlan('pro', {
            status: 'pending',
            payment: {
              uuid: 'p1',
              status: 'pending',
              amount: '79.00',
              currency: 'USD',
              pay_currency: 'USD',
              payment_url: null,
              expires_at: '2026-11-21T01:00:00.000Z',
            },
          }),
        };
  const { router } = await open('?tariff=pro&period=yearly');
  await shown('You have $20.50: $58.50 is missing');
  const link = page.getByRole('link', { name: 'Add $58.50 to your balance' });
  await expect.element(link).toHaveAttribute('href', '/dashboard/wallet/add?amount=58.50');
  await press('Subscribe for $79.00');
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/payments/p1');
  expect(api.callsTo(subscribePath).at(-1)?.body).toEqual({
    tariff: 'pro',
    billing_period: 'yearly',
    payment_source: 'payment',
    pay_currency: 'USD',
  });
});

test('shows the cost of an upgrade line by line, and its errors', async () => {
  const api = stubApi(answers(buildPlan('pro')));
  api.answers[`PATCH ${ofPlan}`] = ({ path }) =>
    path.includes('preview')
      ? ok(
          buildPreview('scale', {
            kind: 'upgrade',
            charge_now: '110.00',
            lines: [
              { label: 'Scale, 21 Nov – 1 Dec 2026', amount: '136.33' },
              { label: 'Paid already for Pro, unused', amount: '-26.33' },
            ],
          }),
        )
      : { status: 400, body: { non_field_errors: ['Your balance is too low.'] } };
  await open();
  await press('Choose Scale');
  await shown('-$26.33');
  await press('Upgrade for $110.00');
  await shown('Your balance is too low.');
});

test('shows the overage in the total of an upgrade', async () => {
  const api = stubApi(answers(buildPlan('pro')));
  api.answers[`PATCH ${ofPlan}`] = ok(
    buildPreview('scale', {
      kind: 'upgrade',
      charge_now: '1910.00',
      lines: [
        { label: 'Scale, 21 Nov – 21 Dec 2026', amount: '110.00' },
        { label: 'Usage over your quota', amount: '1800.00' },
      ],
      overage: '1800.00',
    }),
  );
  await open();
  await press('Choose Scale');
  await shown('Usage over your quota');
  await shown('$1,800.00');
  await expect
    .element(page.getByRole('button', { name: 'Upgrade for $1,910.00' }))
    .toBeInTheDocument();
});

test('shows unpaid overage with a link to pay it', async () => {
  const due = { amount: '200.00', currency: 'USD', since: '2026-11-20T00:00:00.000Z' };
  stubApi(answers(buildPlan('pro', { overage_due: due })));
  await open();
  await shown('$200.00 is due for usage over your quota');
  const way = page.getByRole('link', { name: 'Add money' });
  await expect.element(way).toHaveAttribute('href', '/dashboard/wallet/add?amount=200.00');
});

test('offers only support for a suspended plan', async () => {
  const plan = buildPlan('pro', {
    status: 'suspended',
    is_active: false,
    cancel_at_period_end: true,
    pending_change: changeTo('starter'),
  });
  stubApi(answers(plan));
  await open();
  await shown('Your plan is suspended');
  await shown('After it is resumed; the remaining time is kept');
  for (const name of [/Cancel the plan|End it now/, 'Keep the plan', 'Undo the change'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
});

test('shows when an overdue plan ends', async () => {
  const at = '2026-12-08T00:00:00.000Z';
  const past_due = { since: at, amount: '79.00', next_attempt_at: null, ends_at: at };
  stubApi(answers(buildPlan('pro', { status: 'past_due', past_due })));
  await open();
  await shown('8 Dec 2026, unless you add money');
});

describe('cancelling', () => {
  test('cancels with a reason, and can be undone', async () => {
    const api = stubApi(answers(buildPlan('pro')));
    const ending = buildPlan('pro', { cancel_at_period_end: true });
    api.answers[`POST ${ofPlan}cancel/`] = ok(ending);
    api.answers[`POST ${ofPlan}reactivate/`] = ok(buildPlan('pro'));
    await open();
    await press('Cancel the plan');
    const dialog = page.getByRole('dialog');
    await userEvent.selectOptions(dialog.getByLabelText(/^Why/), 'Something is missing');
    await userEvent.fill(dialog.getByLabelText(/^Anything/), 'A Kazakh voice');
    api.answers[currentPath] = ok(ending);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the plan' }));
    await shown('Your Pro plan ends on 1 Dec 2026');
    expect(api.callsTo(`POST ${ofPlan}cancel/`)[0]?.body).toEqual({
      reason: 'Something is missing: A Kazakh voice',
      at_period_end: true,
    });
    api.answers[currentPath] = ok(buildPlan('pro'));
    await press('Keep the plan');
    await shown('Your plan will renew');
  });

  test('ends immediately only after confirmation, and can be undone', async () => {
    const pending_change = changeTo('starter');
    const api = stubApi(answers(buildPlan('pro', { pending_change: changeTo('scale', 'p7') })));
    const ended = buildPlan('pro', {
      status: 'cancelled',
      is_active: false,
      can_reactivate: true,
      pending_change,
    });
    api.answers[`POST ${ofPlan}cancel/`] = ok(ended);
    api.answers[`POST ${ofPlan}reactivate/`] = ok(buildPlan('pro'));
    await open();
    await press('Cancel the plan');
    const dialog = page.getByRole('dialog');
    await userEvent.click(dialog.getByLabelText(/^Now/));
    await shown('The 10 days until 1 Dec 2026 are not refunded.');
    await shown('The change to Scale.');
    const end = dialog.getByRole('button', { name: 'End the plan now' });
    await expect.element(end).toBeDisabled();
    await userEvent.click(dialog.getByLabelText('End it now, without a refund'));
    api.answers[currentPath] = ok(buildPlan('free'));
    api.answers[endedPath] = ok(pageOfRows([ended]));
    await userEvent.click(end);
    await shown('You paid for Pro until 1 Dec 2026');
    await shown(/If you keep the plan, it changes to Starter that day/);
    expect(api.callsTo(`POST ${ofPlan}cancel/`)[0]?.body).toEqual({
      reason: '',
      at_period_end: false,
    });
    api.answers[currentPath] = ok(buildPlan('pro'));
    await press('Reactivate the plan');
    await shown('You are on Pro again');
  });

  test('shows the change that an ending plan keeps, in place of its notice', async () => {
    const pending_change = changeTo('starter');
    stubApi(answers(buildPlan('pro', { cancel_at_period_end: true, pending_change })));
    await open();
    await shown(/If you keep the plan, it changes to Starter that day/);
    await expect
      .element(page.getByRole('button', { name: 'Undo the change' }))
      .not.toBeInTheDocument();
  });

  test('a refusal keeps what was written', async () => {
    const api = stubApi(answers(buildPlan('pro')));
    api.answers[`POST ${ofPlan}cancel/`] = { status: 400, body: { detail: 'Not now.' } };
    await open();
    await press('Cancel the plan');
    const dialog = page.getByRole('dialog');
    const comment = dialog.getByLabelText(/^Anything else/);
    await userEvent.fill(comment, 'See you.');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the plan' }));
    await expect.element(dialog.getByText('Not now.')).toBeVisible();
    await expect.element(comment).toHaveValue('See you.');
  });

  test('warns that a trial is lost', async () => {
    stubApi(answers(buildPlan('starter', { status: 'trialing', cancel_at_period_end: true })));
    await open();
    await press('End it now');
    await shown('The 10 days until 1 Dec 2026: a trial is given once.');
    await expect.element(page.getByText(/have the plan back/)).not.toBeInTheDocument();
  });

  test('undoes a pending change', async () => {
    const api = stubApi(answers(buildPlan('pro', { pending_change: changeTo('starter') })));
    api.answers[`PATCH ${ofPlan}`] = ok(buildPlan('pro'));
    await open();
    await shown('From 1 Dec 2026: Starter');
    api.answers[currentPath] = ok(buildPlan('pro'));
    await press('Undo the change');
    await shown('The change is undone');
    expect(api.callsTo(`PATCH ${ofPlan}`)[0]?.body).toEqual({
      tariff: 'pro',
      billing_period: 'monthly',
    });
  });
});

describe('notices', () => {
  test('shows what an overdue plan lacks and until when', async () => {
    const past_due = {
      since: '2026-11-20T00:00:00.000Z',
      amount: '79.00',
      next_attempt_at: null,
      ends_at: '2026-11-27T00:00:00.000Z',
    };
    stubApi(answers(buildPlan('pro', { status: 'past_due', past_due })));
    await open();
    await shown('$79.00 is due for your Pro plan');
    await expect
      .element(page.getByRole('link', { name: 'Add money' }))
      .toHaveAttribute('href', '/dashboard/wallet/add?amount=79.00');
  });

  test('links a pending change to its payment', async () => {
    const pending_change = changeTo('scale', 'p7');
    const api = stubApi(answers(buildPlan('pro', { pending_change, payment })));
    const { unmount } = await open();
    await shown('Scale is waiting for your payment');
    await expect
      .element(page.getByRole('link', { name: 'Open the payment' }))
      .toHaveAttribute('href', '/dashboard/payments/p7');
    await unmount();
    const coming = { ...payment, status: 'confirming' };
    api.answers[currentPath] = ok(buildPlan('pro', { pending_change, payment: coming }));
    await open();
    await shown('Scale starts as soon as your payment is confirmed');
  });

  const payment = {
    uuid: 'p7',
    status: 'pending',
    amount: '79.00',
    currency: 'USD',
    pay_currency: 'USD',
    payment_url: null,
    expires_at: '2026-11-21T01:00:00.000Z',
  };
  const unpaid = {
    status: 'pending' as const,
    status_display: 'Waiting for payment',
    is_active: false,
    limits: buildPlan('free').limits,
  };

  test('shows the free limits while a plan waits for its payment', async () => {
    stubApi(answers(buildPlan('pro', { ...unpaid, payment })));
    await open();
    await shown('Pro is waiting for your payment');
    await expect
      .element(page.getByRole('link', { name: 'Open the payment' }))
      .toHaveAttribute('href', '/dashboard/payments/p7');
    const yours = page.getByRole('region', { name: 'Your plan' });
    await expect.element(yours.getByText('When the payment completes')).toBeVisible();
    await expect.element(yours.getByText('The limits of the free plan')).toBeVisible();
    for (const term of ['Since', 'Renews'])
      await expect.element(yours.getByText(term, { exact: true })).not.toBeInTheDocument();
    await shown('0 of 10,000');
    await expect.element(button('Choose Pro')).toBeEnabled();
    const card = page.getByRole('listitem').filter({ hasText: 'Choose Pro' });
    await expect.element(card.getByText('Not paid yet')).toBeVisible();
    await expect.element(card.getByText('Your plan')).not.toBeInTheDocument();
  });

  test('offers to choose again when the payment has ended', async () => {
    stubApi(answers(buildPlan('pro', { ...unpaid, payment: { ...payment, status: 'expired' } })));
    await open();
    await shown('Pro was not paid for');
    await expect
      .element(page.getByRole('link', { name: 'Open the payment' }))
      .not.toBeInTheDocument();
  });

  test('shows the shortfall and date of the next renewal', async () => {
    const next_charge = {
      at: '2026-12-01T00:00:00.000Z',
      tariff: buildMention('pro'),
      amount: '79.00',
      overage: '0.00',
      available: '6.00',
      missing: '73.00',
      card: null,
    };
    stubApi(answers(buildPlan('pro', { next_charge })));
    await open();
    await shown('$73.00 is missing for Pro on 1 Dec 2026');
    await shown(/renews that day for \$79\.00 from your balance, which is \$6\.00/);
    await expect
      .element(page.getByRole('link', { name: 'Add money' }))
      .toHaveAttribute('href', '/dashboard/wallet/add?amount=73.00');
  });

  test('includes usage over the quota in what is missing', async () => {
    const next_charge = {
      at: '2026-12-01T00:00:00.000Z',
      tariff: buildMention('pro'),
      amount: '79.00',
      overage: '20.00',
      available: '81.00',
      missing: '18.00',
      card: null,
    };
    stubApi(answers(buildPlan('pro', { next_charge })));
    await open();
    await shown('$18.00 is missing for Pro on 1 Dec 2026');
    await shown(/Usage over your quota has cost \$20\.00 this month so far\./);
  });

  test.each([
    ['active', 'by Visa ending in 4242'],
    ['trialing', 'by Visa ending in 4242'],
  ] as const)(
    'names the card that pays for the next period of an %s plan',
    async (status, words) => {
      const next_charge = {
        at: '2026-12-01T00:00:00.000Z',
        tariff: buildMention('pro'),
        amount: '79.00',
        overage: '0.00',
        available: '6.00',
        missing: '0.00',
        card: 'Visa ending in 4242',
      };
      stubApi(answers(buildPlan('pro', { status, next_charge })));
      await open();
      await shown(new RegExp(words));
      await expect.element(page.getByText(/is missing for/)).not.toBeInTheDocument();
    },
  );

  test('names the plan of the next period', async () => {
    const next_charge = {
      at: '2026-12-01T00:00:00.000Z',
      tariff: buildMention('starter'),
      amount: '19.00',
      overage: '0.00',
      available: '6.00',
      missing: '13.00',
      card: null,
    };
    stubApi(answers(buildPlan('pro', { next_charge, pending_change: changeTo('starter') })));
    await open();
    await shown('$13.00 is missing for Starter on 1 Dec 2026');
    await shown(/starts that day.* Without the money your Pro plan becomes past due/);
  });

  test.for([
    ['confirming', 'Pro starts as soon as your payment is confirmed'],
    ['completed', 'Pro has not started'],
    ['refunded', 'Pro was not paid for'],
  ])('shows for a payment in status %s "%s"', async ([status, words]) => {
    stubApi(answers(buildPlan('pro', { ...unpaid, payment: { ...payment, status: status! } })));
    await open();
    await shown(words!);
  });

  test('offers a trial only to accounts without one', async () => {
    const api = stubApi(answers(buildPlan('free')));
    const { unmount } = await open();
    const card = page.getByRole('listitem').filter({ hasText: 'Choose Starter' });
    await expect.element(card.getByText('14 days free')).toBeVisible();
    await unmount();
    api.answers[currentPath] = ok(buildPlan('free', { had_trial: true }));
    await open();
    await expect.element(button('Choose Starter')).toBeVisible();
    await expect.element(page.getByText('14 days free')).not.toBeInTheDocument();
  });

  test('does not let a suspended plan be changed', async () => {
    stubApi(answers(buildPlan('pro', { status: 'suspended' })));
    await open();
    await shown('Your plan is suspended');
    await expect.element(button('Choose Scale')).toBeDisabled();
  });

  test('lists plans without a current plan', async () => {
    const api = stubApi(answers(buildPlan('free')));
    api.answers[currentPath] = { status: 404, body: { detail: 'No active subscription.' } };
    await open();
    await expect.element(button('Choose Free')).toBeVisible();
  });

  test('retries after a failed load', async () => {
    const api = stubApi(answers(buildPlan('free')));
    api.answers[currentPath] = { status: 400, body: { detail: 'The plan is not there.' } };
    await open();
    await shown('The plan is not there.');
    api.answers[currentPath] = ok(buildPlan('free'));
    await press('Try again');
    await shown('Free of charge');
  });
});

test('switches to yearly prices', async () => {
  stubApi(answers(buildPlan('free')));
  await open();
  await shown('a month');
  await userEvent.click(page.getByLabelText(/^Yearly/));
  await shown('a year, $65.83 a month');
});
