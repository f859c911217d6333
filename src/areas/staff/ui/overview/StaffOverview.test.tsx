import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import type { OpenWorkKind, OpenWorkWire } from '../../wire/open-work.ts';
import StaffOverview from './StaffOverview.tsx';

const nothing = {
  leads: null,
  payments: null,
  tickets: null,
  failures: null,
  ledger: null,
  signups: null,
  revenue: null,
  usage: null,
  generated_at: '2026-11-20T12:00:00.000Z',
};
const tickets = {
  waiting: 9,
  unassigned: 8,
  overdue: 7,
  under_24_hours: 3,
  over_24_hours: 6,
  priority_answers: { in_time: 0, late: 0 },
};
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const ticket: OpenWorkWire = {
  kind: 'ticket',
  id: 'a',
  user: 7,
  title: '#1004 Shuttle jammed',
  task: 'Reply first',
  detail: 'urgent priority, technical',
  since: inHours(-5),
  due_at: inHours(-3.5),
  assignee: { id: 3, name: 'Sam' },
};
const payment: OpenWorkWire = {
  ...ticket,
  kind: 'payment',
  id: 'b',
  title: 'PAY_1',
  due_at: inHours(2.5),
  assignee: null,
};

beforeEach(() => {
  resetBrowser();
  signInAs('sam@example.com');
});

async function open(
  results: readonly OpenWorkWire[],
  overview: object,
  failed: readonly OpenWorkKind[] = [],
) {
  stubApi({
    'GET /apix/admin/open-work/': { status: 200, body: { results, failed } },
    'GET /apix/admin/overview/': { status: 200, body: { ...nothing, ...overview } },
  });
  const Today = () => (
    <StaffOverview actions={({ id }) => <button type="button">{`Act on ${id}`}</button>} />
  );
  await renderScreen('/admin', [{ path: '/admin', element: Today }]);
}

test.each([
  ['tickets waiting for us', '/admin/tickets?status=waiting_for_admin'],
  ['first replies overdue', '/admin/tickets?overdue=true'],
  ['tickets waiting over a day', '/admin/tickets?overdue=day'],
  ['unassigned tickets', '/admin/tickets?status=waiting_for_admin&assigned_to=none'],
])('the figure "%s" links to the matching list of tickets', async (words, address) => {
  await open([], { tickets });
  await expect
    .element(page.getByRole('link', { name: new RegExp(words) }))
    .toHaveAttribute('href', address);
});

test('figures of zero are one line', async () => {
  await open([], {
    tickets: { ...tickets, overdue: 0 },
    failures: { jobs: 0, mails: 2, webhooks: 0 },
  });
  await expect
    .element(page.getByText('No first replies overdue, failed jobs, failed events.'))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: '2 failed mails' })).toBeVisible();
});

test('each row of the queue says what, when it is due and who has it, and has its actions', async () => {
  await open([ticket, payment], {});
  const [first, second] = [page.getByRole('listitem').nth(0), page.getByRole('listitem').nth(1)];
  await expect
    .element(first.getByRole('link', { name: '#1004 Shuttle jammed' }))
    .toHaveAttribute('href', '/admin/tickets/a');
  await expect
    .element(first)
    .toHaveTextContent(
      '#1004 Shuttle jammedWas due 3 hours ago' +
        'Ticket · Reply first · urgent priority, technical · assigned to SamAct on a',
    );
  await expect.element(first.getByRole('button', { name: 'Act on a' })).toBeVisible();
  await expect
    .element(second)
    .toHaveTextContent(
      'PAY_1Due in 2 hoursPayment · Reply first · urgent priority, technicalAct on b',
    );
});

test('first answers of priority support are counted where there are any', async () => {
  await open([], { tickets: { ...tickets, priority_answers: { in_time: 12, late: 1 } } });
  const heading = { name: 'First answers of priority support, 30 days' };
  await expect.element(page.getByRole('heading', heading)).toBeVisible();
  await expect.element(page.getByText(/12\s*in time/)).toBeVisible();
});

test('an empty queue says so', async () => {
  await open([], {});
  await expect.element(page.getByText('Nothing waits for you')).toBeVisible();
});

test('a part that could not be loaded is named, and the queue is not called empty', async () => {
  await open([], {}, ['payment', 'adjustment']);
  await expect.element(page.getByText('Could not be loaded: payments, proposals.')).toBeVisible();
  await expect.element(page.getByText('Nothing waits for you')).not.toBeInTheDocument();
});

test('a queue that can’t be loaded does not hide the figures', async () => {
  stubApi({
    'GET /apix/admin/open-work/': { status: 503, body: { detail: 'Busy.', code: 'busy' } },
    'GET /apix/admin/overview/': { status: 200, body: { ...nothing, tickets } },
  });
  await renderScreen('/admin', [
    { path: '/admin', element: () => <StaffOverview actions={() => null} /> },
  ]);
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /unassigned tickets/ })).toBeVisible();
});
