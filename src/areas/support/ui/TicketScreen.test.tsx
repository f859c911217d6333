import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pageOfRows } from '#test/accounts.ts';
import { type ApiAnswer, openScreen, resetBrowser, signInAs, stubApi } from '#test/screens.tsx';
import type { TicketDetailWire, TicketMessageWire } from '../contract.ts';
import TicketScreen from './TicketScreen.tsx';
import { answerOf, fileOf, messageOf, ticketOf } from './tickets-on-the-wire.ts';

const ticketPath = '/apix/support/tickets/t1/';
const messagesPath = `${ticketPath}messages/`;
const ok = (body: unknown) => ({ status: 200, body });
const shown = (words: string) =>
  expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();

/** Messages as the API gives them: the newest first. */
const answers = (ticket: TicketDetailWire, messages: TicketMessageWire[]) => ({
  'GET /apix/events/': { status: 403, body: { detail: 'No.' } },
  [`GET ${ticketPath}`]: ok(ticket),
  [`GET ${messagesPath}`]: ok(pageOfRows(messages.toReversed())),
  [`POST ${ticketPath}read/`]: ok({ ...ticket, unanswered_messages_count: 0 }),
});
const open = () =>
  openScreen('/dashboard/support/t1', [
    { path: '/dashboard/support/:uuid', element: TicketScreen },
  ]);
const field = () => page.getByRole('textbox', { name: /message|reopen/ });

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('shows who said what, pictures in place, and marks the answers as read', async () => {
  const ticket = ticketOf({ unanswered_messages_count: 1, status: 'waiting_for_user' });
  const api = stubApi(
    answers(ticket, [
      messageOf({ attachments: [fileOf(), fileOf({ id: 'f2', name: 'a.pdf', is_image: false })] }),
      answerOf({ text: 'Which **address**?', via: 'mail' }),
      messageOf({ uuid: 'm3', is_deleted: true, text: '', created_at: '2026-11-20T14:00:00Z' }),
    ]),
  );
  await open();
  await expect.element(page.getByText('Which address?')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'shot.png' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /a\.pdf/ })).toHaveAttribute('download');
  await shown('This message was taken back.');
  const items = page.getByRole('list', { name: 'Conversation' }).getByRole('article').elements();
  expect(items.map((item) => /Ada|Sam/.exec(item.textContent ?? '')?.[0])).toEqual([
    'Ada',
    'Sam',
    'Ada',
  ]);
  await expect.poll(() => api.callsTo(`POST ${ticketPath}read/`).length).toBeGreaterThan(0);
});

test('a message that breaks takes no other with it', async () => {
  // React reports what its boundaries catch.
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const broken = { ...answerOf({ text: '**What** it said' }), attachments: null };
  stubApi(answers(ticketOf(), [messageOf(), broken as unknown as TicketMessageWire]));
  await open();
  await shown('Nothing arrives');
  await shown('**What** it said');
  await expect.element(field()).toBeVisible();
  error.mockRestore();
});

test('what a ticket is about is a link to that very thing', async () => {
  const related = { type: 'calculation' as const, id: '7', label: 'Yaris from Kobe' };
  stubApi(answers(ticketOf({ related }), [messageOf()]));
  await open();
  await expect
    .element(page.getByRole('link', { name: 'Yaris from Kobe' }))
    .toHaveAttribute('href', '/dashboard/customs/calculation/7');
});

test('a message stands there at once, is sent again after a failure, and arrives once', async () => {
  const api = stubApi(answers(ticketOf(), [messageOf()]));
  api.answers[`POST ${messagesPath}`] = new TypeError('Failed to fetch');
  await open();
  await userEvent.fill(field(), 'Since **Monday**');
  await userEvent.click(page.getByRole('button', { name: 'Send message' }));
  await shown('Not sent');
  await shown('Monday');
  await expect.element(field()).toHaveValue('');
  const sent = messageOf({ uuid: 'm9', text: 'Since Monday' });
  api.answers[`POST ${messagesPath}`] = { status: 201, body: sent };
  api.answers[`GET ${messagesPath}`] = ok(pageOfRows([sent, messageOf()]));
  await userEvent.click(page.getByRole('button', { name: 'Send again' }));
  await shown('Since Monday');
  await expect.poll(() => page.getByText('Not sent').elements().length).toBe(0);
  const keys = api
    .callsTo(`POST ${messagesPath}`)
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(1);
  expect(api.callsTo(`POST ${messagesPath}`)[0]?.body).toEqual({
    text: 'Since **Monday**',
    attachments: [],
  });
});

test('a message that did not arrive is still there after a reload', async () => {
  const api = stubApi(answers(ticketOf(), [messageOf()]));
  api.answers[`POST ${messagesPath}`] = new TypeError('Failed to fetch');
  const first = await open();
  await userEvent.fill(field(), 'Since Monday');
  await userEvent.click(page.getByRole('button', { name: 'Send message' }));
  await shown('Not sent');
  await first.unmount();
  api.answers[`POST ${messagesPath}`] = { status: 201, body: messageOf({ uuid: 'm9' }) };
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Send again' }));
  await expect.poll(() => page.getByText('Since Monday').elements().length).toBe(0);
  const keys = api
    .callsTo(`POST ${messagesPath}`)
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a message that arrives after its screen was left leaves nothing behind', async () => {
  const api = stubApi(answers(ticketOf(), [messageOf()]));
  const { promise, resolve } = Promise.withResolvers<ApiAnswer>();
  api.answers[`POST ${messagesPath}`] = () => promise;
  const first = await open();
  await userEvent.fill(field(), 'Since Monday');
  await userEvent.click(page.getByRole('button', { name: 'Send message' }));
  await shown('Sending...');
  await first.unmount();
  resolve({ status: 201, body: messageOf({ uuid: 'm9' }) });
  await expect.poll(() => JSON.stringify(sessionStorage)).not.toContain('Since Monday');
  await open();
  await shown('Nothing arrives');
  expect(page.getByText('Not sent').elements()).toEqual([]);
});

test('what one account typed is nothing for the next in the same tab', async () => {
  stubApi(answers(ticketOf(), [messageOf()]));
  const first = await open();
  await userEvent.fill(field(), 'Half a thought');
  await first.unmount();
  signInAs('grace@example.com');
  const second = await open();
  await expect.element(field()).toHaveValue('');
  await second.unmount();
  signInAs('ada@example.com');
  await open();
  await expect.element(field()).toHaveValue('Half a thought');
});

test('a ticket that ended without an answer needs none', async () => {
  stubApi(answers(ticketOf({ status: 'closed' }), [messageOf()]));
  await open();
  await shown('None needed');
});

test('what was typed is still there after a reload, and an empty message is not sent', async () => {
  const api = stubApi(answers(ticketOf(), [messageOf()]));
  const first = await open();
  await userEvent.click(page.getByRole('button', { name: 'Send message' }));
  await shown('Write something first.');
  await userEvent.fill(field(), 'Half a thought');
  await expect.poll(() => page.getByText('Write something first.').elements().length).toBe(0);
  await first.unmount();
  await open();
  await expect.element(field()).toHaveValue('Half a thought');
  expect(api.callsTo(`POST ${messagesPath}`)).toEqual([]);
});

test('Ctrl and Enter send', async () => {
  const api = stubApi(answers(ticketOf(), [messageOf()]));
  api.answers[`POST ${messagesPath}`] = { status: 201, body: messageOf({ uuid: 'm9' }) };
  await open();
  await userEvent.fill(field(), 'Quick');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => api.callsTo(`POST ${messagesPath}`).length).toBe(1);
});

test('one’s own message is changed and taken back while it may be', async () => {
  const one = `${messagesPath}m1/`;
  const api = stubApi(answers(ticketOf(), [messageOf({ can_edit: true })]));
  api.answers[`PATCH ${one}`] = {
    status: 400,
    body: { non_field_errors: ['Too late.'], code: 'edit_window_closed' },
  };
  api.answers[`DELETE ${one}`] = { status: 204 };
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Edit' }));
  await userEvent.fill(page.getByLabelText('Your message').first(), 'Better');
  await userEvent.click(page.getByRole('button', { name: 'Save message' }));
  await shown('Too late.');
  const text = page.getByLabelText('Your message').first();
  await userEvent.fill(text, 'Better still');
  await expect.poll(() => page.getByText('Too late.').elements().length).toBe(0);
  await userEvent.keyboard('{Escape}');
  await expect.element(text).toHaveValue('Better still');
  await userEvent.fill(text, ' ');
  await userEvent.click(page.getByRole('button', { name: 'Save message' }));
  await shown('Write something, or take it back.');
  await userEvent.click(page.getByRole('button', { name: 'Keep it as it was' }));
  await userEvent.click(page.getByRole('button', { name: 'Take back' }));
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }));
  await expect.poll(() => api.callsTo(`DELETE ${one}`).length).toBe(1);
});

test('a change that somebody began is still there when they come back', async () => {
  stubApi(answers(ticketOf(), [messageOf({ can_edit: true })]));
  const first = await open();
  await userEvent.click(page.getByRole('button', { name: 'Edit' }));
  await userEvent.fill(page.getByLabelText('Your message').first(), 'Better');
  await first.unmount();
  const second = await open();
  await expect.element(page.getByLabelText('Your message').first()).toHaveValue('Better');
  await userEvent.click(page.getByRole('button', { name: 'Keep it as it was' }));
  await second.unmount();
  await open();
  await expect.element(page.getByRole('button', { name: 'Edit' })).toBeVisible();
});

describe('a change of a message', () => {
  async function beginSaving() {
    const api = stubApi(answers(ticketOf(), [messageOf({ can_edit: true })]));
    const { promise, resolve } = Promise.withResolvers<ApiAnswer>();
    api.answers[`PATCH ${messagesPath}m1/`] = () => promise;
    const screen = await open();
    await userEvent.click(page.getByRole('button', { name: 'Edit' }));
    await userEvent.fill(page.getByLabelText('Your message').first(), 'Better');
    await userEvent.click(page.getByRole('button', { name: 'Save message' }));
    await expect.poll(() => api.callsTo(`PATCH ${messagesPath}m1/`).length).toBe(1);
    const edited_at = '2026-11-20T12:05:00.000Z';
    const saved = messageOf({ can_edit: true, text: 'Better', edited_at });
    const finish = () => {
      api.answers[`GET ${messagesPath}`] = ok(pageOfRows([saved]));
      resolve(ok(saved));
    };
    return { screen, finish };
  }

  test('that is saved after its screen was left leaves nothing behind', async () => {
    const { screen, finish } = await beginSaving();
    await screen.unmount();
    finish();
    await expect.poll(() => JSON.stringify(sessionStorage)).not.toContain('Better');
  });

  test('that was saved without the tab knowing it is none', async () => {
    const { screen } = await beginSaving();
    await screen.unmount();
    stubApi(answers(ticketOf(), [messageOf({ can_edit: true, text: 'Better' })]));
    await open();
    await shown('Better');
    await expect.element(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  });

  test('keeps what was typed while it was saved', async () => {
    const { finish } = await beginSaving();
    const text = page.getByLabelText('Your message').first();
    await userEvent.fill(text, 'Better still');
    finish();
    await expect.element(page.getByText(/, edited/)).toBeVisible();
    await expect.element(text).toHaveValue('Better still');
  });
});

describe('when it is resolved', () => {
  const at = '2026-11-20T15:00:00.000Z';
  const resolved = ticketOf({
    status: 'resolved',
    status_display: 'Resolved',
    resolved_at: at,
    reopen_until: '2026-11-27T15:00:00.000Z',
    can_rate: true,
    timeline: [...ticketOf().timeline, { kind: 'status', value: 'resolved', by: 'staff', at }],
  });

  test('it is rated and reopened', async () => {
    const api = stubApi(answers(resolved, [messageOf(), answerOf()]));
    api.answers[`POST ${ticketPath}rating/`] = ok({ ...resolved, rating: 4 });
    api.answers[`PATCH ${ticketPath}`] = ok(ticketOf());
    await open();
    await shown('Resolved');
    await expect.element(page.getByRole('button', { name: 'Send rating' })).toBeDisabled();
    await userEvent.click(page.getByRole('radio', { name: /Good/ }));
    await userEvent.fill(page.getByLabelText('Comment'), 'Fast');
    await userEvent.click(page.getByRole('button', { name: 'Send rating' }));
    await shown('Change rating');
    expect(api.callsTo(`POST ${ticketPath}rating/`)[0]?.body).toEqual({
      rating: 4,
      comment: 'Fast',
    });
    await userEvent.click(page.getByRole('button', { name: 'Reopen ticket' }));
    await expect
      .poll(() => api.callsTo(`PATCH ${ticketPath}`)[0]?.body)
      .toEqual({ status: 'open' });
  });
});

test('a ticket without an answer can be deleted, one with an answer stays', async () => {
  const api = stubApi(answers(ticketOf(), [messageOf()]));
  api.answers[`DELETE ${ticketPath}`] = { status: 204, body: null };
  const first = await open();
  await userEvent.click(page.getByRole('button', { name: 'Delete ticket' }));
  await shown('Delete ticket #1042?');
  await userEvent.click(page.getByRole('alertdialog').getByText('Delete ticket', { exact: true }));
  await expect.poll(() => api.callsTo(`DELETE ${ticketPath}`).length).toBe(1);
  await first.unmount();
  const answered = ticketOf({ first_response_at: '2026-11-20T13:00:00.000Z' });
  api.answers[`GET ${ticketPath}`] = ok(answered);
  await open();
  await expect.element(page.getByRole('button', { name: 'Close ticket' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Delete ticket' }).elements()).toEqual([]);
});

test('a closed ticket leads to a new one, and an unknown one back', async () => {
  const api = stubApi(answers(ticketOf({ status: 'closed', status_display: 'Closed' }), []));
  const first = await open();
  await shown('This ticket is closed');
  await expect.element(page.getByRole('link', { name: 'Open a new ticket' })).toBeVisible();
  await first.unmount();
  api.answers[`GET ${ticketPath}`] = { status: 404, body: { detail: 'Not found.' } };
  await open();
  await shown('There is no ticket at this address');
});

test('earlier messages come when they are asked for', async () => {
  const api = stubApi(answers(ticketOf(), []));
  api.answers[`GET ${messagesPath}`] = ({ path }) =>
    path.includes('page=2')
      ? ok({ ...pageOfRows([messageOf({ uuid: 'm0', text: 'The first' })]), page: 2 })
      : ok({ ...pageOfRows([messageOf({ text: 'The last' })]), has_next: true });
  await open();
  await shown('The last');
  await userEvent.click(page.getByRole('button', { name: 'Show earlier messages' }));
  await shown('The first');
});
