import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { buildPlan, publicTariffs } from '#test/fixtures/billing-plans.ts';
import { buildSpending } from '#test/fixtures/billing-spending.ts';
import type { SpendingWire } from '../../wire/index.ts';
import Plan from './Plan.tsx';

const path = '/apix/billing/spending/';
const ok = (body: unknown) => ({ status: 200, body });
const panel = () => page.getByRole('region', { name: 'Spending' });
const dialog = () => page.getByRole('dialog', { name: 'Spending cap' });
const press = (name: string) => userEvent.click(page.getByRole('button', { name }));

function open(spending: SpendingWire) {
  const api = stubApi({
    'GET /apix/billing/subscriptions/current/': ok(buildPlan('pro')),
    'GET /apix/billing/tariffs/': ok(pageOfRows(publicTariffs)),
    'GET /apix/billing/subscriptions/': ok(pageOfRows([])),
    'GET /apix/events/': { status: 403, body: { detail: 'No.' } },
    [`GET ${path}`]: ok(spending),
  });
  return renderScreen('/dashboard/plan', [{ path: '/dashboard/plan', element: Plan }]).then(
    () => api,
  );
}

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('says what the month costs at most, and how much of the cap is used', async () => {
  await open(buildSpending());
  await expect.element(panel().getByText('At most $129.00 this month')).toBeVisible();
  const bar = panel().getByRole('progressbar', { name: 'Usage over the quota' });
  await expect.element(bar).toHaveAttribute('aria-valuetext', '$10.00 of $50.00');
  await expect
    .element(panel().getByText(/go on, for \$0\.0002 a request, until they have cost \$50\.00/))
    .toBeVisible();
});

test('previews a cap, warns of one below what is used, and saves it', async () => {
  const api = await open(buildSpending());
  api.answers[`PATCH ${path}`] = ok(buildSpending({ cap: '30.00', at_most: '109.00' }));
  await press('Change the cap');
  const cap = dialog().getByLabelText('Cap a month');
  await userEvent.fill(cap, '5.00');
  await expect.element(dialog().getByText('This month costs at most $89.00.')).toBeVisible();
  await expect.element(dialog().getByText(/The \$10\.00 used so far stay owed/)).toBeVisible();
  await userEvent.fill(cap, '30.00');
  await expect.element(dialog().getByText('This month costs at most $109.00.')).toBeVisible();
  await expect.element(dialog().getByText(/stay owed/)).not.toBeInTheDocument();
  api.answers[`GET ${path}`] = ok(buildSpending({ cap: '30.00', at_most: '109.00' }));
  await press('Save cap');
  await expect.element(panel().getByText('At most $109.00 this month')).toBeVisible();
  expect(api.callsTo(`PATCH ${path}`)[0]?.body).toEqual({ is_overage_on: true, cap: '30.00' });
});

test('shows an error of the amount at its field', async () => {
  const api = await open(buildSpending({ cap: null, cap_currency: null }));
  await press('Change the cap');
  await userEvent.fill(dialog().getByLabelText('Cap a month'), 'ten');
  await press('Save cap');
  await expect
    .element(dialog().getByText('Enter an amount above zero, such as 50.00.'))
    .toBeVisible();
  expect(api.callsTo(`PATCH ${path}`)).toEqual([]);
});

test('turned off, the month costs the fee and what is used', async () => {
  await open(buildSpending());
  await press('Change the cap');
  await userEvent.click(dialog().getByLabelText('Allow usage over the quota'));
  await expect.element(dialog().getByText('This month costs at most $89.00.')).toBeVisible();
  await expect.element(dialog().getByLabelText('Cap a month')).toBeDisabled();
});

test('at the cap, a banner says until when calls are refused', async () => {
  await open(
    buildSpending({ state: 'reached', spent: '50.00', remaining: '0.00', percentage: 100 }),
  );
  await expect.element(page.getByText('Your spending cap of $50.00 is reached')).toBeVisible();
  await expect.element(panel().getByText('Cap reached')).toBeVisible();
});

test.each([
  [{ state: 'not_sold', overage: null, at_most: '0.00' }, /sells no usage over its quota/],
  [{ state: 'off', is_overage_on: false }, /is off: calls stop at the quota/],
  [{ state: 'unpaid' }, /waits until the plan is paid/],
  [{ effective_cap: null, cap: null, at_most: null }, /There is no cap/],
  [{ state: 'reached', cap_currency: 'EUR' }, /Your cap is in EUR and the plan in USD/],
] satisfies [Partial<SpendingWire>, RegExp][])('explains %j', async (change, words) => {
  await open(buildSpending(change));
  await expect.element(panel().getByText(words)).toBeVisible();
});
