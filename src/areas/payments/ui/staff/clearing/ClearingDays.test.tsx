import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import type { ClearingDayWire, ClearingItemWire } from '../../../wire/clearing.ts';
import ClearingDays from './ClearingDays.tsx';

const day: ClearingDayWire = {
  day: '2026-11-20',
  provider: 'stripe',
  is_test: false,
  currency: 'USD',
  opening: '0.00',
  charges: '35.00',
  refunds: '0.00',
  disputes: '0.00',
  fees: '-1.62',
  converted: '0.00',
  payouts: '-20.00',
  reserves: '0.00',
  other: '0.00',
  closing: '13.38',
  check: {
    checked_at: '2026-11-20T12:00:00.000Z',
    available: '13.38',
    pending: '0.00',
    booked: '13.38',
    difference: '0.00',
    open: '10.00',
    unexplained: '10.00',
  },
};
const item: ClearingItemWire = {
  id: '0193a5b0-0000-7000-8000-000000000001',
  provider: 'stripe',
  amount: '10.00',
  currency: 'USD',
  since: '2026-11-15T12:00:00.000Z',
  state: 'unexplained',
  payment: null,
  payment_number: null,
  movement: 'txn_1',
  type: 'charge',
  note: null,
};

beforeEach(() => {
  resetBrowser();
  signInAs('finance@example.com');
});
afterEach(resetBrowser);

test('a day says what is unexplained, and finance explains a difference', async () => {
  const path = '/admin/payments/clearing';
  const explain = `POST /apix/admin/clearing/items/${item.id}/explain/`;
  const { callsTo } = stubApi({
    'GET /apix/admin/clearing/days/': { status: 200, body: pageOfRows([day]) },
    'GET /apix/admin/clearing/items/': { status: 200, body: pageOfRows([item]) },
    [explain]: { status: 200, body: { ...item, state: 'explained', note: 'Known' } },
  });
  await renderScreen(path, [
    { path, element: ClearingDays, context: { id: 3, roles: ['finance'] } },
  ]);
  await expect.element(page.getByText('$10.00 unexplained').first()).toBeInTheDocument();
  await expect.element(page.getByText('txn_1')).toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Explain' }));
  const dialog = page.getByRole('dialog');
  await userEvent.fill(dialog.getByRole('textbox'), 'Known');
  await userEvent.click(dialog.getByRole('button', { name: 'Explain' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsTo(explain).map(({ body }) => body)).toEqual([{ note: 'Known' }]);
});
