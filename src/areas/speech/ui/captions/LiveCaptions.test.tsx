// Live captions, with a microphone that the test plays.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import SpeechScreen from '../SpeechScreen.tsx';

const base = '/apix/services/';
const captions = `${base}captions/`;
const transcriptId = '01900000-0000-7000-8000-000000000001';
const ok = (body: unknown) => ({ status: 200, body });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const expectText = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const log = () => page.getByRole('log', { name: 'Text' });

const engine = (change: object = {}) => ({
  id: 'clever',
  kind: 'transcription',
  name: 'Clever',
  note: '',
  quality: 'standard',
  is_available: true,
  is_default: false,
  enable: null,
  languages: ['en', 'de'],
  options: [],
  formats: ['json'],
  streaming: true,
  captions: true,
  seconds_max: 900,
  ...change,
});
const remote = engine({ id: 'remote', name: 'Remote', captions: false, is_default: true });
const segment = (start: number, text: string) => ({
  id: 0,
  start,
  end: start + 1,
  text,
  avg_logprob: null,
  no_speech_prob: null,
});
const part = (number: number, text: string) =>
  ok({ number, seconds: 1, language: 'en', segments: [segment(number, text)], words: [] });
const session = (change: object = {}) => ({
  id: 'c1',
  title: 'Captions',
  status: 'open',
  model: 'clever',
  language: null,
  seconds: 0,
  seconds_max: 7200,
  part_seconds_max: 15,
  transcript_id: null,
  created_at: '2026-11-20T12:00:00Z',
  finished_at: null,
  ...change,
});
const finished = (change: object = {}) =>
  ok(session({ status: 'finished', seconds: 2.5, transcript_id: transcriptId, ...change }));
const transcript = {
  id: transcriptId,
  title: 'Captions',
  excerpt: '',
  text: 'good morning everybody',
  language: 'en',
  duration: 5,
  model: 'clever',
  words: [],
  segments: [segment(1, 'good morning everybody')],
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
};
const first = `PUT ${captions}c1/parts/1/`;
const second = `PUT ${captions}c1/parts/2/`;
const finish = `POST ${captions}c1/finish/`;
const answers = (change: object = {}) => ({
  [`GET ${base}engines/`]: ok(pageOfRows([remote, engine()])),
  [`GET ${base}transcripts/`]: ok(pageOfRows([])),
  [`GET ${base}transcription-jobs/`]: ok(pageOfRows([])),
  [`GET ${base}transcripts/${transcriptId}/`]: ok(transcript),
  [`POST ${captions}`]: { status: 201, body: session() },
  [first]: part(1, 'good morning'),
  [second]: part(2, 'everybody'),
  [finish]: finished(),
  ...change,
});

const rate = 16_000;
class PlayedContext {
  static last: PlayedContext;
  state = 'running';
  sampleRate = rate;
  destination = {};
  audioWorklet = { addModule: async () => undefined };
  constructor() {
    PlayedContext.last = this;
  }
  createMediaStreamSource = () => ({ connect: () => undefined });
  createBiquadFilter = () => ({ connect: () => undefined, frequency: {}, Q: {} });
  resume = async () => undefined;
  async close() {
    this.state = 'closed';
  }
}
class PlayedProcessor {
  static last: PlayedProcessor;
  port = { onmessage: (_: { data: Float32Array }) => {} };
  constructor() {
    PlayedProcessor.last = this;
  }
  connect() {}
}
class PlayedTrack extends EventTarget {
  stop = vi.fn();
}
let track: PlayedTrack;

/** A voice with syllables, and the pause that ends a part. */
function speak(seconds = 1) {
  const sound = new Float32Array((seconds + 0.7) * rate);
  for (let at = 0; at < seconds * rate; at++) {
    const syllable = 0.2 + 0.8 * Math.abs(Math.sin((at / rate) * Math.PI * 3));
    sound[at] = 0.2 * syllable * Math.sin(at / 10);
  }
  PlayedProcessor.last.port.onmessage({ data: sound });
}

async function startCaptions() {
  const screen = await renderScreen('/dashboard/speech?tab=transcribe', [
    { path: '/dashboard/speech', element: SpeechScreen },
  ]);
  await userEvent.click(button('Live captions'));
  await userEvent.click(button('Start captions'));
  return screen;
}
async function startListening() {
  const screen = await startCaptions();
  await expectText('Listening.');
  return screen;
}

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
  track = new PlayedTrack();
  vi.stubGlobal('AudioContext', PlayedContext);
  vi.stubGlobal('AudioWorkletNode', PlayedProcessor);
  const stream = { getTracks: () => [track] } as unknown as MediaStream;
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
});
afterEach(() => {
  vi.restoreAllMocks();
  resetBrowser();
});

test('the text grows while someone speaks, and becomes a saved transcript', async () => {
  const api = stubApi(answers());
  await startListening();
  await expectText('The text appears here while you speak.');
  speak();
  await expect.element(log()).toMatchTextContent('good morning');
  speak();
  await expect.element(log()).toMatchTextContent('everybody');
  await userEvent.click(button('Stop captions'));
  await expectText(/Used 2.5 seconds of your plan\. Saved to your transcripts\./);
  await expect.element(button('Correct words')).toBeVisible();
  await expectText('good morning everybody');
  expect([track.stop.mock.calls.length, PlayedContext.last.state]).toEqual([1, 'closed']);
  const [created, ...more] = api.callsTo(`POST ${captions}`);
  expect(more).toEqual([]);
  // The default engine does not transcribe while someone speaks.
  expect(created!.body).toEqual({
    title: expect.stringMatching(/^Captions 20/),
    model: 'clever',
    translate: false,
  });
  const paths = api.calls.filter(({ method }) => method === 'PUT').map(({ path }) => path);
  expect(paths).toEqual([
    `${captions}c1/parts/1/?start=0.000`,
    `${captions}c1/parts/2/?start=1.400`,
  ]);
  // A second of speech with its margin.
  expect((api.callsTo(first)[0]!.body as Blob).size).toBe(44 + 1.3 * rate * 2);
  await userEvent.click(button('New captions'));
  await expect.element(button('Start captions')).toBeVisible();
});

test('what is said without a connection waits, and is sent in order', async () => {
  const api = stubApi(answers({ [first]: new TypeError('Failed to fetch') }));
  await startListening();
  speak();
  await expectText('No connection');
  speak(12);
  await expectText(/^The text is 1\d(\.\d)? seconds behind\.$/);
  expect(api.callsTo(second)).toEqual([]);
  await userEvent.click(button('Stop captions'));
  await expectText(/The rest is being transcribed/);
  Object.assign(api.answers, answers({ [`PUT ${captions}c1/parts/3/`]: part(3, 'again') }));
  window.dispatchEvent(new Event('online'));
  await expectText(/Saved to your transcripts/);
  const numbers = api.calls.flatMap(({ path }) => path.match(/parts\/(\d)/)?.[1] ?? []);
  expect(numbers).toEqual(numbers.toSorted());
  expect(new Set(numbers)).toEqual(new Set(['1', '2', '3']));
  await expect.element(page.getByText('No connection')).not.toBeInTheDocument();
});

test('a used up plan ends the captions, and the text so far is saved', async () => {
  const used = { detail: 'The quota of your plan is used up.', code: 'quota_exceeded' };
  const api = stubApi(answers({ [second]: { status: 429, body: used } }));
  await startListening();
  speak();
  speak();
  await expectText('The quota of your plan is used up.');
  await expectText(/Saved to your transcripts/);
  expect(track.stop).toHaveBeenCalledOnce();
  expect(api.callsTo(finish)).toHaveLength(1);
});

test('a refused start says why, and switches the microphone off', async () => {
  const refusal = { non_field_errors: ['The limit is reached.'], code: 'transcript_limit_reached' };
  const api = stubApi(answers({ [`POST ${captions}`]: { status: 400, body: refusal } }));
  await startCaptions();
  await expectText('The limit is reached.');
  expect(track.stop).toHaveBeenCalledOnce();
  api.answers[`POST ${captions}`] = answers()[`POST ${captions}`]!;
  await userEvent.click(button('Start captions'));
  await expectText('Listening.');
  await expect.element(page.getByText('The limit is reached.')).not.toBeInTheDocument();
});

test('a microphone that is refused, or unplugged later, is explained', async () => {
  stubApi(answers());
  const refused = new DOMException('no', 'NotAllowedError');
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValueOnce(refused);
  await startCaptions();
  await expectText(/^The browser may not use the microphone/);
  await userEvent.click(button('Start captions'));
  await expectText('Listening.');
  speak();
  await expect.element(log()).toMatchTextContent('good morning');
  track.dispatchEvent(new Event('ended'));
  await expectText('The microphone was disconnected. The text until then is saved.');
  await expectText(/Saved to your transcripts/);
});

test('a long silence switches the microphone off; without speech nothing is saved', async () => {
  stubApi(answers({ [finish]: finished({ transcript_id: null, seconds: 0 }) }));
  await startListening();
  const minute = new Float32Array(60 * rate);
  for (let count = 0; count <= 25; count++) PlayedProcessor.last.port.onmessage({ data: minute });
  await expectText(/^Nothing was said for 25 minutes/);
  await expectText('No speech found');
  await userEvent.click(button('Close'));
  await expect.element(button('Live captions')).toBeVisible();
});

test('leaving asks first; then the microphone is off and the text so far is saved', async () => {
  const api = stubApi(answers());
  const { router } = await startListening();
  speak();
  await expect.element(log()).toMatchTextContent('good morning');
  void router.navigate('/dashboard/keys');
  await expectText('Stop the captions?');
  await userEvent.click(button('Stay'));
  expect(track.stop).not.toHaveBeenCalled();
  void router.navigate('/dashboard/keys');
  await userEvent.click(button('Leave'));
  await expectText('Elsewhere');
  expect(track.stop).toHaveBeenCalledOnce();
  await expect.poll(() => api.callsTo(finish)).toHaveLength(1);
});

test('are not offered without an engine that can', async () => {
  stubApi(answers({ [`GET ${base}engines/`]: ok(pageOfRows([remote])) }));
  await renderScreen('/dashboard/speech?tab=transcribe', [
    { path: '/dashboard/speech', element: SpeechScreen },
  ]);
  await expect.element(button('Record')).toBeVisible();
  expect(button('Live captions').query()).toBeNull();
});

test('a link of a mail opens its transcript', async () => {
  stubApi(answers());
  const address = `/dashboard/speech?tab=transcribe&transcript=${transcriptId}`;
  const { router } = await renderScreen(address, [
    { path: '/dashboard/speech', element: SpeechScreen },
  ]);
  await expectText('good morning everybody');
  await userEvent.click(button('Close'));
  await expect.poll(() => router.state.location.search).toBe('?tab=transcribe');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
