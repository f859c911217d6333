import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildLead } from '#test/fixtures/leads.ts';
import LeadScreen from './LeadScreen.tsx';

const reply = {
  id: '00000000-0000-4000-8000-000000000001',
  by: 'sales@example.com',
  subject: 'Your inquiry: Looms',
  body: 'Hello Ada',
  created_at: '2026-11-21T10:00:00.000Z',
};

const file = {
  id: '00000000-0000-4000-8000-000000000002',
  name: 'loom.pdf',
  size: 12_000,
  content_type: 'application/pdf',
};

const readPath = 'GET /apix/admin/leads/7/';
const replyPath = 'POST /apix/admin/leads/7/reply/';
const changePath = 'PATCH /apix/leads/leads/7/';
const box = (name: string) => page.getByRole('textbox', { name });
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const expectText = (words: string) =>
  expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();

async function open() {
  const api = stubApi({
    [readPath]: { status: 200, body: { lead: buildLead(), files: [file], replies: [] } },
    'GET /apix/admin/leads/assignees/': {
      status: 200,
      body: { people: [{ id: 3, email: 'sales@example.com' }] },
    },
  });
  const screen = await renderScreen('/admin/leads/7', [
    { path: '/admin/leads/:id', element: LeadScreen },
  ]);
  await expect.element(box('Notes')).toHaveValue('Called');
  return { ...api, ...screen };
}

beforeEach(() => {
  resetBrowser();
  signInAs('sales@example.com');
});
afterEach(resetBrowser);

test('an incomplete reply is not sent; a template fills it in', async () => {
  const { answers, callsTo } = await open();
  await press('Send reply');
  await expect.element(box('Subject')).toHaveAccessibleDescription('This field may not be blank.');
  await expect.element(box('Message')).toHaveAccessibleDescription('Write at least 10 characters.');
  await expect.element(box('Subject')).toHaveFocus();
  expect(callsTo(replyPath)).toEqual([]);
  await userEvent.selectOptions(page.getByLabelText('Template'), 'First reply');
  await expect.element(box('Subject')).toHaveValue('Your inquiry: Looms');
  await expect.element(box('Subject')).not.toHaveAttribute('aria-invalid');
  await expect.element(box('Message')).toHaveDisplayValue(/^Hello Ada,/);
  answers[replyPath] = { status: 201, body: reply };
  answers[readPath] = { status: 200, body: { lead: buildLead(), files: [], replies: [reply] } };
  await press('Send reply');
  await expectText('Your reply to Ada Byron is on its way');
  await expectText('Sent replies');
  await expect.element(box('Subject')).toHaveValue('');
  expect(callsTo(replyPath)[0]?.body).toMatchObject({ subject: 'Your inquiry: Looms' });
});

test('the files of the sender can be downloaded', async () => {
  const { answers, callsTo } = await open();
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  onTestFinished(() => click.mockRestore());
  click.mockImplementation(function keep(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const filePath = `GET /apix/admin/leads/7/files/${file.id}/`;
  answers[filePath] = { status: 200, text: '%PDF' };
  await press('loom.pdf');
  await expect.poll(() => saved).toEqual(['loom.pdf']);
  expect(callsTo(filePath)).toHaveLength(1);
});

test('a refused reply keeps what was typed', async () => {
  const { answers } = await open();
  await userEvent.fill(box('Subject'), 'Looms');
  await userEvent.fill(box('Message'), 'Good day to you');
  const spam = { non_field_errors: ['This lead is marked as spam.'], code: 'lead_is_spam' };
  answers[replyPath] = { status: 400, body: spam };
  await press('Send reply');
  await expectText('This lead is marked as spam.');
  answers[replyPath] = { status: 400, body: { body: ['Not like this.'] } };
  await press('Send reply');
  await expect.element(box('Message')).toHaveAccessibleDescription('Not like this.');
  await expect.element(page.getByText('This lead is marked as spam.')).not.toBeInTheDocument();
  await expect.element(box('Message')).toHaveValue('Good day to you');
});

test('tracking is saved; a refusal keeps the entries', async () => {
  const { answers, callsTo } = await open();
  const assigned = page.getByLabelText('Assigned to');
  await expect.element(assigned).toHaveValue('3');
  await userEvent.fill(box('Notes'), 'Wants an offer');
  await userEvent.selectOptions(assigned, 'Nobody');
  answers[changePath] = { status: 400, body: { assigned_to: ['Not a seller.'] } };
  await press('Save');
  await expect.element(assigned).toHaveAccessibleDescription('Not a seller.');
  await expect.element(box('Notes')).toHaveValue('Wants an offer');
  const lead = buildLead({ admin_notes: 'Wants an offer', assigned_to: null });
  answers[changePath] = { status: 200, body: lead };
  answers[readPath] = { status: 200, body: { lead, files: [], replies: [] } };
  await press('Save');
  await expectText('Saved');
  await expect.element(assigned).toHaveValue('');
  expect(callsTo(changePath)[1]?.body).toEqual({
    admin_notes: 'Wants an offer',
    assigned_to: null,
    is_spam: false,
  });
});

test('notes in progress survive a change of the status, and leaving asks', async () => {
  const { answers, router } = await open();
  await userEvent.fill(box('Notes'), 'Wants an offer');
  const lead = buildLead({ status: 'contacted', updated_at: '2026-11-21T10:00:00.000Z' });
  answers[changePath] = { status: 200, body: lead };
  answers[readPath] = { status: 200, body: { lead, files: [], replies: [] } };
  await userEvent.click(page.getByRole('button', { name: /^Change status/ }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Contacted' }));
  await expectText('Ada Byron: Contacted');
  await expect.element(box('Notes')).toHaveValue('Wants an offer');
  void router.navigate('/admin/leads');
  await userEvent.click(page.getByRole('button', { name: 'Stay' }));
  await expect.element(box('Notes')).toHaveValue('Wants an offer');
  void router.navigate('/admin/leads');
  await userEvent.click(page.getByRole('button', { name: 'Leave without saving' }));
  await expect.poll(() => router.state.location.pathname).toBe('/admin/leads');
});
