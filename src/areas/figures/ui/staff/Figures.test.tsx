import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type ApiResponse,
  renderScreen,
  resetBrowser,
  signInAs,
  stubApi,
} from '#test/browser/screens.tsx';
import type { RevenueMonthWire } from '../../wire/revenue.ts';
import Customers from './Customers.tsx';
import FailedPayments from './FailedPayments.tsx';
import Revenue from './Revenue.tsx';
import ShortBalances from './ShortBalances.tsx';
import UsageFigures from './UsageFigures.tsx';

const createMonth = (month: string, change: Partial<RevenueMonthWire>): RevenueMonthWire => ({
  month,
  partial: false,
  mrr_before: '0.00',
  new: '0.00',
  reactivation: '0.00',
  expansion: '0.00',
  contraction: '0.00',
  churn: '0.00',
  mrr: '0.00',
  paying: 0,
  arpu: null,
  plans_charged: '0.00',
  overage_charged: '0.00',
  kept_by_providers: '0.00',
  ...change,
});
const months = [
  createMonth('2026-10', { new: '200.00', mrr: '200.00', paying: 4, arpu: '50.00' }),
  createMonth('2026-11', {
    partial: true,
    mrr_before: '200.00',
    churn: '50.00',
    expansion: '100.00',
    mrr: '250.00',
    paying: 3,
    arpu: '83.33',
  }),
];
const revenue = (results: RevenueMonthWire[], currencies = ['USD']): ApiResponse => ({
  status: 200,
  body: { currency: 'USD', currencies, test_accounts: 2, results },
});
const createPage = (results: object[]): ApiResponse => ({
  status: 200,
  body: { results, count: results.length, page: 1, pages: 1, page_size: 20 },
});
const movement = {
  user: 7,
  user_email: 'ann@example.com',
  subscription: 's1',
  kind: 'churn',
  amount: '-50.00',
  currency: 'USD',
  occurred_at: '2026-11-03T10:00:00.000Z',
};
const base = '/apix/admin/figures';
const at = '/admin/figures';
const open = (element: () => React.ReactNode, address = at) =>
  renderScreen(address, [{ path: at, element }]);
const expectVisible = (text: string | RegExp) =>
  expect.element(page.getByText(text).first()).toBeVisible();

beforeEach(() => {
  resetBrowser();
  signInAs('finance@example.com');
});

describe('revenue', () => {
  const answers = {
    [`GET ${base}/revenue/`]: revenue(months),
    [`GET ${base}/movements/`]: createPage([movement]),
  };

  test('has its figures with their definitions, and the accounts behind them', async () => {
    stubApi(answers);
    await open(Revenue);
    await expectVisible('$250.00');
    await expectVisible('+25% since the end of last month');
    await expectVisible('Left out: 2 accounts with test money only.');
    await expectVisible(/^Monthly recurring revenue: what the plans/);
    await expect
      .element(page.getByRole('link', { name: 'ann@example.com' }))
      .toHaveAttribute('href', '/admin/users/7');
    await expect
      .element(page.getByRole('application'))
      .toHaveAccessibleName(/from \$0.00 to \$250.00$/);
    await expect.element(page.getByRole('row', { name: /^November 2026, so far/ })).toBeVisible();
  });

  test('is of the period in the address, which a choice changes', async () => {
    const api = stubApi(answers);
    await open(Revenue, `${at}?months=3&kind=churn`);
    await expectVisible('$250.00');
    const lastRequest = () => api.callsTo(`GET ${base}/revenue/`).at(-1)!.path;
    const [first] = [lastRequest()];
    await userEvent.selectOptions(page.getByLabelText('Period'), '24 months');
    await expect.poll(lastRequest).not.toBe(first);
    expect(api.callsTo(`GET ${base}/movements/`)[0]!.path).toContain('kind=churn');
  });

  test('of several currencies lets one be chosen', async () => {
    const api = stubApi({ ...answers, [`GET ${base}/revenue/`]: revenue(months, ['EUR', 'USD']) });
    await open(Revenue);
    await expectVisible('$250.00');
    await userEvent.selectOptions(page.getByLabelText('Currency'), 'EUR');
    await expect
      .poll(() => api.callsTo(`GET ${base}/revenue/`).at(-1)!.path)
      .toContain('currency=EUR');
  });

  test('without a paid plan says so', async () => {
    stubApi({
      [`GET ${base}/revenue/`]: revenue([createMonth('2026-11', {})]),
      [`GET ${base}/movements/`]: createPage([]),
    });
    await open(Revenue);
    await expectVisible('No paid plans in this period');
    await expectVisible('No movements yet');
    await expectVisible('nothing the month before');
  });

  test('that does not load can be tried again', async () => {
    const api = stubApi({ [`GET ${base}/revenue/`]: { status: 503, body: { detail: 'Busy.' } } });
    await open(Revenue);
    await expectVisible("This didn't load");
    api.answers[`GET ${base}/revenue/`] = revenue(months);
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expectVisible('$250.00');
  });
});

test('customers: the funnel says that visits are not counted, cohorts show accounts or money', async () => {
  const steps = { signups: 8, first_key: 4, first_call: 2, first_payment: 1 };
  const counts = { started: 4, running: 1, converted: 1, ended: 2, conversion: 0.3333 };
  const left = (after: number, accounts: number, mrr: string, share: number) => ({
    after,
    accounts,
    mrr,
    retained: share,
    retained_mrr: share / 2,
  });
  stubApi({
    [`GET ${base}/funnel/`]: {
      status: 200,
      body: { results: [{ month: '2026-11', partial: true, ...steps }], total: steps },
    },
    [`GET ${base}/trials/`]: {
      status: 200,
      body: { results: [{ month: '2026-11', partial: true, ...counts }], total: counts },
    },
    [`GET ${base}/cohorts/`]: {
      status: 200,
      body: {
        currency: 'USD',
        currencies: ['USD'],
        results: [
          {
            month: '2026-10',
            accounts: 4,
            mrr: '100.00',
            months: [left(0, 4, '100.00', 1), left(1, 3, '37.50', 0.75)],
          },
        ],
      },
    },
  });
  await open(Customers);
  await expectVisible(/^The product counts no visits to the site/);
  await expectVisible('12.5%');
  await expectVisible('1 of 3 trials that are over, 1 running');
  const cohort = page.getByRole('row', { name: /^October 2026/ });
  await expect.element(cohort).toHaveTextContent('October 20264 accounts100%475%3');
  await userEvent.selectOptions(page.getByLabelText('What is left'), 'Money');
  await expect.element(cohort).toHaveTextContent('October 2026$100.0050%$100.0037.5%$37.50');
});

test('usage has a row for each area and what it is counted in', async () => {
  const sum = { area: 'customs', metric: 'calculation', requests: 200, errors: 5, units: '195' };
  stubApi({
    [`GET ${base}/usage/`]: {
      status: 200,
      body: {
        currency: 'USD',
        until: '2026-11-25',
        results: [{ month: '2026-11', partial: true, ...sum, overage: '3.20' }],
        totals: [{ ...sum, overage: '3.20' }],
      },
    },
  });
  await open(UsageFigures);
  await expectVisible('Until 25 Nov 2026, UTC.');
  const row = page.getByRole('row', { name: /^Customs/ });
  await expect.element(row).toHaveTextContent('Customscounted in calculations2002.5%195$3.20');
});

const due = {
  user: 7,
  user_email: 'ann@example.com',
  subscription: 's1',
  plan: 'Pro',
  currency: 'USD',
  amount: '79.00',
  available: '21.00',
  missing: '58.00',
};

test('failed payments come with the plans that are past due', async () => {
  const month = { month: '2026-11', partial: true, failed: 2, expired: 0 };
  stubApi({
    [`GET ${base}/overdue/`]: createPage([
      { ...due, since: due.plan, attempts: 1, ends_at: '2026-12-01T00:00:00Z' },
    ]),
    [`GET ${base}/failed-payments/`]: {
      status: 200,
      body: {
        currency: 'USD',
        currencies: ['USD'],
        test_payments: 3,
        results: [{ ...month, failed_amount: '40.00', expired_amount: '0.00' }],
      },
    },
  });
  await open(FailedPayments);
  await expect.element(page.getByRole('link', { name: 'ann@example.com' })).toBeVisible();
  await expectVisible('$58.00');
  await expectVisible('$40.00');
  await expectVisible('Not counted: 3 payments with test money.');
  await expect
    .element(page.getByRole('link', { name: 'List of failed payments' }))
    .toHaveAttribute('href', '/admin/payments?status=failed');
});

test('short balances lead to the accounts, and none is good news', async () => {
  const api = stubApi({
    [`GET ${base}/short-balances/`]: createPage([{ ...due, renews_at: '2026-12-01T00:00:00Z' }]),
  });
  const screen = await open(ShortBalances);
  await expect
    .element(page.getByRole('link', { name: 'ann@example.com' }))
    .toHaveAttribute('href', '/admin/users/7');
  await screen.unmount();
  api.answers[`GET ${base}/short-balances/`] = createPage([]);
  await open(ShortBalances);
  await expectVisible('Every renewal is covered');
});
