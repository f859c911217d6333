// The screens offer what the chosen engine can do, and nothing else.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import SpeechScreen from './SpeechScreen.tsx';

const base = '/apix/services/';
const ok = (body: unknown) => ({ status: 200, body });
const engine = (id: string, change: object = {}) => ({
  id,
  kind: 'transcription',
  name: id,
  note: '',
  quality: 'standard',
  is_available: true,
  is_default: false,
  enable: null,
  languages: ['en'],
  options: [],
  formats: ['json'],
  streaming: true,
  seconds_max: 900,
  ...change,
});
const voice = (id: string, model: string, change: object = {}) => ({
  id,
  name: id,
  model,
  language: 'en',
  is_default: false,
  preview_url: '',
  ...change,
});
const speak = `POST ${base}tts/base64/`;
const answers = {
  [`GET ${base}engines/`]: ok(
    pageOfRows([
      engine('simple', { is_default: true }),
      engine('clever', { options: ['prompt', 'translate', 'diarize'] }),
      engine('plain-speaker', { kind: 'speech', formats: ['mp3', 'wav'] }),
      engine('actor', { kind: 'speech', formats: ['mp3', 'flac'], options: ['instructions'] }),
    ]),
  ),
  [`GET ${base}voices/`]: ok(
    pageOfRows([voice('one', 'plain-speaker', { is_default: true }), voice('two', 'actor')]),
  ),
  [`GET ${base}transcripts/`]: ok(pageOfRows([])),
  [`GET ${base}transcription-jobs/`]: ok(pageOfRows([])),
  [speak]: { status: 422, body: { non_field_errors: ['No letters.'], code: 'x' } },
};
const open = (tab: string) =>
  renderScreen(`/dashboard/speech?tab=${tab}`, [
    { path: '/dashboard/speech', element: SpeechScreen },
  ]);

/** Keeps what is uploaded. */
class RecordingUpload {
  static sent = '';
  upload = {};
  open() {}
  setRequestHeader() {}
  abort() {}
  send(body: string) {
    RecordingUpload.sent = body;
  }
}

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('options of a transcription follow the engine', async () => {
  vi.stubGlobal('XMLHttpRequest', RecordingUpload);
  stubApi(answers);
  await open('transcribe');
  const file = new File([new Uint8Array(2000)], 'memo.wav', { type: 'audio/wav' });
  await userEvent.upload(page.getByLabelText('Recording to transcribe'), file);
  const [terms, translate, speakers] = [
    page.getByLabelText('Names and terms'),
    page.getByLabelText('Translate into English'),
    page.getByLabelText('Tell speakers apart'),
  ];
  await expect.element(page.getByLabelText('Engine')).toHaveValue('simple');
  for (const field of [terms, translate, speakers])
    await expect.element(field).not.toBeInTheDocument();
  await userEvent.selectOptions(page.getByLabelText('Engine'), 'clever');
  await userEvent.fill(terms, ' Weftline ');
  await userEvent.click(translate);
  await userEvent.click(speakers);
  await userEvent.selectOptions(page.getByLabelText('Engine'), 'simple');
  await userEvent.selectOptions(page.getByLabelText('Engine'), 'clever');
  // Nothing of another engine's choice is left.
  await expect.element(translate).not.toBeChecked();
  await userEvent.fill(terms, ' Weftline ');
  await userEvent.click(speakers);
  await userEvent.click(page.getByRole('button', { name: 'Transcribe recording' }));
  await expect.poll(() => RecordingUpload.sent).toContain('data:audio/wav;base64,');
  expect(JSON.parse(RecordingUpload.sent)).toMatchObject({
    model: 'clever',
    prompt: 'Weftline',
    translate: false,
    diarize: true,
  });
});

test('formats and instructions follow the engine of the voice', async () => {
  const api = stubApi(answers);
  await open('speak');
  const voices = page.getByRole('combobox', { name: 'Voice' });
  const formats = page.getByLabelText('Format');
  const manner = page.getByLabelText('How to speak');
  await expect.element(formats).toHaveTextContent('MP3WAV');
  await expect.element(manner).not.toBeInTheDocument();
  await userEvent.fill(page.getByLabelText('Text to speak'), 'Hello');
  await userEvent.selectOptions(voices, 'two');
  await expect.element(formats).toHaveTextContent('MP3FLAC');
  await userEvent.fill(manner, 'calmly');
  const send = page.getByRole('button', { name: 'Speak', exact: true });
  await userEvent.click(send);
  await expect.poll(() => api.callsTo(speak)).toHaveLength(1);
  expect(api.callsTo(speak)[0]?.body).toMatchObject({ voice: 'two', instructions: 'calmly' });
  await userEvent.selectOptions(voices, 'one');
  await userEvent.click(send);
  await expect.poll(() => api.callsTo(speak)).toHaveLength(2);
  expect(api.callsTo(speak)[1]?.body).not.toHaveProperty('instructions');
});
