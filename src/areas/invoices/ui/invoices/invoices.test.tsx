import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { buildBillingProfile, buildInvoice } from '#test/fixtures/invoices.ts';
import InvoiceScreen from './InvoiceScreen.tsx';
import InvoicesScreen from './InvoicesScreen.tsx';

const listPath = 'GET /apix/invoices/';
const profilePath = 'GET /apix/invoices/billing-profile/';
const onePath = 'GET /apix/invoices/INV-2026-000042/';
const ok = (body: unknown) => ({ status: 200, body });
const expectVisible = (words: string) =>
  expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();

const screens = [
  { path: '/dashboard/invoices', element: InvoicesScreen },
  { path: '/dashboard/invoices/:number', element: InvoiceScreen },
];
const open = (address: string) => renderScreen(address, screens);

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('invoices and credit notes are listed, and open on a press', async () => {
  const note = buildInvoice({ number: 'CN-2026-000007', kind: 'credit_note', gross: '5.00' });
  stubApi({
    [listPath]: ok(pageOfRows([note, buildInvoice()])),
    [profilePath]: ok(buildBillingProfile()),
    [onePath]: ok(buildInvoice()),
  });
  const { router } = await open('/dashboard/invoices');
  await expectVisible('-$5.00');
  await expectVisible('$79.00');
  await expect.element(page.getByText('Your invoices have no address')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('link', { name: 'INV-2026-000042' }));
  expect(router.state.location.pathname).toBe('/dashboard/invoices/INV-2026-000042');
  await expectVisible('20 % VAT, France');
});

test('the filters are those of the address', async () => {
  const api = stubApi({
    [listPath]: ok(pageOfRows([])),
    [profilePath]: ok(buildBillingProfile()),
  });
  await open('/dashboard/invoices?kind=credit_note&search=CN-2026&noise=1');
  await expectVisible('No invoice matches');
  expect(api.callsTo(listPath)[0]?.path).toContain('kind=credit_note');
  expect(api.callsTo(listPath)[0]?.path).toContain('search=CN-2026');
  expect(api.callsTo(listPath)[0]?.path).not.toContain('noise');
});

test('without a billing profile the list says how to get an address onto invoices', async () => {
  stubApi({
    [listPath]: ok(pageOfRows([])),
    [profilePath]: { status: 204 },
  });
  await open('/dashboard/invoices');
  await expectVisible('Your invoices have no address');
  await expectVisible('No invoices yet');
  await expect
    .element(page.getByRole('link', { name: 'Billing profile' }))
    .toHaveAttribute('href', '/dashboard/billing-profile');
});

test('an invoice shows lines, tax, parties and what corrects it', async () => {
  const related = [{ number: 'CN-2026-000007', kind: 'credit_note' as const, gross: '5.00' }];
  stubApi({ [onePath]: ok(buildInvoice({ related, tax_sentence: 'Reverse charge.' })) });
  await open('/dashboard/invoices/INV-2026-000042');
  for (const words of ['$65.83', '$13.17', 'Marie Exemple', '75001 Paris', 'EIN 123456789'])
    await expectVisible(words);
  await expectVisible('Reverse charge.');
  await expectVisible('PO-4711');
  await expect
    .element(page.getByRole('link', { name: 'CN-2026-000007' }))
    .toHaveAttribute('href', '/dashboard/invoices/CN-2026-000007');
});

test('a credit note says what it takes back, and why', async () => {
  const credits = { number: 'INV-2026-000001', issued_at: '2026-11-01T12:00:00.000Z' };
  stubApi({
    [onePath]: ok(buildInvoice({ kind: 'credit_note', credits, reason: 'An outage' })),
  });
  await open('/dashboard/invoices/INV-2026-000042');
  await expectVisible('Total credited');
  await expectVisible('Reason: An outage');
  await expectVisible('INV-2026-000001');
});

test('an unknown invoice is named as such', async () => {
  stubApi({ [onePath]: { status: 404, body: { detail: 'Not found.', code: 'not_found' } } });
  await open('/dashboard/invoices/INV-2026-000042');
  await expect.element(page.getByRole('link', { name: 'All invoices' })).toBeVisible();
});
