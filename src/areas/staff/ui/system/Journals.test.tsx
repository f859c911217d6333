import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import type { JournalWire } from '../../wire/journals.ts';
import { Journals } from './Journals.tsx';

const listPath = 'GET /apix/admin/ledger/journals/';
const journal: JournalWire = {
  id: '0190d2f1-0000-7000-8000-000000000001',
  type: 'deposit',
  user: { id: 7, email: 'ann@example.com' },
  description: 'Top-up',
  reference: 'PAY_1',
  actor: 'provider:sandbox',
  payment: '0190d2f1-0000-7000-8000-000000000002',
  subscription: null,
  reversal_of: null,
  idempotency_key: 'transfer:sandbox:1',
  effective_at: '2026-11-20T10:00:00.000Z',
  created_at: '2026-11-20T10:00:00.000Z',
  postings: [
    {
      account: 'wallet_available',
      label: '',
      currency: 'USD',
      amount: '98.50',
      balance_after: '148.50',
    },
    { account: 'fees', label: '', currency: 'USD', amount: '1.50', balance_after: null },
    {
      account: 'provider_clearing',
      label: 'sandbox',
      currency: 'USD',
      amount: '-100.00',
      balance_after: null,
    },
  ],
};

beforeEach(() => {
  resetBrowser();
  signInAs('finance@example.com');
});

async function open() {
  const one = { results: [journal], count: 1, next: null, previous: null };
  const paging = { page: 1, pages: 1, page_size: 20, has_next: false, has_previous: false };
  const api = stubApi({ [listPath]: { status: 200, body: { ...one, ...paging } } });
  await renderScreen('/admin/ledger', [{ path: '/admin/ledger', element: Journals }]);
  return api;
}

test('a journal opens with its postings', async () => {
  await open();
  const row = page.getByRole('row').filter({ hasText: 'Top-up' });
  await expect.element(row.getByText('$100.00')).toBeVisible();
  await userEvent.click(row.getByText('Deposit'));
  const dialog = page.getByRole('dialog', { name: 'Deposit of $100.00' });
  await expect.element(dialog.getByText('Provider clearing, sandbox')).toBeVisible();
  await expect.element(dialog.getByText('-$100.00')).toBeVisible();
  await expect.element(dialog.getByText('$148.50')).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: 'Open the payment' }))
    .toHaveAttribute('href', `/admin/payments/${journal.payment}`);
});

test('the search is sent as it was typed', async () => {
  const api = await open();
  const search = page.getByRole('searchbox');
  await userEvent.fill(search, 'ann@example.com');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => api.callsTo(listPath).at(-1)!.path).toContain('search=ann%40example.com');
});
