// A purchase, and saving a card, by somebody whose country is not known yet.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Plan from '#areas/billing/ui/plan/Plan.tsx';
import { BillingCountryProvider } from '#areas/invoices/ui/profile/BillingCountryProvider.tsx';
import { AddCardButton } from '#areas/payments/ui/cards/AddCardButton.tsx';
import {
  type ApiCall,
  type ApiResponse,
  renderScreen,
  resetBrowser,
  signInAs,
  stubApi,
} from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { buildPlan, buildPreview, publicTariffs } from '#test/fixtures/billing-plans.ts';
import { buildBillingProfile } from '#test/fixtures/invoices.ts';

const subscribePath = 'POST /apix/billing/subscriptions/';
const cardPath = 'POST /apix/payments/card-setups/';
const profilePath = 'PUT /apix/invoices/billing-profile/';
const ok = (body: unknown) => ({ status: 200, body });
const refused = {
  status: 400,
  body: { detail: 'We do not know the country.', code: 'billing_country_required' },
};
const title = 'Where are you billed?';
const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
const countryDialog = () => page.getByRole('dialog', { name: title });

/** Refused until the profile is saved. */
const orders = (order: ApiResponse) => {
  let isKnown = false;
  return {
    [profilePath]: () => {
      isKnown = true;
      return ok(buildBillingProfile());
    },
    [subscribePath]: ({ path }: ApiCall) =>
      path.includes('preview') ? ok(buildPreview('pro')) : isKnown ? order : refused,
    [cardPath]: () => (isKnown ? order : refused),
  };
};

const screen = (Content: () => React.ReactNode) => () => (
  <BillingCountryProvider>
    <Content />
  </BillingCountryProvider>
);

const openPlan = () =>
  renderScreen('/dashboard/plan?tariff=pro&period=monthly', [
    { path: '/dashboard/plan', element: screen(Plan) },
  ]);

const planAnswers = (order: ApiResponse) => ({
  'GET /apix/billing/subscriptions/current/': ok(buildPlan('free')),
  'GET /apix/billing/tariffs/': ok(pageOfRows(publicTariffs)),
  'GET /apix/billing/subscriptions/': ok(pageOfRows([])),
  'GET /apix/events/': { status: 403, body: { detail: 'No.' } },
  ...orders(order),
});

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

const chooseCountry = (name: string) =>
  userEvent.selectOptions(countryDialog().getByRole('combobox', { name: 'Country' }), name);
const saveCountry = () => userEvent.click(button('Save and continue'));

test('a company says where it is, and the plan that was chosen is bought', async () => {
  const api = stubApi(planAnswers({ status: 201, body: buildPlan('pro') }));
  await openPlan();
  await userEvent.click(button('Subscribe for $79.00'));
  await expect.element(countryDialog()).toBeVisible();
  await userEvent.click(page.getByRole('radio', { name: /^Company/ }));
  await chooseCountry('Germany');
  await saveCountry();
  const number = page.getByRole('textbox', { name: 'VAT number' });
  await expect.element(number).toHaveAccessibleDescription(/Enter the VAT number, or say/);
  expect(api.callsTo(profilePath)).toEqual([]);
  await userEvent.fill(number, 'de 136\u2011695\u2011976');
  await userEvent.fill(page.getByRole('textbox', { name: /^Legal name/ }), 'Beispiel GmbH');
  await saveCountry();
  await expect.element(page.getByText('You are on Pro now')).toBeVisible();
  expect(api.callsTo(profilePath).map(({ body }) => body)).toMatchObject([
    { kind: 'company', country: 'DE', name: 'Beispiel GmbH', email: 'ada@example.com' },
  ]);
  const bought = api.callsTo(subscribePath).filter(({ path }) => !path.includes('preview'));
  expect(bought).toHaveLength(2);
  expect(bought[1]!.body).toEqual(bought[0]!.body);
  const [first, second] = bought.map(({ headers }) => headers.get('idempotency-key'));
  expect(second).not.toBe(first);
});

test('closing the dialog keeps the choice, and says why nothing was bought', async () => {
  const api = stubApi(planAnswers({ status: 201, body: buildPlan('pro') }));
  const { router } = await openPlan();
  await userEvent.click(button('Subscribe for $79.00'));
  await expect.element(countryDialog()).toBeVisible();
  await userEvent.click(countryDialog().getByRole('button', { name: 'Cancel' }));
  await expect.element(page.getByText('We do not know the country.')).toBeVisible();
  expect(router.state.location.search).toBe('?tariff=pro&period=monthly');
  await userEvent.click(button('Subscribe for $79.00'));
  await chooseCountry('Japan');
  await saveCountry();
  await expect.element(page.getByText('You are on Pro now')).toBeVisible();
  expect(api.callsTo(profilePath)[0]?.body).toMatchObject({ kind: 'person', country: 'JP' });
});

test('a person says where they are, and the card is saved', async () => {
  const setup = {
    uuid: '01993a00-0000-7000-8000-000000000001',
    status: 'open',
    url: null,
    card: null,
    expires_at: '2026-12-01T00:00:00.000Z',
    created_at: '2026-11-30T00:00:00.000Z',
  };
  const api = stubApi(orders({ status: 201, body: setup }));
  await renderScreen('/cards', [{ path: '/cards', element: screen(AddCardButton) }]);
  await userEvent.click(button('Add card'));
  await chooseCountry('France');
  await saveCountry();
  await expect.element(countryDialog()).not.toBeInTheDocument();
  await expect.poll(() => api.callsTo(cardPath).length).toBe(2);
});
