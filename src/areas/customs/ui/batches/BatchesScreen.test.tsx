import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import type { BatchWire } from '../../wire/batches/batches.ts';
import BatchesScreen from './BatchesScreen.tsx';

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

const url = '/apix/data_customs/batches/';
const path = '/dashboard/customs/batches';

const createBatch = (change: Partial<BatchWire> = {}): BatchWire => ({
  id: '0198d0de-0000-7000-8000-000000000001',
  kind: 'vehicle',
  file_name: 'cars.csv',
  status: 'running',
  stop_reason: null,
  lines: 250,
  calculations: 250,
  done: 100,
  failed: 2,
  created_at: '2026-11-20T12:00:00.000Z',
  finished_at: null,
  ...change,
});
const ok = (body: unknown) => ({ status: 200, body });
const createPage = (results: unknown[], count = results.length) =>
  ok({
    ...{ count, next: null, previous: null, results, page: 1, pages: 1, page_size: 20 },
    ...{ has_next: false, has_previous: false },
  });

async function open(batches: BatchWire[], answers: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({ [`GET ${url}`]: createPage(batches), ...answers });
  await renderScreen(path, [{ path, element: BatchesScreen }]);
  return api;
}
const button = (name: string) => page.getByRole('button', { name });
const choose = (name: string, text: string) =>
  userEvent.upload(page.getByLabelText('File to calculate'), new File([text], name));

test('without batches it says what they are for', async () => {
  await open([]);
  await expect.element(page.getByText(/No batches yet/)).toBeVisible();
});

test('a file is checked, its cost shown, and then started', async () => {
  const api = await open([], {
    [`POST ${url}`]: ({ path: requests }) =>
      requests.includes('preview=true')
        ? ok({ lines: 3, calculations: 2, quota_suffices: true })
        : { status: 201, body: createBatch() },
  });
  await userEvent.selectOptions(page.getByLabelText('What it contains'), 'goods');
  await choose('order.json', '[{}]');
  await expect.element(page.getByText(/3 lines: 2 calculations of your plan/)).toBeVisible();
  expect(api.callsTo(`POST ${url}`)[0]?.body).toMatchObject({
    ...{ kind: 'goods', format: 'json', file_name: 'order.json' },
    file: expect.stringContaining(btoa('[{}]')),
  });
  api.answers[`GET ${url}`] = createPage([createBatch()]);
  await userEvent.click(button('Start 2 calculations'));
  await expect.element(page.getByRole('progressbar')).toBeInTheDocument();
  await expect.element(page.getByText('100 of 250, 150 left')).toBeVisible();
  await expect.element(page.getByText('2 failed')).toBeVisible();
  const started = api.callsTo(`POST ${url}`)[1];
  expect(started?.path).toBe(url);
  expect(started?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
});

test('what the plan does not cover cannot be started', async () => {
  await open([], { [`POST ${url}`]: ok({ lines: 9, calculations: 9, quota_suffices: false }) });
  await choose('cars.csv', 'make\nOpel');
  await expect.element(page.getByText('More than your plan has left')).toBeVisible();
  await expect.element(button('Start 9 calculations')).toBeDisabled();
  await userEvent.click(button('Choose another file'));
  await expect.element(button('Download a template')).toBeVisible();
});

test('a refused file says why', async () => {
  const message = 'Unknown columns: colour.';
  const api = await open([], { [`POST ${url}`]: { status: 400, body: { file: [message] } } });
  await choose('cars.csv', 'colour\nred');
  await expect.element(page.getByText(message)).toBeVisible();
  await choose('empty.csv', '');
  await expect.element(page.getByText('The file has no lines.')).toBeVisible();
  expect(api.callsTo(`POST ${url}`)).toHaveLength(1);
});

test('a template is saved', async () => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  await open([]);
  await userEvent.click(button('Download a template'));
  expect(saved).toEqual(['customs-vehicle-template.csv']);
  click.mockRestore();
});

test('failed lines are listed with their reasons', async () => {
  const batch = createBatch({ status: 'complete', done: 250 });
  const entry = {
    ...{ status: 'failed', total: null, total_is_minimum: false, currency: null, missing: [] },
    ...{ code: 'invalid', message: 'Some fields are not valid.', problems: {}, rule_set: null },
  };
  const failed = [
    { ...entry, line: 2, reference: 'A1', problems: { price: { amount: ['No number.'] } } },
    { ...entry, line: 3, reference: '3', message: 'There are no rules.' },
  ];
  await open([batch], { [`GET ${url}${batch.id}/result/`]: createPage(failed, 150) });
  await userEvent.click(button('Actions for cars.csv'));
  await userEvent.click(page.getByRole('menuitem', { name: 'See what failed' }));
  const dialog = page.getByRole('dialog', { name: 'What failed' });
  await expect.element(dialog.getByText(/price.amount: No number/)).toBeVisible();
  await expect.element(dialog.getByText('There are no rules.')).toBeVisible();
  await expect.element(dialog.getByText(/And 148 more/)).toBeVisible();
});

test('a running batch is cancelled, a stopped one says why and is deleted', async () => {
  const batch = createBatch();
  const one = `${url}${batch.id}/`;
  const stopped = createBatch({ status: 'stopped', stop_reason: 'quota_exceeded' });
  const api = await open([batch], { [`POST ${one}cancel/`]: ok(stopped) });
  await userEvent.click(button('Cancel'));
  api.answers[`GET ${url}`] = createPage([stopped]);
  await userEvent.click(button('Cancel the batch'));
  await expect.element(page.getByText(/quota of your plan was used up/)).toBeVisible();
  api.answers[`DELETE ${one}`] = { status: 204 };
  await userEvent.click(button('Actions for cars.csv'));
  await userEvent.click(page.getByRole('menuitem', { name: 'Delete' }));
  await expect.element(button('Delete the batch')).toBeVisible();
  // Not before: the list may be read again at any time, and its row has the dialog.
  api.answers[`GET ${url}`] = createPage([]);
  await userEvent.click(button('Delete the batch'));
  await expect.element(page.getByText(/No batches yet/)).toBeVisible();
});

test('a failed request can be repeated', async () => {
  const api = await open([], { [`GET ${url}`]: { status: 500, body: { detail: 'Not now.' } } });
  await expect.element(button('Try again')).toBeVisible();
  api.answers[`GET ${url}`] = createPage([createBatch()]);
  await userEvent.click(button('Try again'));
  await expect.element(page.getByText(/^cars.csv/)).toBeVisible();
});
