import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pageOfRows } from '#test/accounts.ts';
import { type ApiAnswer, openScreen, resetBrowser, signInAs, stubApi } from '#test/screens.tsx';
import { answerOf, messageOf, ticketOf } from '../tickets-on-the-wire.ts';
import TicketInbox from './TicketInbox.tsx';
import TicketScreen from './TicketScreen.tsx';

const ticketPath = '/apix/support/tickets/t1/';
const messagesPath = `${ticketPath}messages/`;
const ok = (body: unknown) => ({ status: 200, body });
const shown = (words: string) =>
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
      ticketOf({ ...seen, ...change }),
      ticketOf({ ...seen, uuid: 't2', number: 1043, subject: 'Another' }),
    ]),
  ),
  'GET /apix/admin/tickets/assignees/': ok(
    pageOfRows([{ id: 2, name: 'Sam', email: 'sam@example.com' }]),
  ),
  'GET /apix/admin/canned-replies/': ok(
    pageOfRows([{ id: 1, title: 'Welcome', text: 'Hello there', updated_at: '' }]),
  ),
  [`GET ${ticketPath}`]: ok(ticketOf({ ...seen, ...change })),
  [`GET ${messagesPath}`]: ok(
    pageOfRows([answerOf({ is_internal: true, text: 'Looks odd' }), messageOf()]),
  ),
  [`PATCH ${ticketPath}`]: ok(ticketOf({ ...seen, ...change })),
});
const Composed = () => <TicketScreen aside={(id) => <p>Account {id}</p>} />;
const open = (address: string) =>
  openScreen(address, [
    { path: '/admin/tickets', element: TicketInbox },
    { path: '/admin/tickets/:uuid', element: TicketScreen },
  ]);

beforeEach(() => {
  resetBrowser();
  signInAs('sam@example.com');
});
afterEach(resetBrowser);

test('the inbox asks for what the address says, and a late answer stands out', async () => {
  const api = stubApi(answers({ first_response_due_at: '2020-01-01T00:00:00.000Z' }));
  await open('/admin/tickets?assigned_to=me&status=waiting_for_admin');
  await expect.element(page.getByText(/ada@example.com/).first()).toBeVisible();
  expect(api.callsTo('GET /apix/admin/tickets/')[0]?.path).toContain(
    'status=waiting_for_admin&assigned_to=me',
  );
  await expect.element(page.getByText(/^Late: due/).first()).toBeVisible();
});

test('once it was answered the time to resolve it runs, until it is resolved', async () => {
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

test('what support knows of the customer from elsewhere stands beside the ticket', async () => {
  stubApi(answers());
  await openScreen('/admin/tickets/t1', [{ path: '/admin/tickets/:uuid', element: Composed }]);
  await shown('Account 1');
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

test('a ticket that is not there leads back', async () => {
  stubApi({ ...answers(), [`GET ${ticketPath}`]: { status: 404, body: { detail: 'Not found.' } } });
  await open('/admin/tickets/t1');
  await shown('There is no ticket at this address');
});

test('selected tickets are assigned and resolved together, and refusals are counted', async () => {
  const api = stubApi(answers());
  api.answers['PATCH /apix/support/tickets/t2/'] = { status: 400, body: { detail: 'No.' } };
  await open('/admin/tickets');
  await userEvent.click(page.getByRole('checkbox', { name: 'Select all rows' }));
  await userEvent.selectOptions(page.getByLabelText('Assign selected tickets'), '2');
  await shown('1 of 2 changed. The others do not take this step.');
  expect(api.callsTo(`PATCH ${ticketPath}`)[0]?.body).toEqual({ assigned_to: 2 });
  await userEvent.click(page.getByRole('checkbox', { name: 'Select ticket #1042' }));
  await userEvent.click(page.getByRole('button', { name: 'Resolve' }));
  await expect
    .poll(() => api.callsTo(`PATCH ${ticketPath}`).at(-1)?.body)
    .toEqual({ status: 'resolved' });
});

test('notes and answers are kept apart, and kept replies are put in', async () => {
  const api = stubApi(answers());
  api.answers[`POST ${messagesPath}`] = { status: 201, body: messageOf({ uuid: 'm9' }) };
  await open('/admin/tickets/t1');
  await shown('Internal note');
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

test('a ticket is assigned, sorted and moved on', async () => {
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

test('a kept reply is changed, and the list says so', async () => {
  const api = stubApi(answers());
  const path = 'PATCH /apix/admin/canned-replies/1/';
  api.answers[path] = { status: 400, body: { title: ['Another reply has this title.'] } };
  await open('/admin/tickets/t1');
  await userEvent.click(page.getByRole('button', { name: 'Replies' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Find, edit or drop replies' }));
  await userEvent.click(page.getByRole('button', { name: 'Edit Welcome' }));
  await expect.element(page.getByRole('textbox', { name: /Text/ })).toHaveValue('Hello there');
  await userEvent.fill(page.getByRole('textbox', { name: /Title/ }), 'Greeting');
  await userEvent.click(page.getByRole('button', { name: 'Save reply' }));
  await shown('Another reply has this title.');
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

test('a reply is found among many, put in, and dropped when that is meant', async () => {
  const api = stubApi(answers());
  const list = 'GET /apix/admin/canned-replies/';
  const bye = { id: 2, title: 'Bye', text: 'See you', updated_at: '' };
  const first = pageOfRows([{ id: 1, title: 'Welcome', text: 'Hello there', updated_at: '' }]);
  api.answers[list] = ({ path }) =>
    ok(path.includes('search=see') ? pageOfRows([bye]) : { ...first, has_next: true });
  api.answers['DELETE /apix/admin/canned-replies/1/'] = { status: 204 };
  const openList = async () => {
    await userEvent.click(page.getByRole('button', { name: 'Replies', exact: true }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Find, edit or drop replies' }));
  };
  await open('/admin/tickets/t1');
  await openList();
  await shown('There are more: search for them.');
  await userEvent.click(page.getByRole('button', { name: 'Drop Welcome' }));
  const question = page.getByRole('alertdialog');
  await userEvent.click(question.getByRole('button', { name: 'Keep it' }));
  expect(api.callsTo('DELETE /apix/admin/canned-replies/1/')).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Drop Welcome' }));
  await userEvent.click(question.getByRole('button', { name: 'Drop reply' }));
  await expect.poll(() => api.callsTo('DELETE /apix/admin/canned-replies/1/').length).toBe(1);
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search' }), 'see');
  await userEvent.click(page.getByRole('button', { name: 'Search replies' }));
  await userEvent.click(page.getByRole('button', { name: 'Bye', exact: true }));
  await expect.element(page.getByLabelText('Answer to the customer')).toHaveValue('See you');
});

test('replies that are on their way, or did not come, are not none', async () => {
  const api = stubApi(answers());
  const list = 'GET /apix/admin/canned-replies/';
  const { promise, resolve } = Promise.withResolvers<ApiAnswer>();
  api.answers[list] = () => promise;
  await open('/admin/tickets/t1');
  await userEvent.click(page.getByRole('button', { name: 'Replies', exact: true }));
  await shown('Loading replies...');
  resolve({ status: 400, body: { detail: 'Not there.' } });
  await shown('The replies did not load');
});

test('what is submitted beside the answer does not send it', async () => {
  const api = stubApi(answers());
  api.answers['POST /apix/admin/canned-replies/'] = { status: 201, body: {} };
  await open('/admin/tickets/t1');
  await userEvent.fill(page.getByLabelText('Answer to the customer'), 'Half a thought');
  await userEvent.click(page.getByRole('button', { name: 'Replies', exact: true }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Keep a new reply' }));
  await userEvent.fill(page.getByRole('textbox', { name: /Title/ }), 'Welcome');
  await userEvent.fill(page.getByRole('textbox', { name: /Text/ }), 'Hello');
  await userEvent.click(page.getByRole('button', { name: 'Keep reply' }));
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
  expect(api.callsTo(`POST ${messagesPath}`)).toEqual([]);
});

test('who has a ticket is shown while the team loads, and after they left it', async () => {
  const api = stubApi(answers({ assigned_to: 9, assigned_to_name: 'Lin' }));
  const { promise, resolve } = Promise.withResolvers<ApiAnswer>();
  const team = api.answers['GET /apix/admin/tickets/assignees/'] as ApiAnswer;
  api.answers['GET /apix/admin/tickets/assignees/'] = () => promise;
  await open('/admin/tickets/t1');
  const field = page.getByLabelText('Assigned to');
  await expect.element(field).toHaveDisplayValue('Lin');
  resolve(team);
  await expect.element(field).toHaveDisplayValue('Lin (not in support)');
});

test('a reply is kept for everybody, and says what is wrong with it', async () => {
  const api = stubApi(answers());
  const path = 'POST /apix/admin/canned-replies/';
  api.answers[path] = { status: 400, body: { title: ['Another reply has this title.'] } };
  await open('/admin/tickets/t1');
  await userEvent.click(page.getByRole('button', { name: 'Replies' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Keep a new reply' }));
  await userEvent.fill(page.getByRole('textbox', { name: /Title/ }), 'Welcome');
  await userEvent.fill(page.getByRole('textbox', { name: /Text/ }), 'Hello');
  await userEvent.click(page.getByRole('button', { name: 'Keep reply' }));
  await shown('Another reply has this title.');
  await userEvent.fill(page.getByRole('textbox', { name: /Title/ }), 'Welcome back');
  await expect.poll(() => page.getByText(/has this title/).elements().length).toBe(0);
  await userEvent.keyboard('{Escape}');
  await shown('The reply is not kept yet.');
  await userEvent.click(page.getByRole('button', { name: 'Stay' }));
  api.answers[path] = { status: 201, body: {} };
  await userEvent.click(page.getByRole('button', { name: 'Keep reply' }));
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
});
