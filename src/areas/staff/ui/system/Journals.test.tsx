import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import type { JournalRecordWire, JournalWire } from '../../wire/journals.ts';
import JournalScreen from './JournalScreen.tsx';
import { Journals } from './Journals.tsx';
import { TrialBalance } from './TrialBalance.tsx';

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
      balance_before: '50.00',
      balance_after: '148.50',
    },
    {
      account: 'fees',
      label: '',
      currency: 'USD',
      amount: '1.50',
      balance_before: null,
      balance_after: null,
    },
    {
      account: 'provider_clearing',
      label: 'sandbox',
      currency: 'USD',
      amount: '-100.00',
      balance_before: null,
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

test('a journal leads to its page', async () => {
  await open();
  const row = page.getByRole('row').filter({ hasText: 'Top-up' });
  await expect.element(row.getByText('$100.00')).toBeVisible();
  await expect
    .element(row.getByRole('link', { name: 'Deposit' }))
    .toHaveAttribute('href', `/admin/ledger/journals/${journal.id}`);
});

test('filters are in the address, an amount once it is entered', async () => {
  const api = await open();
  await userEvent.selectOptions(page.getByLabelText('Account'), 'provider_clearing:stripe');
  await expect
    .poll(() => api.callsTo(listPath).at(-1)!.path)
    .toContain('account=provider_clearing%3Astripe');
  const callsBefore = api.callsTo(listPath).length;
  await userEvent.fill(page.getByLabelText('Amount from'), '12,5');
  expect(api.callsTo(listPath)).toHaveLength(callsBefore);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => api.callsTo(listPath).at(-1)!.path).toContain('min_amount=12.5');
  await expect
    .element(page.getByRole('button', { name: 'Remove filter: Amount from 12.5' }))
    .toBeVisible();
});

test('a journal’s page has its postings, cause, seal and reversal', async () => {
  const record: JournalRecordWire = {
    ...journal,
    causes: [
      { kind: 'payment', id: journal.payment!, words: 'Payment' },
      { kind: null, id: 'provider:sandbox', words: 'Reported by the provider sandbox' },
    ],
    reversed_by: '0190d2f1-0000-7000-8000-000000000009',
    rate: null,
    seal: null,
    metadata: [{ name: 'Test', value: 'Yes' }],
  };
  stubApi({ [`${listPath}${journal.id}/`]: { status: 200, body: record } });
  await renderScreen(`/admin/ledger/journals/${journal.id}`, [
    { path: '/admin/ledger/journals/:id', element: JournalScreen },
  ]);
  const wallet = page.getByRole('row').filter({ hasText: 'Wallet available' });
  await expect.element(wallet).toMatchTextContent('$50.00');
  await expect.element(wallet).toMatchTextContent('$148.50');
  await expect.element(page.getByText('Provider clearing, sandbox')).toBeVisible();
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await expect
    .element(link('Payment'))
    .toHaveAttribute('href', `/admin/payments?search=${journal.payment}`);
  await expect
    .element(link('Reversed by another journal'))
    .toHaveAttribute('href', `/admin/ledger/journals/${record.reversed_by}`);
  await expect.element(page.getByText('Not sealed yet', { exact: true })).toBeVisible();
});

test('the trial balance is asked for the moment in the address', async () => {
  const api = stubApi({
    'GET /apix/admin/ledger/trial-balance/': {
      status: 200,
      body: {
        at: '2026-11-20T10:00:00.000Z',
        results: [
          {
            currency: 'USD',
            account: 'provider_clearing',
            label: 'stripe',
            accounts: 1,
            debit: '100.00',
            credit: '0.00',
          },
          {
            currency: 'USD',
            account: 'wallet_available',
            label: '',
            accounts: 1,
            debit: '0.00',
            credit: '100.00',
          },
        ],
        totals: [{ currency: 'USD', debit: '100.00', credit: '100.00', is_balanced: true }],
      },
    },
  });
  const { router } = await renderScreen('/admin/ledger?at=2026-11-20T10:00', [
    { path: '/admin/ledger', element: TrialBalance },
  ]);
  await expect.element(page.getByText('Balanced', { exact: true })).toBeVisible();
  const calls = () => api.callsTo('GET /apix/admin/ledger/trial-balance/');
  expect(calls()[0]?.path).toContain(
    `at=${encodeURIComponent(new Date('2026-11-20T10:00').toISOString())}`,
  );
  const total = page.getByRole('row').filter({ hasText: 'Total' });
  await expect.element(total).toMatchTextContent('$100.00$100.00');
  await expect
    .element(page.getByRole('link', { name: 'Provider clearing, stripe' }))
    .toHaveAttribute('href', '/admin/ledger?account=provider_clearing:stripe&currency=USD');
  await userEvent.click(page.getByRole('button', { name: 'Now' }));
  await expect.poll(() => router.state.location.search).toBe('');
});

test('the search is sent as it was typed', async () => {
  const api = await open();
  const search = page.getByRole('searchbox');
  await userEvent.fill(search, 'ann@example.com');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => api.callsTo(listPath).at(-1)!.path).toContain('search=ann%40example.com');
});
