import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import SpeechScreen from './SpeechScreen.tsx';

const base = '/apix/services/';
const ok = (body: unknown) => ({ status: 200, body });
const expectText = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const button = (name: string | RegExp) => page.getByRole('button', { name });

const engine = (change: object) => ({
  id: 'pocketsphinx',
  kind: 'transcription',
  name: 'PocketSphinx',
  note: 'English, basic.',
  quality: 'basic',
  is_available: true,
  is_default: true,
  enable: null,
  languages: ['en'],
  options: ['words'],
  ...change,
});
const flite = engine({ id: 'flite', kind: 'speech', formats: ['mp3', 'wav'], options: [] });
const voice = (id: string, language: string, change: object = {}) => ({
  id,
  name: id.toUpperCase(),
  model: 'flite',
  language,
  is_default: false,
  preview_url: '',
  ...change,
});
const segment = (id: number, text: string) => ({
  id,
  start: id * 2,
  end: id * 2 + 1.5,
  text,
  avg_logprob: -0.1,
  no_speech_prob: null,
});
const transcript = {
  id: '01900000-0000-7000-8000-000000000001',
  title: 'memo.wav',
  excerpt: 'hello world',
  language: 'en',
  duration: 3.5,
  model: 'pocketsphinx',
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
};
const heard = {
  text: 'hello world',
  language: 'en',
  language_probability: null,
  duration: 3.5,
  model: 'pocketsphinx',
  quality: 'basic',
  segments: [segment(0, 'hello'), segment(1, 'world')],
  words: [
    { word: 'hello', start: 0, end: 1, probability: 0.97 },
    { word: 'world', start: 2, end: 3, probability: 0.31 },
  ],
  no_speech: false,
  transcript_id: null,
  usage: { seconds: 3.5, billed_units: 3.5 },
  request_id: 'r',
};

const answers = (change: object = {}) => ({
  [`GET ${base}engines/`]: ok(pageOfRows([engine({}), flite])),
  [`GET ${base}voices/`]: ok(
    pageOfRows([voice('slt', 'en', { is_default: true }), voice('ru1', 'ru')]),
  ),
  [`GET ${base}transcripts/`]: ok(pageOfRows([])),
  [`GET ${base}transcription-jobs/`]: ok(pageOfRows([])),
  ...change,
});
const open = (query = '') =>
  renderScreen(`/dashboard/speech${query}`, [{ path: '/dashboard/speech', element: SpeechScreen }]);

/** The upload that tells its progress, played by the test. */
class PlayedRequest {
  static last: PlayedRequest | undefined;
  upload: { onprogress?: (progress: { loaded: number; total: number }) => void } = {};
  status = 0;
  response: Blob | null = null;
  sent = '';
  isAborted = false;
  onload = () => {};
  onabort = () => {};
  constructor() {
    PlayedRequest.last = this;
  }
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => 'application/json';
  send(body: string) {
    this.sent = body;
  }
  abort() {
    this.isAborted = true;
    this.onabort();
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.response = new Blob([JSON.stringify(body)]);
    this.onload();
  }
}

async function sendRecording({ isSaved = false } = {}) {
  vi.stubGlobal('XMLHttpRequest', PlayedRequest);
  PlayedRequest.last = undefined;
  const file = new File([new Uint8Array(2000)], 'memo.wav', { type: 'audio/wav' });
  await userEvent.upload(page.getByLabelText('Recording to transcribe'), file);
  if (isSaved) await userEvent.click(page.getByLabelText('Save the transcript'));
  await userEvent.click(button('Transcribe recording'));
  await expect.poll(() => PlayedRequest.last?.sent).toContain('data:audio/wav;base64,');
  return PlayedRequest.last!;
}

/** Whether closing the tab would ask first. */
const isUnloadBlocked = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('a recording is uploaded; its words are shown, marked and corrected', async () => {
  stubApi(answers());
  const { router } = await open();
  const request = await sendRecording();
  expect(JSON.parse(request.sent)).toMatchObject({ response_format: 'verbose_json', store: false });
  request.upload.onprogress?.({ loaded: 500, total: 1000 });
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '500');
  request.upload.onprogress?.({ loaded: 1000, total: 1000 });
  await expectText('Transcribing');
  request.answer(200, heard);
  await expectText(/Used 3.5 seconds of your plan/);
  await expect.element(button('world')).toHaveAttribute('title', '31% sure');
  await userEvent.click(button('Correct words'));
  await userEvent.fill(page.getByLabelText('From 0:02'), 'word');
  await userEvent.click(button('Another recording'));
  await userEvent.click(button('Stay'));
  await userEvent.click(page.getByRole('tab', { name: 'Speak' }));
  await expect.poll(() => router.state.location.search).toBe('?tab=speak');
  await userEvent.click(page.getByRole('tab', { name: 'Transcribe' }));
  await expect.element(page.getByLabelText('From 0:02')).toHaveValue('word');
  void router.navigate('/dashboard/keys');
  await userEvent.click(button('Stay'));
  await userEvent.click(button('Save words'));
  await expectText('word');
  await expect.element(button('world')).not.toBeInTheDocument();
});

test('a recording can be pasted independent of focus', async () => {
  stubApi(answers());
  await open();
  await expect.element(button('Record')).toBeVisible();
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File(['x'], 'pasted.wav', { type: 'audio/wav' }));
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  await expectText('pasted.wav');
});

test('an error is shown, and the same recording can be sent again', async () => {
  stubApi(answers());
  await open();
  (await sendRecording()).answer(422, { non_field_errors: ['This is no audio.'], code: 'x' });
  await expectText('This is no audio.');
  await expect.element(button('Transcribe recording')).toBeVisible();
});

test('cancelling aborts the call', async () => {
  stubApi(answers());
  await open();
  const request = await sendRecording();
  await userEvent.click(button('Cancel'));
  expect(request.isAborted).toBe(true);
  await expect.element(button('Transcribe recording')).toBeVisible();
});

test('leaving during a transcription asks first, and stops it', async () => {
  stubApi(answers());
  const { router } = await open();
  const request = await sendRecording();
  const timer = page.getByRole('timer');
  await expect.element(timer).toHaveTextContent('0:00');
  await expect.element(timer).toHaveTextContent('0:01');
  void router.navigate('/dashboard/keys');
  await expectText(/nothing is saved, but its seconds are deducted from your plan once/);
  await userEvent.click(button('Stay'));
  await userEvent.click(button('Another recording'));
  await userEvent.click(button('Stay'));
  expect([request.isAborted, router.state.location.pathname]).toEqual([false, '/dashboard/speech']);
  void router.navigate('/dashboard/keys');
  await userEvent.click(button('Leave'));
  await expectText('Elsewhere');
  expect(request.isAborted).toBe(true);
});

test('with unsaved text too, leaving asks once', async () => {
  const warn = vi.spyOn(console, 'warn');
  stubApi(answers());
  const { router } = await open('?tab=speak');
  await userEvent.fill(page.getByLabelText('Text to speak'), 'Hello');
  await userEvent.click(page.getByRole('tab', { name: 'Transcribe' }));
  const request = await sendRecording();
  void router.navigate('/dashboard/keys');
  await expectText('Stop transcribing?');
  await userEvent.click(button('Stay'));
  await userEvent.click(page.getByRole('tab', { name: 'Speak' }));
  await userEvent.fill(page.getByLabelText('Text to speak'), '');
  await userEvent.fill(page.getByLabelText('Text to speak'), 'Hello again');
  await userEvent.click(page.getByRole('tab', { name: 'Transcribe' }));
  await userEvent.click(button('Another recording'));
  await expectText('Stop transcribing?');
  await userEvent.click(button('Stay'));
  void router.navigate('/dashboard/keys');
  await expectText('Leave this text?');
  await userEvent.click(button('Leave'));
  await expectText('Elsewhere');
  expect(request.isAborted).toBe(true);
  expect(warn.mock.calls.flat().filter((one) => /blocker/.test(String(one)))).toEqual([]);
  warn.mockRestore();
});

test('a saved transcript is completed although the page was left', async () => {
  const api = stubApi(answers());
  const { router } = await open();
  const request = await sendRecording({ isSaved: true });
  expect(JSON.parse(request.sent)).toMatchObject({ store: true });
  await expectText(/You can go to other pages/);
  void router.navigate('/dashboard/keys');
  await expectText(/the transcript is saved when it is ready/);
  await userEvent.click(button('Leave'));
  await expectText('Elsewhere');
  expect(request.isAborted).toBe(false);
  expect(isUnloadBlocked()).toBe(true);
  request.answer(200, { ...heard, transcript_id: transcript.id });
  await expectText('The transcript of memo.wav is saved.');
  expect(isUnloadBlocked()).toBe(false);
  api.answers[`GET ${base}transcripts/`] = ok(pageOfRows([transcript]));
  await router.navigate('/dashboard/speech');
  await expect.element(button(/memo.wav/)).toBeVisible();
  const next = await sendRecording({ isSaved: true });
  void router.navigate('/dashboard/keys');
  await userEvent.click(button('Leave'));
  next.answer(422, { non_field_errors: ['This is no audio.'] });
  await expectText('memo.wav could not be transcribed. This is no audio.');
});

test('a recording is not discarded without confirmation', async () => {
  class PlayedRecorder {
    static last: PlayedRecorder;
    state = 'inactive';
    mimeType = 'audio/webm';
    stream = new MediaStream();
    ondataavailable = (_: { data: Blob }) => {};
    onstop: (() => void) | null = () => {};
    start() {
      this.state = 'recording';
    }
    stop() {
      this.state = 'inactive';
      this.ondataavailable({ data: new Blob(['x']) });
      this.onstop?.();
    }
  }
  stubApi(answers());
  const getUserMedia = async () => new MediaStream();
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  vi.stubGlobal('MediaRecorder', PlayedRecorder);
  const { router } = await open();
  await userEvent.click(button('Record'));
  await expect.element(button('Stop recording')).toBeVisible();
  void router.navigate('/dashboard/keys');
  await expectText(/The microphone is on/);
  await userEvent.click(button('Stay'));
  await userEvent.click(button('Stop recording'));
  await expectText(/^Recording .*\.webm$/);
  void router.navigate('/dashboard/keys');
  await expectText(/exists on this page only/);
  await userEvent.click(button('Stay'));
  await userEvent.click(button('Another recording'));
  await userEvent.click(button('Leave'));
  await expect.element(button('Record')).toBeVisible();
  await router.navigate('/dashboard/keys');
  await expectText('Elsewhere');
});

test('a basic engine warns before a recording is sent, a better one does not', async () => {
  const better = { id: 'whisper', name: 'Whisper', quality: 'standard', is_default: false };
  const engines = ok(pageOfRows([engine({}), engine(better)]));
  stubApi(answers({ [`GET ${base}engines/`]: engines }));
  await open();
  const notice = page.getByText('PocketSphinx is a basic engine');
  await expect.element(notice).toBeVisible();
  const file = new File([new Uint8Array(2000)], 'memo.wav', { type: 'audio/wav' });
  await userEvent.upload(page.getByLabelText('Recording to transcribe'), file);
  await expect.element(notice).toBeVisible();
  await userEvent.selectOptions(page.getByLabelText('Engine'), 'Whisper');
  await expect.element(notice).not.toBeInTheDocument();
});

test('silence and a missing engine show what to do', async () => {
  const api = stubApi(answers());
  await open();
  (await sendRecording()).answer(200, { ...heard, no_speech: true, segments: [], words: [] });
  await expectText('No speech found');
  const missing = engine({ is_available: false, enable: 'Install pocketsphinx.' });
  api.answers[`GET ${base}engines/`] = ok(pageOfRows([missing]));
  await open();
  await expectText('PocketSphinx: Install pocketsphinx.');
});

test('a blocked microphone shows how to allow it', async () => {
  stubApi(answers());
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: async () => {
        throw new DOMException('no', 'NotAllowedError');
      },
    },
  });
  await open();
  await userEvent.click(button('Record'));
  await expectText(/^The browser may not use the microphone/);
});

const path = `${base}transcripts/${transcript.id}/`;
const savedTranscript = {
  ...transcript,
  text: 'hello',
  segments: [segment(0, 'hello')],
  words: [{ word: 'hello', start: 0, end: 1, probability: 0.6 }],
};
const savedAnswers = () =>
  answers({
    [`GET ${base}transcripts/`]: ok(pageOfRows([transcript])),
    [`GET ${path}`]: ok(savedTranscript),
    [`PATCH ${path}`]: ok({ ...savedTranscript, title: 'Minutes' }),
    [`DELETE ${path}`]: { status: 204 },
  });

test('a saved transcript is renamed; corrections are not lost without confirmation', async () => {
  const api = stubApi(savedAnswers());
  await open();
  await userEvent.click(button(/memo.wav/));
  await userEvent.click(button('Rename'));
  const title = page.getByRole('textbox', { name: 'Title' });
  await userEvent.fill(title, ' ');
  await userEvent.click(button('Save title'));
  await expect.element(title).toHaveAccessibleDescription('Give the transcript a title.');
  expect(api.callsTo(`PATCH ${path}`)).toEqual([]);
  await userEvent.fill(title, 'Minutes');
  api.answers[`PATCH ${path}`] = { status: 400, body: { title: ['Not this one.'] } };
  await userEvent.click(button('Save title'));
  await expectText('Not this one.');
  await expect.element(title).toHaveValue('Minutes');
  await userEvent.type(title, '{Backspace}s');
  await expect.element(page.getByText('Not this one.')).not.toBeInTheDocument();
  Object.assign(api.answers, savedAnswers());
  await userEvent.click(button('Save title'));
  await expect.element(button('Save title')).not.toBeInTheDocument();
  expect(api.callsTo(`PATCH ${path}`).at(-1)?.body).toEqual({ title: 'Minutes' });
  await userEvent.click(button('Correct words'));
  await userEvent.fill(page.getByLabelText('From 0:00'), 'jello');
  await userEvent.click(button('Close'));
  await userEvent.click(button('Stay'));
  await expect.element(page.getByLabelText('From 0:00')).toHaveValue('jello');
  await userEvent.click(button('Cancel'));
  await userEvent.click(button('Leave without saving'));
  await userEvent.click(button('Close'));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('saved transcripts are searched, opened and deleted', async () => {
  const api = stubApi(savedAnswers());
  await open();
  await userEvent.fill(page.getByLabelText('Search your transcripts'), 'hello');
  await userEvent.click(button('Search'));
  await expect
    .poll(() => api.callsTo(`GET ${base}transcripts/`).at(-1)?.path)
    .toContain('search=hello');
  await userEvent.click(button(/memo.wav/));
  await expect.element(page.getByTitle('60% sure')).toHaveTextContent('hello');
  // There is no recording to play it from.
  await expect.element(button('hello')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await userEvent.click(button('Delete transcript'));
  await expect.poll(() => api.callsTo(`DELETE ${path}`)).toHaveLength(1);
});

test('a text is spoken in the selected voice, with its usage', async () => {
  const api = stubApi(
    answers({
      [`POST ${base}tts/base64/`]: ok({
        audio: 'AAAA',
        content_type: 'audio/mpeg',
        format: 'mp3',
        voice: 'ru1',
        model: 'flite',
        language: 'ru',
        duration: 1.2,
        sample_rate: 16_000,
        size_bytes: 3,
        characters: 6,
        usage: { characters: 6, billed_units: 6 },
        cached: false,
        request_id: 'r1',
      }),
    }),
  );
  const { router } = await open('?tab=speak');
  await userEvent.click(button('Speak'));
  await expectText('Enter the text to speak.');
  const text = page.getByLabelText('Text to speak');
  await userEvent.type(text, 'П');
  await expect.element(page.getByText('Enter the text to speak.')).not.toBeInTheDocument();
  await expectText(/^Uses 1 character of your plan/);
  await userEvent.fill(text, 'Привет');
  await expectText(/^Uses 6 characters of your plan/);
  await expectText('6 of 4,096 characters.');
  await userEvent.click(page.getByRole('tab', { name: 'Transcribe' }));
  await userEvent.click(page.getByRole('tab', { name: 'Speak' }));
  await expect.element(text).toHaveValue('Привет');
  void router.navigate('/dashboard/keys');
  await expectText(/has not been spoken/);
  await userEvent.click(button('Stay'));
  await userEvent.selectOptions(page.getByLabelText('Language', { exact: true }), 'ru');
  await userEvent.click(button('Speak'));
  await expectText('1.2 seconds');
  expect(api.callsTo(`POST ${base}tts/base64/`)[0]?.body).toEqual({
    text: 'Привет',
    voice: 'ru1',
    speed: 1,
    response_format: 'mp3',
  });
  expect(router.state.location.search).toBe('?tab=speak');
  // What was spoken may be left.
  await router.navigate('/dashboard/keys');
  await expectText('Elsewhere');
});

test('voices can be loaded again after an error', async () => {
  const api = stubApi(
    answers({ [`GET ${base}voices/`]: { status: 400, body: { detail: 'Away.' } } }),
  );
  await open('?tab=speak');
  await expectText('Away.');
  api.answers[`GET ${base}voices/`] = answers()[`GET ${base}voices/`]!;
  await userEvent.click(button('Try again'));
  await expect.element(page.getByLabelText('Text to speak')).toBeVisible();
});

test('the voice follows the language, and an error keeps what was entered', async () => {
  const speak = `POST ${base}tts/base64/`;
  const voices = [
    voice('slt', 'en', { is_default: true }),
    voice('ru1', 'ru'),
    voice('ru2', 'ru', { is_default: true }),
  ];
  const api = stubApi(
    answers({
      [`GET ${base}voices/`]: ok(pageOfRows(voices)),
      [speak]: { status: 422, body: { non_field_errors: ['No letters.'], code: 'x' } },
    }),
  );
  await open('?tab=speak');
  const text = page.getByLabelText('Text to speak');
  const chosen = page.getByRole('combobox', { name: 'Voice' });
  await userEvent.fill(text, '...');
  await userEvent.selectOptions(page.getByLabelText('Language', { exact: true }), 'ru');
  await expect.element(chosen).toHaveValue('ru2');
  await userEvent.selectOptions(page.getByLabelText('Format'), 'wav');
  await userEvent.click(button('Speak'));
  await expectText('No letters.');
  await expect.element(text).toHaveValue('...');
  await expect.element(chosen).toHaveValue('ru2');
  api.answers[speak] = { status: 400, body: { text: ['Too strange.'] } };
  await userEvent.click(button('Speak'));
  await expect.element(text).toHaveAccessibleDescription(/Too strange\./);
  expect(api.callsTo(speak)[1]?.body).toEqual({
    text: '...',
    voice: 'ru2',
    speed: 1,
    response_format: 'wav',
  });
});
