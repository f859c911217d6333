// Recordings beyond the limits of a direct call become jobs.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { audioBytesMax } from '../wire/speech.constants.ts';
import SpeechScreen from './SpeechScreen.tsx';

const base = '/apix/services/';
const jobs = `${base}transcription-jobs/`;
const ok = (body: unknown) => ({ status: 200, body });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const expectText = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();

const engine = {
  id: 'clever',
  kind: 'transcription',
  name: 'Clever',
  note: '',
  quality: 'standard',
  is_available: true,
  is_default: true,
  enable: null,
  languages: ['en'],
  options: ['prompt', 'diarize'],
  formats: ['json'],
  streaming: true,
  seconds_max: 900,
};
const job = (change: object = {}) => ({
  id: 'j1',
  file_name: 'meeting.wav',
  size_bytes: audioBytesMax + 1,
  part_bytes: 16_777_216,
  parts: 2,
  missing_parts: [1, 2],
  status: 'uploading',
  error: null,
  progress: 0,
  seconds: null,
  seconds_done: 0,
  language: null,
  model: 'clever',
  transcript_id: null,
  created_at: '2026-11-20T12:00:00Z',
  finished_at: null,
  ...change,
});
const answers = (change: object = {}) => ({
  [`GET ${base}engines/`]: ok(pageOfRows([engine])),
  [`GET ${base}transcripts/`]: ok(pageOfRows([])),
  [`GET ${jobs}`]: ok(pageOfRows([])),
  [`POST ${jobs}`]: { status: 201, body: job() },
  [`PUT ${jobs}j1/parts/1/`]: ok(job({ missing_parts: [2] })),
  [`PUT ${jobs}j1/parts/2/`]: ok(job({ missing_parts: [] })),
  [`POST ${jobs}j1/start/`]: ok(job({ missing_parts: [], status: 'queued' })),
  ...change,
});
const open = () =>
  renderScreen('/dashboard/speech?tab=transcribe', [
    { path: '/dashboard/speech', element: SpeechScreen },
  ]);
async function choose() {
  const file = new File([new Uint8Array(audioBytesMax + 1)], 'meeting.wav', { type: 'audio/wav' });
  const input = page.getByLabelText('Recording to transcribe');
  await expect.element(input).toBeInTheDocument();
  const files = new DataTransfer();
  files.items.add(file);
  const element = input.element() as HTMLInputElement;
  element.files = files.files;
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('a large file is uploaded in parts; after a lost connection the upload goes on', async () => {
  const second = `PUT ${jobs}j1/parts/2/`;
  const api = stubApi(answers({ [second]: new TypeError('Failed to fetch') }));
  await open();
  await choose();
  await expectText(/transcribed in the background/);
  expect(page.getByLabelText('Save the transcript').query()).toBeNull();
  expect(page.getByLabelText('Tell speakers apart').query()).toBeNull();
  await userEvent.fill(page.getByLabelText('Names and terms'), 'Weftline');
  await userEvent.click(button('Upload and transcribe'));
  await expect.element(button('Continue the upload')).toBeVisible();
  api.answers[second] = ok(job({ missing_parts: [] }));
  await userEvent.click(button('Continue the upload'));
  await expectText('The recording is uploaded');
  const [created, ...more] = api.callsTo(`POST ${jobs}`);
  expect(more).toEqual([]);
  expect(created?.body).toEqual({
    file_name: 'meeting.wav',
    size_bytes: audioBytesMax + 1,
    translate: false,
    prompt: 'Weftline',
  });
  const listSizes = (name: string) => api.callsTo(name).map(({ body }) => (body as Blob).size);
  expect(listSizes(`PUT ${jobs}j1/parts/1/`)).toEqual([16_777_216]);
  const rest = audioBytesMax + 1 - 16_777_216;
  expect(listSizes(second)).toEqual([rest, rest]);
  expect(api.callsTo(`POST ${jobs}j1/start/`)).toHaveLength(1);
});

test('a refused upload says why and is deleted', async () => {
  const refusal = { detail: 'The audio cannot be decoded.', code: 'undecodable_audio' };
  const api = stubApi(
    answers({
      [`PUT ${jobs}j1/parts/1/`]: { status: 422, body: refusal },
      [`DELETE ${jobs}j1/`]: { status: 204 },
    }),
  );
  await open();
  await choose();
  await userEvent.click(button('Upload and transcribe'));
  await expectText('The audio cannot be decoded.');
  await expect.element(button('Upload and transcribe')).toBeVisible();
  await expect.poll(() => api.callsTo(`DELETE ${jobs}j1/`)).toHaveLength(1);
});

test('jobs show their progress, are cancelled, and lead to their transcript', async () => {
  const running = job({
    status: 'running',
    seconds: 7200,
    seconds_done: 2880,
    progress: 40,
    missing_parts: [],
  });
  const ended = { missing_parts: [], finished_at: '2026-11-20T13:00:00Z' };
  const api = stubApi(
    answers({
      [`GET ${jobs}`]: ok(
        pageOfRows([
          running,
          job({
            ...ended,
            id: 'j2',
            file_name: 'talk.mp3',
            status: 'complete',
            transcript_id: 't',
          }),
          job({
            ...ended,
            id: 'j3',
            file_name: 'b.mp3',
            status: 'failed',
            error: 'quota_exceeded',
          }),
        ]),
      ),
      [`POST ${jobs}j1/cancel/`]: ok(job({ ...ended, status: 'cancelled' })),
      [`DELETE ${jobs}j3/`]: { status: 204 },
    }),
  );
  await open();
  const bar = page.getByRole('progressbar', { name: 'Transcribing meeting.wav' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '2880');
  await expectText('48:00 of 2:00:00, 1:12:00 left');
  await expectText('Your plan has fewer seconds left than the recording.');
  await userEvent.click(button('Cancel'));
  await userEvent.click(button('Cancel the transcription'));
  await expect.poll(() => api.callsTo(`POST ${jobs}j1/cancel/`)).toHaveLength(1);
  await userEvent.click(button('Remove from the list').nth(1));
  await expect.poll(() => api.callsTo(`DELETE ${jobs}j3/`)).toHaveLength(1);
  await userEvent.click(button('Open the transcript'));
  await expect.poll(() => api.callsTo(`GET ${base}transcripts/t/`).length).toBeGreaterThan(0);
});
