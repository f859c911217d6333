import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import type { MissedPeriodWire } from '../../wire/missed-periods.ts';
import MissedPeriods from './MissedPeriods.tsx';

const listPath = 'GET /apix/admin/missed-periods/';
const proposePath = 'POST /apix/admin/missed-periods/m1/propose/';
const row: MissedPeriodWire = {
  uuid: 'm1',
  status: 'open',
  user: { id: 7, email: 'ada@example.com' },
  subscription: 's1',
  tariff: { slug: 'pro', name: 'Pro' },
  amount: '79.00',
  currency: 'USD',
  available: '342.00',
  period_start: '2027-03-10T09:00:00.000Z',
  period_end: '2027-04-10T09:00:00.000Z',
  proposal: null,
  decided_at: null,
};

beforeEach(() => {
  resetBrowser();
  signInAs('finance@example.com');
});
afterEach(resetBrowser);

async function open(rows: MissedPeriodWire[]) {
  const api = stubApi({
    [listPath]: { status: 200, body: pageOfRows(rows) },
    [proposePath]: { status: 202, body: { adjustment: 'a1' } },
  });
  const path = '/admin/payments/missed-periods';
  const context = { id: 3, roles: ['finance'] };
  await renderScreen(path, [{ path, element: MissedPeriods, context }]);
  return api;
}

test('each period names plan, days, price and customer', async () => {
  await open([row]);
  const table = page.getByRole('table');
  await expect.element(table).toMatchTextContent('Pro');
  await expect.element(table).toMatchTextContent(/10 Mar\s–\s9 Apr 2027/);
  await expect.element(table).toMatchTextContent('$79.00');
  await expect.element(table).toMatchTextContent('To decide');
  await expect
    .element(page.getByRole('link', { name: 'ada@example.com' }))
    .toHaveAttribute('href', '/admin/users/7');
});

test.for([
  ['Charge', 'charge', '$79.00 are taken from the balance, which is $342.00 now'],
  ['Waive', 'waive', 'the period stays free of charge'],
] as const)('%s proposes it with a reason', async ([button, action, effect]) => {
  const api = await open([row]);
  await userEvent.click(page.getByRole('button', { name: button }));
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(effect);
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Reason' }), 'The platform was off');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
  await expect
    .poll(() => api.callsTo(proposePath).map(({ body }) => body))
    .toEqual([{ action, reason: 'The platform was off' }]);
});

test('a refused proposal says why', async () => {
  const { answers } = await open([row]);
  await userEvent.click(page.getByRole('button', { name: 'Charge' }));
  const dialog = page.getByRole('dialog');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Reason' }), 'The platform was off');
  const detail = 'The wallet holds $0.00, which is less than $79.00.';
  answers[proposePath] = { status: 400, body: { detail, code: 'insufficient_balance' } };
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
  await expect.element(dialog).toMatchTextContent(detail);
});

test('a proposal leads to its approval; its own author waits for someone else', async () => {
  const proposal = (id: number): MissedPeriodWire => ({
    ...row,
    uuid: `m${id}`,
    proposal: {
      adjustment: `a${id}`,
      action: 'charge',
      proposed_by: { id, email: 'one@example.com' },
    },
  });
  await open([proposal(2), proposal(3)]);
  await expect
    .element(page.getByRole('link', { name: 'Approve or reject' }))
    .toHaveAttribute('href', '/admin/payments/adjustments?status=proposed');
  await expect.element(page.getByRole('link', { name: 'Waits for someone else' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Charge' })).not.toBeInTheDocument();
});

test('a decided period has no actions', async () => {
  await open([{ ...row, status: 'waived', decided_at: '2027-05-01T09:00:00.000Z' }]);
  await expect.element(page.getByRole('table')).toMatchTextContent('Waived');
  await expect.element(page.getByRole('button', { name: 'Waive' })).not.toBeInTheDocument();
});
