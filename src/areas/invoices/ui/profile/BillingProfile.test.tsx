import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildBillingProfile } from '#test/fixtures/invoices.ts';
import BillingProfileScreen from './BillingProfileScreen.tsx';

const readPath = 'GET /apix/invoices/billing-profile/';
const savePath = 'PUT /apix/invoices/billing-profile/';
const missing = { status: 204 };
const field = (name: string) => page.getByRole('textbox', { name });
const save = () => userEvent.click(page.getByRole('button', { name: 'Save billing profile' }));

const open = () =>
  renderScreen('/dashboard/billing-profile', [
    { path: '/dashboard/billing-profile', element: BillingProfileScreen },
  ]);

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('what is missing or wrong is said at its field, and nothing is sent', async () => {
  const api = stubApi({ [readPath]: missing });
  await open();
  await userEvent.fill(field('Tax number'), '123');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Country' }), 'Germany');
  await save();
  for (const [name, message] of [
    ['Legal name of the company', 'Enter the legal name.'],
    ['Street and number', 'Enter the street and number.'],
    ['City', 'Enter the city.'],
    ['VAT number', /form of a VAT number of this country, such as DE136695976\.$/],
  ] as const)
    await expect.element(field(name)).toHaveAccessibleDescription(message);
  await userEvent.fill(field('Street and number'), 'Musterweg 7');
  await save();
  await expect
    .element(field('Postal code'))
    .toHaveAccessibleDescription('Enter a postal code of this country.');
  expect(api.callsTo(savePath)).toEqual([]);
});

test('a company in the EU gives its number or says that it has none', async () => {
  const body = buildBillingProfile({ tax_number: '', has_no_tax_number: true });
  const api = stubApi({
    [readPath]: {
      status: 200,
      body: buildBillingProfile({ tax_number: '', tax_number_status: 'none' }),
    },
    [savePath]: { status: 200, body },
  });
  await open();
  await save();
  await expect
    .element(field('VAT number'))
    .toHaveAccessibleDescription(/Enter the VAT number, or say that the company has none\.$/);
  await userEvent.click(page.getByRole('checkbox', { name: 'The company has no VAT number' }));
  await expect.element(field('VAT number')).not.toBeInTheDocument();
  await save();
  await expect
    .poll(() => api.callsTo(savePath)[0]?.body)
    .toMatchObject({ tax_number: '', has_no_tax_number: true });
});

test('a company is saved with its tax number, and the answer is shown', async () => {
  const api = stubApi({
    [readPath]: missing,
    [savePath]: { status: 200, body: buildBillingProfile() },
  });
  await open();
  await expect.element(field('Email for invoices')).toHaveValue('ada@example.com');
  await userEvent.fill(field('Legal name of the company'), 'Beispiel GmbH');
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Country' }), 'Germany');
  await userEvent.fill(field('Street and number'), 'Musterweg 7');
  await userEvent.fill(field('Postal code'), '10115');
  await userEvent.fill(field('City'), 'Berlin');
  await userEvent.fill(field('VAT number'), '136 695 976');
  await save();
  await expect
    .element(page.getByText('Saved. Later invoices are made out to it.'))
    .toBeInTheDocument();
  expect(api.callsTo(savePath)[0]?.body).toMatchObject({
    kind: 'company',
    country: 'DE',
    tax_number: '136 695 976',
    email: 'ada@example.com',
    mails_invoices: true,
  });
  await expect.element(field('VAT number')).toHaveValue('DE136695976');
  await expect.element(field('VAT number')).toHaveAccessibleDescription('Confirmed by VIES.');
});

test('a person has no tax number', async () => {
  const api = stubApi({
    [readPath]: { status: 200, body: buildBillingProfile() },
    [savePath]: { status: 200, body: buildBillingProfile({ kind: 'person', tax_number: '' }) },
  });
  await open();
  await userEvent.click(page.getByRole('radio', { name: /^Person/ }));
  await expect.element(field('VAT number')).not.toBeInTheDocument();
  await expect.element(field('Full name')).toHaveValue('Beispiel GmbH');
  await save();
  await expect
    .poll(() => api.callsTo(savePath)[0]?.body)
    .toMatchObject({
      kind: 'person',
      tax_number: '',
    });
});
