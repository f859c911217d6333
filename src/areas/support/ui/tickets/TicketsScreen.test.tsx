import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { playUploads } from '#test/browser/play-uploads.ts';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { attachmentFixture, ticketFixture } from '#test/fixtures/support.ts';
import NewTicketScreen from '../new-ticket/NewTicketScreen.tsx';
import TicketsScreen from './TicketsScreen.tsx';

const listPath = 'GET /apix/support/tickets/';
const createPath = 'POST /apix/support/tickets/';
const uploadPath = 'POST /apix/support/attachments/';
const ok = (body: unknown) => ({ status: 200, body });
const expectText = (words: string) =>
  expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();
const noStream = { 'GET /apix/events/': { status: 403, body: { detail: 'No.' } } };
const screens = [
  { path: '/dashboard/support', element: TicketsScreen },
  { path: '/dashboard/support/new', element: NewTicketScreen },
];

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('filters of the address are asked for, with one’s own tickets alone', async () => {
  const api = stubApi({
    ...noStream,
    [listPath]: ok(pageOfRows([ticketFixture({ unanswered_messages_count: 2 })])),
  });
  const { router } = await renderScreen('/dashboard/support?status=resolved&page=2', screens);
  await expectText('2 new answers');
  const query = new URLSearchParams(api.callsTo(listPath)[0]?.path.split('?')[1]);
  expect(Object.fromEntries(query)).toEqual({ status: 'resolved', page: '2', user: 'me' });
  await userEvent.selectOptions(page.getByLabelText('Answers'), 'true');
  await expect
    .poll(() => router.state.location.search)
    .toBe('?status=resolved&has_unanswered=true');
  await userEvent.click(page.getByRole('link', { name: 'The webhook is silent' }));
  expect(router.state.location.pathname).toBe('/dashboard/support/t1');
});

test('no tickets, no match and a failed load each say what to do', async () => {
  const api = stubApi({ ...noStream, [listPath]: { status: 400, body: { detail: 'Not there.' } } });
  await renderScreen('/dashboard/support?search=rent', screens);
  await expectText('Not there.');
  api.answers[listPath] = ok(pageOfRows([]));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expectText('No ticket matches');
  await userEvent.click(page.getByRole('button', { name: 'Clear filters' }).first());
  await expectText('No tickets yet');
});

const shot = () => new File(['x'], 'shot.png', { type: 'image/png' });
const fillIn = async () => {
  await userEvent.fill(page.getByRole('textbox', { name: /Subject/ }), 'The webhook is silent');
  await userEvent.fill(page.getByRole('textbox', { name: /What happened/ }), 'Nothing arrives');
};

test('a new ticket with a screenshot leads to its page', async () => {
  playUploads(201, attachmentFixture());
  const api = stubApi({ [createPath]: { status: 201, body: ticketFixture() } });
  const { router } = await renderScreen('/dashboard/support/new?about=payment:p1', screens);
  await fillIn();
  await userEvent.selectOptions(page.getByLabelText('Category'), 'technical');
  await userEvent.upload(page.getByLabelText('Files to attach'), shot());
  await expect.element(page.getByRole('button', { name: 'Remove shot.png' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Open ticket' }));
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/support/t1');
  expect(api.callsTo(createPath)[0]?.body).toEqual({
    subject: 'The webhook is silent',
    message: 'Nothing arrives',
    category: 'technical',
    priority: 'normal',
    attachments: ['f1'],
    related: { type: 'payment', id: 'p1' },
  });
});

test('an invalid stored draft is ignored', async () => {
  stubApi({});
  const stored = { subject: 5, message: 'm'.repeat(20_000), category: null };
  sessionStorage.setItem('support_draft:ada@example.com:new', JSON.stringify(stored));
  await renderScreen('/dashboard/support/new', screens);
  await expect.element(page.getByRole('textbox', { name: /Subject/ })).toHaveValue('');
  const message = page.getByRole('textbox', { name: /What happened/ });
  await expect.element(message).toHaveValue('m'.repeat(10_000));
});

test('a new ticket that one account began is nothing for the next in the same tab', async () => {
  stubApi({});
  const first = await renderScreen('/dashboard/support/new', screens);
  await fillIn();
  await first.unmount();
  signInAs('grace@example.com');
  await renderScreen('/dashboard/support/new', screens);
  await expect.element(page.getByRole('textbox', { name: /What happened/ })).toHaveValue('');
  await expect.element(page.getByRole('textbox', { name: /Subject/ })).toHaveValue('');
});

test('a refused file shows its error and blocks sending the ticket', async () => {
  playUploads(400, { file: ['Files of this type cannot be attached.'] });
  const api = stubApi({ [createPath]: { status: 201, body: ticketFixture() } });
  await renderScreen('/dashboard/support/new', screens);
  await fillIn();
  await userEvent.upload(page.getByLabelText('Files to attach'), shot());
  await expectText('Files of this type cannot be attached.');
  await userEvent.click(page.getByRole('button', { name: 'Open ticket' }));
  await expectText('Remove the file that did not upload, or attach it again.');
  expect(api.callsTo(createPath)).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Remove shot.png' }));
  await expect.poll(() => page.getByText(/did not upload/).elements().length).toBe(0);
  await userEvent.click(page.getByRole('button', { name: 'Open ticket' }));
  await expect.poll(() => api.callsTo(createPath).length).toBe(1);
});

test('validation and server errors are shown, and the draft stays', async () => {
  const api = stubApi({
    [createPath]: { status: 400, body: { subject: ['Ensure this field has no more.'] } },
  });
  const first = await renderScreen('/dashboard/support/new', screens);
  await userEvent.click(page.getByRole('button', { name: 'Open ticket' }));
  await expectText('Summarize the problem in a few words.');
  await expectText('Describe what happened and what you expected.');
  await expect.element(page.getByRole('textbox', { name: /Subject/ })).toHaveFocus();
  expect(api.callsTo(createPath)).toEqual([]);
  const complaints = () =>
    page.getByText(/^(Summarize the problem|Describe what happened)/).elements();
  await userEvent.fill(page.getByRole('textbox', { name: /Subject/ }), 'ab');
  expect(complaints().length).toBe(2);
  await userEvent.fill(page.getByRole('textbox', { name: /Subject/ }), 'abc');
  await userEvent.fill(page.getByRole('textbox', { name: /What happened/ }), 'x');
  await expect.poll(() => complaints().length).toBe(0);
  expect(page.getByRole('alert').elements()).toEqual([]);
  await fillIn();
  await userEvent.click(page.getByRole('button', { name: 'Open ticket' }));
  await expectText('Ensure this field has no more.');
  api.answers[createPath] = { status: 429, body: { detail: 'Request was throttled.' } };
  await userEvent.click(page.getByRole('button', { name: 'Open ticket' }));
  await expectText('Request was throttled.');
  await userEvent.fill(page.getByRole('textbox', { name: /What happened/ }), 'Nothing arrives');
  await first.unmount();
  await renderScreen('/dashboard/support/new', screens);
  await expect
    .element(page.getByRole('textbox', { name: /What happened/ }))
    .toHaveValue('Nothing arrives');
  expect(api.callsTo(uploadPath)).toEqual([]);
});

test('leaving with attached files asks first, and the text is saved', async () => {
  playUploads(201, attachmentFixture());
  stubApi({});
  const { router } = await renderScreen('/dashboard/support/new', screens);
  await fillIn();
  await userEvent.upload(page.getByLabelText('Files to attach'), shot());
  await userEvent.click(page.getByRole('link', { name: 'Support' }));
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByText(/files that you attached are not sent/)).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe('/dashboard/support/new');
  await userEvent.click(page.getByRole('link', { name: 'Support' }));
  await userEvent.click(question.getByRole('button', { name: 'Leave without saving' }));
  await expect.element(page.getByRole('heading', { name: 'Your tickets' })).toBeVisible();
  await router.navigate('/dashboard/support/new');
  await expect.element(page.getByRole('textbox', { name: /Subject/ })).not.toHaveValue('');
});

const asksBeforeUnload = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('the browser asks before a tab with typed text is closed', async () => {
  stubApi({});
  await renderScreen('/dashboard/support/new', screens);
  await expect.element(page.getByRole('textbox', { name: /Subject/ })).toBeVisible();
  expect(asksBeforeUnload()).toBe(false);
  await fillIn();
  expect(asksBeforeUnload()).toBe(true);
});

test('a ticket whose response was lost is sent again with the same key', async () => {
  playUploads(201, attachmentFixture());
  const api = stubApi({ [createPath]: new TypeError('Failed to fetch') });
  const { router } = await renderScreen('/dashboard/support/new', screens);
  await fillIn();
  await userEvent.upload(page.getByLabelText('Files to attach'), shot());
  await userEvent.click(page.getByRole('button', { name: 'Open ticket' }));
  await expectText('An unexpected error occurred');
  await expect
    .element(page.getByRole('textbox', { name: /Subject/ }))
    .toHaveValue('The webhook is silent');
  api.answers[createPath] = { status: 201, body: ticketFixture() };
  await userEvent.click(page.getByRole('button', { name: 'Open ticket' }));
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/support/t1');
  const [first, second] = api.callsTo(createPath);
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
});
