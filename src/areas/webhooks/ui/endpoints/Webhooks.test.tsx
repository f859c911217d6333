import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import {
  buildDelivery,
  buildDeliveryDetail,
  buildEndpoint,
  buildEventTypes,
  buildNewEndpoint,
} from '#test/fixtures/webhooks.ts';
import EndpointScreen from './EndpointScreen.tsx';
import Webhooks from './Webhooks.tsx';

const endpointsPath = '/apix/webhooks/endpoints/';
const endpointPath = `${endpointsPath}${buildEndpoint().id}/`;
const deliveriesPath = '/apix/webhooks/deliveries/';
const deliveryPath = `${deliveriesPath}${buildDelivery().id}/`;
const ok = (body: unknown, status = 200) => ({ status, body });
const stub = (answers: Record<string, { status: number; body?: unknown }> = {}) =>
  stubApi({
    [`GET ${endpointsPath}`]: ok(pageOfRows([buildEndpoint()])),
    [`GET ${endpointPath}`]: ok(buildEndpoint()),
    [`GET ${deliveriesPath}`]: ok(pageOfRows([buildDelivery()])),
    [`GET ${deliveryPath}`]: ok(buildDeliveryDetail()),
    'GET /apix/webhooks/event-types/': ok(buildEventTypes()),
    ...answers,
  });
const screens = [
  { path: '/dashboard/webhooks', element: Webhooks },
  { path: '/dashboard/webhooks/:id', element: EndpointScreen },
];
const open = (address = '/dashboard/webhooks') => renderScreen(address, screens);
const openEndpoint = () => open(`/dashboard/webhooks/${buildEndpoint().id}`);
const expectText = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const press = (name: string) =>
  userEvent.click(page.getByRole('button', { name, exact: true }).first());
const choose = async (name: string) => {
  await press('More actions');
  await userEvent.click(page.getByRole('menuitem', { name }));
};

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('lists endpoints with their state, and what was sent', async () => {
  const failing = buildEndpoint({ is_enabled: false, disabled_reason: 'failing' });
  stub({
    [`GET ${endpointsPath}`]: ok(pageOfRows([failing])),
    [`GET ${deliveriesPath}`]: ok(
      pageOfRows([
        buildDelivery(),
        buildDelivery({ id: 'd2', state: 'failed', last_status: null, last_error: 'timeout' }),
        buildDelivery({ id: 'd3', state: 'waiting', attempts: 2, is_test: true }),
      ]),
    ),
  });
  await open();
  await expectText('https://shop.example.com/hooks');
  await expectText('All events');
  await expectText('Disabled');
  const table = page.getByRole('table', { name: 'Deliveries' });
  for (const words of ['Delivered', 'Failed', 'Retrying', 'Test'])
    await expect.element(table.getByText(words, { exact: true }).first()).toBeInTheDocument();
  await expect
    .element(table.getByText('There was no complete answer within 15 seconds.'))
    .toBeInTheDocument();
});

test('offers no endpoint on a plan without webhooks', async () => {
  stub({
    [`GET ${endpointsPath}`]: ok(pageOfRows([])),
    'GET /apix/webhooks/event-types/': ok(buildEventTypes(false)),
  });
  await open();
  await expectText('Webhooks are part of every paid plan');
  await expectText('No endpoints yet');
  await expect.element(page.getByRole('button', { name: 'Add endpoint' })).not.toBeInTheDocument();
});

test('adds an endpoint for chosen events, and shows its secret until it is saved', async () => {
  const api = stub({ [`POST ${endpointsPath}`]: ok(buildNewEndpoint(), 201) });
  const { router } = await open();
  await press('Add endpoint');
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  await userEvent.fill(
    form.getByRole('textbox', { name: /^URL/ }),
    'https://shop.example.com/hooks',
  );
  await userEvent.click(form.getByRole('radio', { name: /Chosen events/ }));
  await userEvent.click(form.getByRole('checkbox', { name: /ticket\.replied/ }));
  await userEvent.click(form.getByRole('button', { name: 'Add endpoint' }));
  const secret = page.getByRole('dialog', { name: 'The signing secret' });
  await expect.element(secret.getByText('whsec_c2VjcmV0')).toBeVisible();
  expect(api.callsTo(`POST ${endpointsPath}`)).toMatchObject([
    { body: { url: 'https://shop.example.com/hooks', event_types: ['ticket.replied'] } },
  ]);
  await userEvent.click(secret.getByLabelText('I saved it'));
  await userEvent.click(secret.getByRole('button', { name: 'Done' }));
  await expect.poll(() => router.state.location.pathname).toContain(buildEndpoint().id);
});

test('says at the address why it is refused', async () => {
  const reason = 'This address leads to a private network. Use a public one.';
  stub({ [`POST ${endpointsPath}`]: { status: 400, body: { url: [reason] } } });
  await open();
  await press('Add endpoint');
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  await userEvent.fill(form.getByRole('textbox', { name: /^URL/ }), 'https://10.0.0.1/hooks');
  await userEvent.click(form.getByRole('button', { name: 'Add endpoint' }));
  await expect.element(form.getByText(reason)).toBeVisible();
});

test('tells the story of a delivery, and sends it again', async () => {
  const api = stub({ [`POST ${deliveryPath}replay/`]: ok(buildDelivery({ state: 'waiting' })) });
  await open();
  const table = page.getByRole('table', { name: 'Deliveries' });
  await userEvent.click(table.getByText('payment.completed'));
  const dialog = page.getByRole('dialog', { name: 'Delivery' });
  await expect.element(dialog.getByText('Status 503')).toBeVisible();
  await expect.element(dialog.getByText('Deploying')).toBeVisible();
  await expect.element(dialog.getByText(/"type": "payment\.completed"/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Send again' }));
  await expect.poll(() => api.callsTo(`POST ${deliveryPath}replay/`)).toHaveLength(1);
});

test('an endpoint that fails says since when; a disabled one why, and is enabled', async () => {
  const api = stub({
    [`GET ${endpointPath}`]: ok(buildEndpoint({ failing_since: '2026-11-19T12:00:00Z' })),
    [`PATCH ${endpointPath}`]: ok(buildEndpoint()),
  });
  const failing = await openEndpoint();
  await expectText('Every delivery fails');
  await failing.unmount();
  const disabled = { is_enabled: false, disabled_reason: 'gone' } as const;
  api.answers[`GET ${endpointPath}`] = ok(buildEndpoint(disabled));
  await openEndpoint();
  await expectText('It answered 410, which says that it wants no more events.');
  await press('Enable');
  await expect
    .poll(() => api.callsTo(`PATCH ${endpointPath}`))
    .toMatchObject([{ body: { is_enabled: true } }]);
});

test('sends a test event of a type, with its example', async () => {
  const api = stub({ [`POST ${endpointPath}test/`]: ok(buildDelivery({ is_test: true }), 201) });
  await openEndpoint();
  await press('Send test event');
  const dialog = page.getByRole('dialog', { name: 'Send a test event' });
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Event/ }), 'ticket.replied');
  await expect.element(dialog.getByText(/example of ticket\.replied/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Send test event' }));
  await expect
    .poll(() => api.callsTo(`POST ${endpointPath}test/`))
    .toMatchObject([{ body: { type: 'ticket.replied' } }]);
});

test('rotates the secret, sends failures again, and is deleted, each after a question', async () => {
  const api = stub({
    [`POST ${endpointPath}rotate/`]: ok(buildNewEndpoint({ secret: 'whsec_bmV3' })),
    [`POST ${endpointPath}replay/`]: ok({ replayed: 2 }),
    [`DELETE ${endpointPath}`]: { status: 204 },
  });
  const { router } = await openEndpoint();
  await choose('Send failed deliveries again');
  await press('Send again');
  await expectText('2 deliveries sent again');
  await choose('Rotate the secret');
  await press('Rotate the secret');
  const secret = page.getByRole('dialog', { name: 'The signing secret' });
  await expect.element(secret.getByText('whsec_bmV3')).toBeVisible();
  await userEvent.click(secret.getByLabelText('I saved it'));
  await userEvent.click(secret.getByRole('button', { name: 'Done' }));
  await choose('Delete');
  expect(api.callsTo(`DELETE ${endpointPath}`)).toEqual([]);
  await press('Delete the endpoint');
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/webhooks');
  expect(api.callsTo(`DELETE ${endpointPath}`)).toHaveLength(1);
});
