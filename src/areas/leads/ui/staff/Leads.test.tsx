import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type ApiCall,
  renderScreen,
  resetBrowser,
  signInAs,
  stubApi,
} from '#test/browser/screens.tsx';
import { buildLead } from '#test/fixtures/leads.ts';
import type { LeadStatus } from '../../wire/leads.constants.ts';
import Leads from './Leads.tsx';

const listPath = 'GET /apix/admin/leads/';
const movePath = 'PATCH /apix/leads/leads/7/';
const createPath = 'POST /apix/leads/leads/';
let status: LeadStatus;

const lead = () => buildLead({ status, status_display: status });

beforeEach(() => {
  resetBrowser();
  signInAs('sam@example.com');
  status = 'new';
});

async function open(address: string) {
  const listed = ({ path }: ApiCall) => {
    const filter = new URLSearchParams(path.split('?')[1]).get('status');
    const results = filter === null || filter === status ? [lead()] : [];
    const body = { results, count: results.length, page: 1, page_size: 20, total_pages: 1 };
    return { status: 200, body: { ...body, has_next: false, has_previous: false } };
  };
  const api = stubApi({
    [listPath]: listed,
    'GET /apix/admin/leads/assignees/': { status: 200, body: { people: [] } },
    [movePath]: ({ body }) => {
      status = (body as { status: LeadStatus }).status;
      return { status: 200, body: lead() };
    },
    [createPath]: { status: 201, body: lead() },
  });
  const { router } = await renderScreen(address, [{ path: '/admin/leads', element: Leads }]);
  return { ...api, router };
}
const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name} \\d`) });

test('a lead is dragged to another column', async () => {
  const api = await open('/admin/leads?shape=board');
  const card = column('New').getByRole('listitem');
  await expect.element(card).toBeVisible();
  await userEvent.dragAndDrop(card, column('Qualified'));
  await expect.element(column('Qualified').getByRole('link', { name: 'Ada Byron' })).toBeVisible();
  expect(api.callsTo(movePath).map(({ body }) => body)).toEqual([{ status: 'qualified' }]);
  await expect.element(column('New').getByText('No leads here.')).toBeVisible();
});

test('a column that the lead can’t move to does not take it', async () => {
  status = 'qualified';
  const api = await open('/admin/leads?shape=board');
  const card = column('Qualified').getByRole('listitem');
  await expect.element(card).toBeVisible();
  await userEvent.dragAndDrop(card, column('New'));
  await expect.element(column('Qualified').getByRole('link', { name: 'Ada Byron' })).toBeVisible();
  expect(api.callsTo(movePath)).toEqual([]);
});

test('a move that the server rejects is undone', async () => {
  const api = await open('/admin/leads?shape=board');
  api.answers[movePath] = { status: 400, body: { status: ['Not possible.'] } };
  await expect.element(column('New').getByRole('listitem')).toBeVisible();
  await userEvent.dragAndDrop(column('New').getByRole('listitem'), column('Rejected'));
  await expect.element(page.getByText('Not possible.')).toBeVisible();
  await expect.element(column('New').getByRole('link', { name: 'Ada Byron' })).toBeVisible();
});

test('the menu of a card moves it by keyboard', async () => {
  const api = await open('/admin/leads?shape=board');
  await userEvent.click(page.getByRole('button', { name: 'Move Ada Byron' }));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(column('Contacted').getByRole('link', { name: 'Ada Byron' })).toBeVisible();
  expect(api.callsTo(movePath)).toHaveLength(1);
});

test('filters of the address apply to every column', async () => {
  const api = await open('/admin/leads?shape=board&assigned_to=me&search=loom');
  await expect.element(column('New').getByRole('listitem')).toBeVisible();
  const queries = api.callsTo(listPath).map(({ path }) => new URLSearchParams(path.split('?')[1]));
  expect(queries).toHaveLength(5);
  for (const query of queries)
    expect([query.get('assigned_to'), query.get('search')]).toEqual(['me', 'loom']);
});

test('a lead is entered by hand, and opened', async () => {
  const api = await open('/admin/leads');
  await userEvent.click(page.getByRole('button', { name: 'New lead' }));
  await userEvent.click(page.getByRole('button', { name: 'Create lead' }));
  await expect.element(page.getByText('Name must be at least 2 characters')).toBeVisible();
  const fill = (name: string, text: string) =>
    userEvent.fill(page.getByRole('textbox', { name }), text);
  await fill('Name', 'Ada Byron');
  await fill('E-mail', 'ada@example.com');
  await fill('Company', 'Loom & Co');
  await fill('What they need', 'A loom that computes.');
  await userEvent.click(page.getByRole('button', { name: 'Create lead' }));
  await expect.poll(() => api.router.state.location.pathname).toBe('/admin/leads/7');
  expect(api.callsTo(createPath).map(({ body }) => body)).toEqual([
    {
      name: 'Ada Byron',
      email: 'ada@example.com',
      company: 'Loom & Co',
      subject: '',
      message: 'A loom that computes.',
      isCompany: true,
    },
  ]);
});
