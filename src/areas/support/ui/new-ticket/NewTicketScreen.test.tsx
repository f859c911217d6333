import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { ticketFixture } from '#test/fixtures/support.ts';
import NewTicketScreen from './NewTicketScreen.tsx';

vi.mock(import('#client/test-mode.ts'), async (load) => ({
  ...(await load()),
  isTestMode: () => true,
}));

const createPath = 'POST /apix/support/tickets/';
const screens = [{ path: '/dashboard/support/new', element: NewTicketScreen }];
const field = (name: RegExp) => page.getByRole('textbox', { name });
const leave = async (router: { navigate: (to: string) => Promise<void> }) => {
  await router.navigate('/dashboard/support/t1');
  await expect.element(page.getByText('Elsewhere')).toBeVisible();
};
const open = (address: string) => renderScreen(`/dashboard/support/new${address}`, screens);

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('what exists in test mode only is named in the message, and not attached', async () => {
  const api = stubApi({ [createPath]: { status: 201, body: ticketFixture() } });
  const { router } = await open('?about=payment:p1');
  await expect.element(page.getByText(/can't be attached to a ticket/)).toBeVisible();
  await expect.element(field(/What happened/)).toHaveValue('In test mode: payment p1\n\n');
  await userEvent.fill(field(/Subject/), 'It stays pending');
  await userEvent.click(page.getByRole('button', { name: 'Open ticket' }));
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/support/t1');
  const [call] = api.callsTo(createPath);
  expect(call?.body).toMatchObject({ message: 'In test mode: payment p1\n\n' });
  expect(call?.body).not.toHaveProperty('related');
});

test('what a screen says of a call follows it, and a draft is kept', async () => {
  stubApi({});
  const { router } = await open('');
  await expect.element(field(/What happened/)).toHaveValue('');
  const state = { subject: 'It fails', message: 'Status: 500' };
  await leave(router);
  await router.navigate('/dashboard/support/new?about=call:c1', { state });
  await expect
    .element(field(/What happened/))
    .toHaveValue('In test mode: call of the API c1\n\nStatus: 500');
  await userEvent.fill(field(/What happened/), 'Mine');
  await leave(router);
  await router.navigate('/dashboard/support/new?about=payment:p1');
  await expect.element(field(/What happened/)).toHaveValue('Mine');
});

test('a ticket about nothing names nothing', async () => {
  stubApi({});
  await open('');
  await expect.element(field(/Subject/)).toBeVisible();
  expect(page.getByText(/test mode/).elements()).toEqual([]);
});
