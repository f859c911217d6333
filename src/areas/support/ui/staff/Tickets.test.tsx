import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type ApiResponse,
  renderScreen,
  resetBrowser,
  signInAs,
  stubApi,
} from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { answerFixture, messageFixture, ticketFixture } from '#test/fixtures/support.ts';
import TicketInbox from './TicketInbox.tsx';
import TicketScreen from './TicketScreen.tsx';
import UnattachedMails from './UnattachedMails.tsx';

const ticketPath = '/apix/support/tickets/t1/';
const messagesPath = `${ticketPath}messages/`;
const ok = (body: unknown) => ({ status: 200, body });
const expectText = (words: string) =>
  expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();
const seen = {
  user_email: 'ada@example.com',
  user_name: 'Ada',
  assigned_to_name: null,
  resolve_due_at: '2020-01-05T00:00:00.000Z',
};
const answers = (change: object = {}) => ({
  'GET /apix/events/': { status: 403, body: { detail: 'No.' } },
  'GET /apix/admin/tickets/': ok(
    pageOfRows([
      ticketFixture({ ...seen, ...change }),
      ticketFixture({ ...seen, uuid: 't2', number: 1043, subject: 'Another' }),
    ]),
  ),
  'GET /apix/admin/tickets/assignees/': ok(
    pageOfRows([{ id: 2, name: 'Sam', email: 'sam@example.com' }]),
  ),
  'GET /apix/admin/canned-replies/': ok(
    pageOfRows([{ id: 1, title: 'Welcome', text: 'Hello there', updated_at: '' }]),
  ),
  [`GET ${ticketPath}`]: ok(ticketFixture({ ...seen, ...change })),
  [`GET ${messagesPath}`]: ok(
    pageOfRows([answerFixture({ is_internal: true, text: 'Looks odd' }), messageFixture()]),
  ),
  [`PATCH ${ticketPath}`]: ok(ticketFixture({ ...seen, ...change })),
});
const Composed = () => <TicketScreen aside={(id) => <p>Account {id}</p>} />;
const open = (address: string) =>
  renderScreen(address, [
    { path: '/admin/tickets', element: TicketInbox },
    { path: '/admin/tickets/:uuid', element: TicketScreen },
  ]);

beforeEach(() => {
  resetBrowser();
  signInAs('sam@example.com');
});
afterEach(resetBrowser);

test('the inbox filters by its URL and highlights late answers', async () => {
  const api = stubApi(answers({ first_response_due_at: '2020-01-01T00:00:00.000Z' }));
  await open('/admin/tickets?assigned_to=me&status=waiting_for_admin');
  await expect.element(page.getByText(/ada@example.com/).first()).toBeVisible();
  expect(api.callsTo('GET /apix/admin/tickets/')[0]?.path).toContain(
    'status=waiting_for_admin&assigned_to=me',
  );
  await expect.element(page.getByText(/^Late: due/).first()).toBeVisible();
});

test('after the first answer the resolution time is shown until it is resolved', async () => {
  const answered = { first_response_at: '2020-01-01T00:00:00.000Z', status: 'waiting_for_user' };
  const api = stubApi(answers(answered));
  await open('/admin/tickets');
  await expect.element(page.getByText('Resolution').first()).toBeVisible();
  await expect.element(page.getByText(/^Late: due/).first()).toBeVisible();
  const resolved = { ...answered, status: 'resolved', resolved_at: '2020-01-04T00:00:00.000Z' };
  Object.assign(api.answers, answers(resolved));
  await open('/admin/tickets/t1');
  await expect.element(page.getByText(/^Resolved .* ago$/).first()).toBeVisible();
});

test('panels about the customer are shown beside the ticket', async () => {
  stubApi(answers());
  await renderScreen('/admin/tickets/t1', [{ path: '/admin/tickets/:uuid', element: Composed }]);
  await expectText('Account 1');
});

test.each([
  ['payment', '/admin/payments?search=PAY_1'],
  ['calculation', '/admin/calculations/7?user=1'],
  ['key', '/admin/users/1'],
])('the %s that a ticket is about is a link', async (type, href) => {
  stubApi(answers({ related: { type, id: '7', label: 'PAY_1' } }));
  await open('/admin/tickets/t1');
  await expect.element(page.getByRole('link', { name: 'PAY_1' })).toHaveAttribute('href', href);
});

test('an unknown ticket links back to the list', async () => {
  stubApi({ ...answers(), [`GET ${ticketPath}`]: { status: 404, body: { detail: 'Not found.' } } });
  await open('/admin/tickets/t1');
  await expectText('There is no ticket at this address');
});

test('selected tickets are assigned and resolved together, and refusals are counted', async () => {
  const api = stubApi(answers());
  api.answers['PATCH /apix/support/tickets/t2/'] = { status: 400, body: { detail: 'No.' } };
  await open('/admin/tickets');
  await userEvent.click(page.getByRole('checkbox', { name: 'Select all rows' }));
  await userEvent.selectOptions(page.getByLabelText('Assign selected tickets'), '2');
  await expectText('1 of 2 changed. The status of the others does not allow it.');
  expect(api.callsTo(`PATCH ${ticketPath}`)[0]?.body).toEqual({ assigned_to: 2 });
  await userEvent.click(page.getByRole('checkbox', { name: 'Select ticket #1042' }));
  await userEvent.click(page.getByRole('button', { name: 'Resolve' }));
  await expect
    .poll(() => api.callsTo(`PATCH ${ticketPath}`).at(-1)?.body)
    .toEqual({ status: 'resolved' });
});

test('notes and answers have separate drafts, and canned replies are inserted', async () => {
  const api = stubApi(answers());
  api.answers[`POST ${messagesPath}`] = { status: 201, body: messageFixture({ uuid: 'm9' }) };
  await open('/admin/tickets/t1');
  await expectText('Internal note');
  await userEvent.click(page.getByRole('button', { name: 'Replies' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Welcome' }));
  await expect.element(page.getByLabelText('Answer to the customer')).toHaveValue('Hello there');
  await userEvent.click(page.getByRole('checkbox', { name: 'Internal note' }));
  const note = page.getByLabelText('Note for support');
  await expect.element(note).toHaveValue('');
  await userEvent.fill(note, 'Between us');
  await userEvent.click(page.getByRole('button', { name: 'Add note' }));
  await expect
    .poll(() => api.callsTo(`POST ${messagesPath}`)[0]?.body)
    .toEqual({ text: 'Between us', attachments: [], is_internal: true });
  await userEvent.click(page.getByRole('checkbox', { name: 'Internal note' }));
  await userEvent.click(page.getByRole('button', { name: 'Send answer' }));
  await expect
    .poll(() => api.callsTo(`POST ${messagesPath}`)[1]?.body)
    .toEqual({ text: 'Hello there', attachments: [] });
});

test('a ticket is assigned, prioritized and resolved', async () => {
  const api = stubApi(answers());
  await open('/admin/tickets/t1');
  const changes = () => api.callsTo(`PATCH ${ticketPath}`).map(({ body }) => body);
  await userEvent.selectOptions(page.getByLabelText('Assigned to'), '2');
  await userEvent.selectOptions(page.getByLabelText('Priority'), 'urgent');
  await userEvent.click(page.getByRole('button', { name: 'Resolve' }));
  await expect
    .poll(changes)
    .toEqual([{ assigned_to: 2 }, { priority: 'urgent' }, { status: 'resolved' }]);
  await expect.element(page.getByRole('link', { name: '#1043 Another' })).toBeVisible();
});

test('a canned reply is edited, and the list shows it', async () => {
  const api = stubApi(answers());
  const path = 'PATCH /apix/admin/canned-replies/1/';
  api.answers[path] = { status: 400, body: { title: ['Another reply has this title.'] } };
  await open('/admin/tickets/t1');
  await userEvent.click(page.getByRole('button', { name: 'Replies' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Manage canned replies' }));
  await userEvent.click(page.getByRole('button', { name: 'Edit Welcome' }));
  await expect.element(page.getByRole('textbox', { name: /Text/ })).toHaveValue('Hello there');
  await userEvent.fill(page.getByRole('textbox', { name: /Title/ }), 'Greeting');
  await userEvent.click(page.getByRole('button', { name: 'Save reply' }));
  await expectText('Another reply has this title.');
  await userEvent.fill(page.getByRole('textbox', { name: /Title/ }), 'Greetings');
  await expect.poll(() => page.getByText('Another reply has this').elements().length).toBe(0);
  await userEvent.fill(page.getByRole('textbox', { name: /Title/ }), 'Greeting');
  const changed = { id: 1, title: 'Greeting', text: 'Hello there', updated_at: '' };
  api.answers[path] = { status: 200, body: changed };
  api.answers['GET /apix/admin/canned-replies/'] = ok(pageOfRows([changed]));
  await userEvent.click(page.getByRole('button', { name: 'Save reply' }));
  await expect.element(page.getByRole('button', { name: 'Edit Greeting' })).toBeVisible();
  expect(api.callsTo(path)[1]?.body).toEqual({ title: 'Greeting', text: 'Hello there' });
});

test('a reply is found among many, inserted, and deleted after confirmation', async () => {
  const api = stubApi(answers());
  const list = 'GET /apix/admin/canned-replies/';
  const bye = { id: 2, title: 'Bye', text: 'See you', updated_at: '' };
  const first = pageOfRows([{ id: 1, title: 'Welcome', text: 'Hello there', updated_at: '' }]);
  api.answers[list] = ({ path }) =>
    ok(path.includes('search=see') ? pageOfRows([bye]) : { ...first, has_next: true });
  api.answers['DELETE /apix/admin/canned-replies/1/'] = { status: 204 };
  const openList = async () => {
    await userEvent.click(page.getByRole('button', { name: 'Replies', exact: true }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Manage canned replies' }));
  };
  await open('/admin/tickets/t1');
  await openList();
  await expectText('There are more. Search to find them.');
  await userEvent.click(page.getByRole('button', { name: 'Delete Welcome' }));
  const question = page.getByRole('alertdialog');
  await userEvent.click(question.getByRole('button', { name: 'Keep it' }));
  expect(api.callsTo('DELETE /apix/admin/canned-replies/1/')).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Delete Welcome' }));
  await userEvent.click(question.getByRole('button', { name: 'Delete reply' }));
  await expect.poll(() => api.callsTo('DELETE /apix/admin/canned-replies/1/').length).toBe(1);
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search' }), 'see');
  await userEvent.click(page.getByRole('button', { name: 'Search replies' }));
  await userEvent.click(page.getByRole('button', { name: 'Bye', exact: true }));
  await expect.element(page.getByLabelText('Answer to the customer')).toHaveValue('See you');
});

test('loading and failed replies are not shown as none', async () => {
  const api = stubApi(answers());
  const list = 'GET /apix/admin/canned-replies/';
  const { promise, resolve } = Promise.withResolvers<ApiResponse>();
  api.answers[list] = () => promise;
  await open('/admin/tickets/t1');
  await userEvent.click(page.getByRole('button', { name: 'Replies', exact: true }));
  await expectText('Loading replies...');
  resolve({ status: 400, body: { detail: 'Not there.' } });
  await expectText('The replies did not load');
});

test('submitting a dialog of the composer does not send the answer', async () => {
  const api = stubApi(answers());
  api.answers['POST /apix/admin/canned-replies/'] = { status: 201, body: {} };
  await open('/admin/tickets/t1');
  await userEvent.fill(page.getByLabelText('Answer to the customer'), 'Half a thought');
  await userEvent.click(page.getByRole('button', { name: 'Replies', exact: true }));
  await userEvent.click(page.getByRole('menuitem', { name: 'New canned reply' }));
  await userEvent.fill(page.getByRole('textbox', { name: /Title/ }), 'Welcome');
  await userEvent.fill(page.getByRole('textbox', { name: /Text/ }), 'Hello');
  await userEvent.click(page.getByRole('button', { name: 'Create reply' }));
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
  expect(api.callsTo(`POST ${messagesPath}`)).toEqual([]);
});

test('the assignee is shown while the team loads, and after leaving it', async () => {
  const api = stubApi(answers({ assigned_to: 9, assigned_to_name: 'Lin' }));
  const { promise, resolve } = Promise.withResolvers<ApiResponse>();
  const team = api.answers['GET /apix/admin/tickets/assignees/'] as ApiResponse;
  api.answers['GET /apix/admin/tickets/assignees/'] = () => promise;
  await open('/admin/tickets/t1');
  const field = page.getByLabelText('Assigned to');
  await expect.element(field).toHaveDisplayValue('Lin');
  resolve(team);
  await expect.element(field).toHaveDisplayValue('Lin (not in support)');
});

test('a new reply shows its validation errors and is saved', async () => {
  const api = stubApi(answers());
  const path = 'POST /apix/admin/canned-replies/';
  api.answers[path] = { status: 400, body: { title: ['Another reply has this title.'] } };
  await open('/admin/tickets/t1');
  await userEvent.click(page.getByRole('button', { name: 'Replies' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'New canned reply' }));
  await userEvent.click(page.getByRole('button', { name: 'Create reply' }));
  for (const name of [/Title/, /Text/])
    await expect
      .element(page.getByRole('textbox', { name }))
      .toHaveAccessibleDescription('This field may not be blank.');
  expect(api.callsTo(path)).toEqual([]);
  await userEvent.fill(page.getByRole('textbox', { name: /Title/ }), 'Welcome');
  await userEvent.fill(page.getByRole('textbox', { name: /Text/ }), 'Hello');
  await userEvent.click(page.getByRole('button', { name: 'Create reply' }));
  await expectText('Another reply has this title.');
  await userEvent.fill(page.getByRole('textbox', { name: /Title/ }), 'Welcome back');
  await expect.poll(() => page.getByText(/has this title/).elements().length).toBe(0);
  await userEvent.keyboard('{Escape}');
  await expectText('The reply is not saved yet.');
  await userEvent.click(page.getByRole('button', { name: 'Stay' }));
  api.answers[path] = { status: 201, body: {} };
  await userEvent.click(page.getByRole('button', { name: 'Create reply' }));
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
});

test('mails that did not become messages are listed, and added to their ticket', async () => {
  const mail = {
    id: 'm1',
    received_at: '2026-11-20T12:00:00.000Z',
    sender: 'charles@example.com',
    subject: 'The page is blank',
    reason: 'foreign_sender',
    size_bytes: 2048,
    ticket: { uuid: 't1', number: 1001 },
    has_account: false,
    original_url: '/apix/support/mails/m1/?signature=x',
    handled_as: null,
    handled_at: null,
  };
  const list = '/apix/admin/unattached-mails/';
  const api = stubApi({
    [`GET ${list}`]: ok(pageOfRows([mail])),
    [`POST ${list}m1/handle/`]: ok({ ...mail, handled_as: 'note' }),
  });
  await renderScreen('/admin/tickets/mails', [
    { path: '/admin/tickets/mails', element: UnattachedMails },
  ]);
  await expect.element(page.getByRole('cell', { name: 'Other sender' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'The page is blank, original mail' }))
    .toHaveAttribute('href', mail.original_url);
  await userEvent.click(page.getByRole('button', { name: /Handle/ }));
  await expect
    .element(page.getByRole('menuitem', { name: 'Open a ticket' }))
    .not.toBeInTheDocument();
  await userEvent.click(page.getByRole('menuitem', { name: 'Add to #1001 as a note' }));
  await expect.element(page.getByText('Added as a note')).toBeVisible();
  expect(api.callsTo(`POST ${list}m1/handle/`)[0]?.body).toEqual({ as: 'note' });
});
