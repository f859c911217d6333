import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { buildStaffInvoice } from '#test/fixtures/invoices.ts';
import Invoices from './Invoices.tsx';
import StaffInvoiceScreen from './StaffInvoiceScreen.tsx';

const base = '/apix/admin/invoices/';
const number = 'INV-2026-000042';
const onePath = `GET ${base}${number}/`;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const finance = { id: 3, roles: ['finance'] };
const open = (address: string, context: object = finance) =>
  renderScreen(address, [
    { path: '/admin/invoices', element: Invoices, context },
    { path: '/admin/invoices/:number', element: StaffInvoiceScreen, context },
  ]);

beforeEach(() => {
  resetBrowser();
  signInAs('finance@example.com');
});
afterEach(resetBrowser);

test('the list opens an invoice', async () => {
  stubApi({
    [`GET ${base}`]: { status: 200, body: pageOfRows([buildStaffInvoice()]) },
    [onePath]: { status: 200, body: buildStaffInvoice() },
  });
  const { router } = await open('/admin/invoices?user=7');
  await userEvent.click(page.getByRole('link', { name: number }));
  expect(router.state.location.pathname).toBe(`/admin/invoices/${number}`);
  await expect.element(page.getByText('Not taken back')).toBeVisible();
});

test('the file for the accountant has the chosen form and days', async () => {
  const api = stubApi({
    [`GET ${base}`]: { status: 200, body: pageOfRows([]) },
    [`GET ${base}export/`]: { status: 200, text: 'x' },
  });
  await open('/admin/invoices');
  await userEvent.selectOptions(page.getByLabelText('File'), 'datev');
  const panel = page.getByRole('region', { name: 'For the accountant' });
  await userEvent.fill(panel.getByLabelText('From'), '2026-10-01');
  await userEvent.fill(panel.getByLabelText('To', { exact: true }), '2026-10-31');
  await userEvent.click(button('Download file'));
  await expect
    .poll(() => api.callsTo(`GET ${base}export/`)[0]?.path)
    .toBe(`${base}export/?format=datev&from=2026-10-01&until=2026-10-31`);
});

test('a credit is proposed for a part, with a reason', async () => {
  const api = stubApi({
    [onePath]: { status: 200, body: buildStaffInvoice() },
    [`POST ${base}${number}/credit/`]: { status: 202, body: { adjustment: 'a1' } },
  });
  await open(`/admin/invoices/${number}`);
  await userEvent.click(button('Credit'));
  await userEvent.click(button('Propose credit'));
  await expect.element(page.getByText('Say why: the customer reads it.')).toBeVisible();
  await userEvent.fill(page.getByLabelText('Amount with tax'), '5.00');
  await userEvent.fill(page.getByRole('textbox', { name: 'Reason' }), 'An outage');
  await userEvent.click(button('Propose credit'));
  await expect
    .poll(() => api.callsTo(`POST ${base}${number}/credit/`)[0]?.body)
    .toEqual({ amount: '5.00', reason: 'An outage' });
});

test('a replacement opens the new invoice', async () => {
  const next = buildStaffInvoice({ number: 'INV-2026-000043' });
  stubApi({
    [onePath]: { status: 200, body: buildStaffInvoice() },
    [`POST ${base}${number}/replace/`]: { status: 201, body: next },
    [`GET ${base}INV-2026-000043/`]: { status: 200, body: next },
  });
  const { router } = await open(`/admin/invoices/${number}`);
  await userEvent.click(button('Replace'));
  await userEvent.fill(page.getByRole('textbox', { name: 'Reason' }), 'A wrong name');
  await userEvent.click(button('Replace invoice'));
  await expect.poll(() => router.state.location.pathname).toBe('/admin/invoices/INV-2026-000043');
});

test.each([
  ['support', { context: { id: 4, roles: ['support'] }, changed: {} }],
  ['a credit note', { context: finance, changed: { kind: 'credit_note' as const, left: '0.00' } }],
])('nothing is corrected by or of %s', async (_, { context, changed }) => {
  stubApi({ [onePath]: { status: 200, body: buildStaffInvoice(changed) } });
  await open(`/admin/invoices/${number}`, context);
  await expect.element(button('PDF')).toBeVisible();
  await expect.element(button('Credit')).not.toBeInTheDocument();
  await expect.element(button('Replace')).not.toBeInTheDocument();
});

test('what was replaced says so, and can still be credited only if something is left', async () => {
  stubApi({
    [onePath]: { status: 200, body: buildStaffInvoice({ is_replaced: true, left: '0.00' }) },
  });
  await open(`/admin/invoices/${number}`);
  await expect.element(page.getByText('Replaced', { exact: true })).toBeVisible();
  await expect.element(button('Credit')).not.toBeInTheDocument();
});
