import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type ApiResponse,
  renderScreen,
  resetBrowser,
  signInAs,
  stubApi,
} from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import {
  answerFixture,
  attachmentFixture,
  messageFixture,
  ticketFixture,
} from '#test/fixtures/support.ts';
import type { TicketDetailWire, TicketMessageWire } from '../../wire/index.ts';
import TicketScreen from './TicketScreen.tsx';

const ticketPath = '/apix/support/tickets/t1/';
const messagesPath = `${ticketPath}messages/`;
const ok = (body: unknown) => ({ status: 200, body });
const expectText = (words: string) =>
  expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();

/** Messages as the API gives them: the newest first. */
const answers = (ticket: TicketDetailWire, messages: TicketMessageWire[]) => ({
  'GET /apix/events/': { status: 403, body: { detail: 'No.' } },
  [`GET ${ticketPath}`]: ok(ticket),
  [`GET ${messagesPath}`]: ok(pageOfRows(messages.toReversed())),
  [`POST ${ticketPath}read/`]: ok({ ...ticket, unanswered_messages_count: 0 }),
});
const open = () =>
  renderScreen('/dashboard/support/t1', [
    { path: '/dashboard/support/:uuid', element: TicketScreen },
  ]);
const field = () => page.getByRole('textbox', { name: /message|reopen/ });

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('shows messages and images, and marks answers as read', async () => {
  const ticket = ticketFixture({ unanswered_messages_count: 1, status: 'waiting_for_user' });
  const api = stubApi(
    answers(ticket, [
      messageFixture({
        attachments: [
          attachmentFixture(),
          attachmentFixture({ id: 'f2', name: 'a.pdf', is_image: false }),
        ],
      }),
      answerFixture({ text: 'Which address?', via: 'mail' }),
      messageFixture({
        uuid: 'm3',
        is_deleted: true,
        text: '',
        created_at: '2026-11-20T14:00:00Z',
      }),
    ]),
  );
  await open();
  await expect.element(page.getByText('Which address?')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'shot.png' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /a\.pdf/ })).toHaveAttribute('download');
  await expectText('This message was deleted.');
  const items = page.getByRole('list', { name: 'Conversation' }).getByRole('article').elements();
  expect(items.map((item) => /Ada|Sam/.exec(item.textContent ?? '')?.[0])).toEqual([
    'Ada',
    'Sam',
    'Ada',
  ]);
  await expect.poll(() => api.callsTo(`POST ${ticketPath}read/`).length).toBeGreaterThan(0);
});

test('a message that cannot be rendered does not break the others', async () => {
  // React reports what its boundaries catch.
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const broken = { ...answerFixture({ text: '**What** it said' }), attachments: null };
  stubApi(answers(ticketFixture(), [messageFixture(), broken as unknown as TicketMessageWire]));
  await open();
  await expectText('Nothing arrives');
  await expectText('**What** it said');
  await expect.element(field()).toBeVisible();
  error.mockRestore();
});

test('the related object is a link', async () => {
  const related = { type: 'calculation' as const, id: '7', label: 'Yaris from Kobe' };
  stubApi(answers(ticketFixture({ related }), [messageFixture()]));
  await open();
  await expect
    .element(page.getByRole('link', { name: 'Yaris from Kobe' }))
    .toHaveAttribute('href', '/dashboard/customs/calculation/7');
});

test('a message appears at once and is sent once, after a failure too', async () => {
  const api = stubApi(answers(ticketFixture(), [messageFixture()]));
  api.answers[`POST ${messagesPath}`] = new TypeError('Failed to fetch');
  await open();
  await userEvent.fill(field(), 'Since **Monday**');
  await userEvent.click(page.getByRole('button', { name: 'Send message' }));
  await expectText('Not sent');
  await expectText('Monday');
  await expect.element(field()).toHaveValue('');
  const sent = messageFixture({ uuid: 'm9', text: 'Since Monday' });
  api.answers[`POST ${messagesPath}`] = { status: 201, body: sent };
  api.answers[`GET ${messagesPath}`] = ok(pageOfRows([sent, messageFixture()]));
  await userEvent.click(page.getByRole('button', { name: 'Send again' }));
  await expectText('Since Monday');
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

test('an unsent message is still there after a reload', async () => {
  const api = stubApi(answers(ticketFixture(), [messageFixture()]));
  api.answers[`POST ${messagesPath}`] = new TypeError('Failed to fetch');
  const first = await open();
  await userEvent.fill(field(), 'Since Monday');
  await userEvent.click(page.getByRole('button', { name: 'Send message' }));
  await expectText('Not sent');
  await first.unmount();
  api.answers[`POST ${messagesPath}`] = { status: 201, body: messageFixture({ uuid: 'm9' }) };
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Send again' }));
  await expect.poll(() => page.getByText('Since Monday').elements().length).toBe(0);
  const keys = api
    .callsTo(`POST ${messagesPath}`)
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a message that is sent after its screen was left is not offered again', async () => {
  const api = stubApi(answers(ticketFixture(), [messageFixture()]));
  const { promise, resolve } = Promise.withResolvers<ApiResponse>();
  api.answers[`POST ${messagesPath}`] = () => promise;
  const first = await open();
  await userEvent.fill(field(), 'Since Monday');
  await userEvent.click(page.getByRole('button', { name: 'Send message' }));
  await expectText('Sending...');
  await first.unmount();
  resolve({ status: 201, body: messageFixture({ uuid: 'm9' }) });
  await expect.poll(() => JSON.stringify(sessionStorage)).not.toContain('Since Monday');
  await open();
  await expectText('Nothing arrives');
  expect(page.getByText('Not sent').elements()).toEqual([]);
});

test('another account in the same tab does not see a draft', async () => {
  stubApi(answers(ticketFixture(), [messageFixture()]));
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

test('a ticket that was closed without an answer needs none', async () => {
  stubApi(answers(ticketFixture({ status: 'closed' }), [messageFixture()]));
  await open();
  await expectText('None needed');
});

test('a draft survives a reload, and an empty message is not sent', async () => {
  const api = stubApi(answers(ticketFixture(), [messageFixture()]));
  const first = await open();
  await userEvent.click(page.getByRole('button', { name: 'Send message' }));
  await expectText('Write something first.');
  await userEvent.fill(field(), 'Half a thought');
  await expect.poll(() => page.getByText('Write something first.').elements().length).toBe(0);
  await first.unmount();
  await open();
  await expect.element(field()).toHaveValue('Half a thought');
  expect(api.callsTo(`POST ${messagesPath}`)).toEqual([]);
});

test('Ctrl + Enter sends', async () => {
  const api = stubApi(answers(ticketFixture(), [messageFixture()]));
  api.answers[`POST ${messagesPath}`] = { status: 201, body: messageFixture({ uuid: 'm9' }) };
  await open();
  await userEvent.fill(field(), 'Quick');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => api.callsTo(`POST ${messagesPath}`).length).toBe(1);
});

test('a message of one’s own can be edited and deleted while that is allowed', async () => {
  const one = `${messagesPath}m1/`;
  const api = stubApi(answers(ticketFixture(), [messageFixture({ can_edit: true })]));
  api.answers[`PATCH ${one}`] = {
    status: 400,
    body: { non_field_errors: ['Too late.'], code: 'edit_window_closed' },
  };
  api.answers[`DELETE ${one}`] = { status: 204 };
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Edit' }));
  await userEvent.fill(page.getByLabelText('Your message').first(), 'Better');
  await userEvent.click(page.getByRole('button', { name: 'Save message' }));
  await expectText('Too late.');
  const text = page.getByLabelText('Your message').first();
  await userEvent.fill(text, 'Better still');
  await expect.poll(() => page.getByText('Too late.').elements().length).toBe(0);
  await userEvent.keyboard('{Escape}');
  await expect.element(text).toHaveValue('Better still');
  await userEvent.fill(text, ' ');
  await userEvent.click(page.getByRole('button', { name: 'Save message' }));
  await expectText('Write something, or delete the message.');
  await userEvent.click(page.getByRole('button', { name: 'Cancel', exact: true }));
  await userEvent.click(page.getByRole('button', { name: 'Delete', exact: true }));
  await userEvent.click(
    page.getByRole('alertdialog').getByRole('button', { name: 'Delete message' }),
  );
  await expect.poll(() => api.callsTo(`DELETE ${one}`).length).toBe(1);
});

test('the draft of a change survives leaving the screen', async () => {
  stubApi(answers(ticketFixture(), [messageFixture({ can_edit: true })]));
  const first = await open();
  await userEvent.click(page.getByRole('button', { name: 'Edit' }));
  await userEvent.fill(page.getByLabelText('Your message').first(), 'Better');
  await first.unmount();
  const second = await open();
  await expect.element(page.getByLabelText('Your message').first()).toHaveValue('Better');
  await userEvent.click(page.getByRole('button', { name: 'Cancel', exact: true }));
  await second.unmount();
  await open();
  await expect.element(page.getByRole('button', { name: 'Edit' })).toBeVisible();
});

describe('a change of a message', () => {
  async function beginSaving() {
    const api = stubApi(answers(ticketFixture(), [messageFixture({ can_edit: true })]));
    const { promise, resolve } = Promise.withResolvers<ApiResponse>();
    api.answers[`PATCH ${messagesPath}m1/`] = () => promise;
    const screen = await open();
    await userEvent.click(page.getByRole('button', { name: 'Edit' }));
    await userEvent.fill(page.getByLabelText('Your message').first(), 'Better');
    await userEvent.click(page.getByRole('button', { name: 'Save message' }));
    await expect.poll(() => api.callsTo(`PATCH ${messagesPath}m1/`).length).toBe(1);
    const edited_at = '2026-11-20T12:05:00.000Z';
    const saved = messageFixture({ can_edit: true, text: 'Better', edited_at });
    const finish = () => {
      api.answers[`GET ${messagesPath}`] = ok(pageOfRows([saved]));
      resolve(ok(saved));
    };
    return { screen, finish };
  }

  test('that is saved after its screen was left leaves no draft', async () => {
    const { screen, finish } = await beginSaving();
    await screen.unmount();
    finish();
    await expect.poll(() => JSON.stringify(sessionStorage)).not.toContain('Better');
  });

  test('that was already saved is not offered as a draft', async () => {
    const { screen } = await beginSaving();
    await screen.unmount();
    stubApi(answers(ticketFixture(), [messageFixture({ can_edit: true, text: 'Better' })]));
    await open();
    await expectText('Better');
    await expect.element(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  });

  test('keeps text that was typed while saving', async () => {
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
  const resolved = ticketFixture({
    status: 'resolved',
    status_display: 'Resolved',
    resolved_at: at,
    reopen_until: '2026-11-27T15:00:00.000Z',
    can_rate: true,
    timeline: [...ticketFixture().timeline, { kind: 'status', value: 'resolved', by: 'staff', at }],
  });

  test('it can be rated and reopened', async () => {
    const api = stubApi(answers(resolved, [messageFixture(), answerFixture()]));
    api.answers[`POST ${ticketPath}rating/`] = { status: 400, body: { comment: ['Not this.'] } };
    api.answers[`PATCH ${ticketPath}`] = ok(ticketFixture());
    await open();
    await expectText('Resolved');
    await expect.element(page.getByRole('button', { name: 'Send rating' })).toBeDisabled();
    await userEvent.click(page.getByRole('radio', { name: /Good/ }));
    await userEvent.fill(page.getByLabelText('Comment'), 'Fast');
    await userEvent.click(page.getByRole('button', { name: 'Send rating' }));
    const comment = page.getByLabelText('Comment');
    await expect.element(comment).toHaveAccessibleDescription('Not this.');
    await expect.element(comment).toHaveValue('Fast');
    await expect.element(page.getByRole('radio', { name: /Good/ })).toBeChecked();
    api.answers[`POST ${ticketPath}rating/`] = ok({ ...resolved, rating: 4 });
    await userEvent.click(page.getByRole('button', { name: 'Send rating' }));
    await expectText('Change rating');
    expect(api.callsTo(`POST ${ticketPath}rating/`)[1]?.body).toEqual({
      rating: 4,
      comment: 'Fast',
    });
    await userEvent.click(page.getByRole('button', { name: 'Reopen ticket' }));
    await expect
      .poll(() => api.callsTo(`PATCH ${ticketPath}`)[0]?.body)
      .toEqual({ status: 'open' });
  });
});

test('only a ticket without an answer can be deleted', async () => {
  const api = stubApi(answers(ticketFixture(), [messageFixture()]));
  api.answers[`DELETE ${ticketPath}`] = { status: 204, body: null };
  const first = await open();
  await userEvent.click(page.getByRole('button', { name: 'Delete ticket' }));
  await expectText('Delete ticket #1042?');
  await userEvent.click(page.getByRole('alertdialog').getByText('Delete ticket', { exact: true }));
  await expect.poll(() => api.callsTo(`DELETE ${ticketPath}`).length).toBe(1);
  await first.unmount();
  const answered = ticketFixture({ first_response_at: '2026-11-20T13:00:00.000Z' });
  api.answers[`GET ${ticketPath}`] = ok(answered);
  await open();
  await expect.element(page.getByRole('button', { name: 'Close ticket' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Delete ticket' }).elements()).toEqual([]);
});

test('a closed ticket links to a new one, an unknown one back to the list', async () => {
  const api = stubApi(answers(ticketFixture({ status: 'closed', status_display: 'Closed' }), []));
  const first = await open();
  await expectText('This ticket is closed');
  await expect.element(page.getByRole('link', { name: 'Open a new ticket' })).toBeVisible();
  await first.unmount();
  api.answers[`GET ${ticketPath}`] = { status: 404, body: { detail: 'Not found.' } };
  await open();
  await expectText('There is no ticket at this address');
});

test('earlier messages are loaded on demand', async () => {
  const api = stubApi(answers(ticketFixture(), []));
  api.answers[`GET ${messagesPath}`] = ({ path }) =>
    path.includes('page=2')
      ? ok({ ...pageOfRows([messageFixture({ uuid: 'm0', text: 'The first' })]), page: 2 })
      : ok({ ...pageOfRows([messageFixture({ text: 'The last' })]), has_next: true });
  await open();
  await expectText('The last');
  await userEvent.click(page.getByRole('button', { name: 'Show earlier messages' }));
  await expectText('The first');
});

test('what a mail quotes is folded, and its original can be looked at', async () => {
  const original_url = '/apix/support/mails/m1/?signature=x';
  const mail = messageFixture({ via: 'mail', quoted: '> What do you see?', original_url });
  stubApi({
    ...answers(ticketFixture(), [mail]),
    [`GET ${messagesPath}m1/original/`]: ok({
      headers: [{ name: 'X-Mailer', value: 'Pine' }],
      text: 'The plain text',
      page_url: 'data:text/html,own',
      page_with_pictures_url: 'data:text/html,remote',
      source_url: '/apix/support/mails/m1/?name=mail.eml',
      size_bytes: 2048,
      parts: [{ name: 'a.log', content_type: 'text/plain', size_bytes: 12, url: '/part' }],
    }),
  });
  await open();
  await expectText('Nothing arrives');
  await expect.element(page.getByText('> What do you see?')).not.toBeVisible();
  await userEvent.click(page.getByText('Quoted text'));
  await expectText('> What do you see?');
  await userEvent.click(page.getByRole('button', { name: 'Show original mail' }));
  const frame = page.getByTitle('The mail as its sender designed it');
  await expect.element(frame).toHaveAttribute('src', 'data:text/html,own');
  await expect.element(frame).toHaveAttribute('sandbox', expect.not.stringContaining('scripts'));
  await userEvent.click(page.getByRole('button', { name: 'Load pictures' }));
  await expect.element(frame).toHaveAttribute('src', 'data:text/html,remote');
  await userEvent.click(page.getByRole('tab', { name: 'Text' }));
  await expectText('The plain text');
  await userEvent.click(page.getByRole('tab', { name: 'Headers' }));
  await expectText('Pine');
  await userEvent.click(page.getByRole('tab', { name: 'Files' }));
  await expect.element(page.getByRole('link', { name: /a\.log/ })).toHaveAttribute('href', '/part');
});

test('a mail of a machine is one line, with its words folded', async () => {
  const note = messageFixture({ text: 'I am away.', note_kind: 'automatic_reply' });
  const reaction = messageFixture({ uuid: 'm2', text: '👍', note_kind: 'reaction' });
  stubApi(answers(ticketFixture(), [note, reaction]));
  await open();
  await expectText('Reaction 👍');
  await expect.element(page.getByText('I am away.')).not.toBeVisible();
  await userEvent.click(page.getByText('Automatic reply'));
  await expectText('I am away.');
});

test('earlier messages are added above, and the position stays', async () => {
  const many = Array.from({ length: 6 }, (_, at) =>
    messageFixture({
      uuid: `m${at}`,
      text: `Number ${at}\n\n${'Long words. '.repeat(60)}`,
      created_at: `2026-11-20T12:0${at}:00.000Z`,
    }),
  );
  const pages = [many.slice(3), many.slice(0, 3)].map((rows) => pageOfRows(rows.toReversed()));
  stubApi({
    ...answers(ticketFixture(), []),
    [`GET ${messagesPath}`]: ({ path }) => {
      const isSecond = path.includes('page=2');
      return ok({ ...pages[isSecond ? 1 : 0], page: isSecond ? 2 : 1, has_next: !isSecond });
    },
  });
  await open();
  const fourth = page.getByText('Number 3', { exact: true });
  await expect.element(fourth).toBeInTheDocument();
  const { top } = fourth.element().getBoundingClientRect();
  await userEvent.click(page.getByRole('button', { name: 'Show earlier messages' }));
  await expect.element(page.getByText('Number 0', { exact: true })).toBeInTheDocument();
  expect(Math.abs(fourth.element().getBoundingClientRect().top - top)).toBeLessThan(80);
});
