import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rememberWork } from '#client/started-work.ts';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { WorkNotices } from './WorkNotices.tsx';

const batchPath = 'GET /apix/data_customs/batches/b1/';
const jobPath = 'GET /apix/services/transcription-jobs/j1/';
const batch = {
  id: 'b1',
  kind: 'vehicle',
  file_name: 'cars.csv',
  status: 'running',
  stop_reason: null,
  lines: 250,
  calculations: 250,
  done: 100,
  failed: 2,
  created_at: '2026-11-20T12:00:00Z',
  finished_at: null,
};
const job = {
  id: 'j1',
  file_name: 'meeting.wav',
  status: 'running',
  error: null,
  transcript_id: null,
  created_at: '2026-11-20T12:00:00Z',
  finished_at: null,
};
const ended = { finished_at: '2026-11-20T12:05:00Z' };
const ok = (body: unknown) => ({ status: 200, body });
const open = () => renderScreen('/dashboard/keys', [{ path: '*', element: WorkNotices }]);
const remembered = () => localStorage.getItem('work:batch:ada@example.com');

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('without started work nothing is asked', async () => {
  const { calls } = stubApi({});
  await open();
  expect(calls).toEqual([]);
});

test('the end of a batch is told once, and leads to it', async () => {
  const api = stubApi({ [batchPath]: ok(batch) });
  rememberWork('batch', 'b1');
  const { queryClient, router } = await open();
  const queries = queryClient.getQueryCache();
  await expect.poll(() => queries.getAll()[0]?.state.status).toBe('success');
  expect(page.getByText(/is calculated/).query()).toBeNull();
  api.answers[batchPath] = ok({ ...batch, ...ended, status: 'complete', done: 250 });
  await queryClient.refetchQueries();
  await expect
    .element(page.getByText('cars.csv is calculated: 250 calculations done. 2 failed.').first())
    .toBeVisible();
  expect(remembered()).toBeNull();
  await userEvent.click(page.getByRole('button', { name: 'Open' }));
  expect(router.state.location.pathname).toBe('/dashboard/customs/batches');
});

test('a transcription that ended while the person was away is told at the next visit', async () => {
  const end = { ...job, ...ended, status: 'complete', transcript_id: 't1' };
  stubApi({ [jobPath]: ok(end) });
  rememberWork('transcription', 'j1');
  const { router } = await open();
  await userEvent.click(page.getByRole('button', { name: 'Open' }));
  expect(router.state.location.search).toBe('?tab=transcribe&transcript=t1');
});

test('a failure says why', async () => {
  stubApi({ [jobPath]: ok({ ...job, ...ended, status: 'failed', error: 'audio_too_long' }) });
  rememberWork('transcription', 'j1');
  await open();
  await expect.element(page.getByText(/longer than four hours/).first()).toBeVisible();
});

test.each([
  ['cancelled', ok({ ...batch, ...ended, status: 'cancelled' })],
  ['deleted', { status: 404, body: { detail: 'Not found.' } }],
])('work that was %s is forgotten without a word', async (_, answer) => {
  stubApi({ [batchPath]: answer });
  rememberWork('batch', 'b1');
  await open();
  await expect.poll(remembered).toBeNull();
  expect(page.getByRole('button', { name: 'Open' }).query()).toBeNull();
});
