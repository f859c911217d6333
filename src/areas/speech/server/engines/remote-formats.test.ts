// Which recordings, formats and tasks a strict server accepts as we send them.
import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { type OpenAiAudioServer, startOpenAiAudioServer } from '#test/fakes/openai-audio-server.ts';
import { installTranscriber } from '#test/fakes/speech-engines.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { convert, hasFfmpeg, rate, voicedWav } from '#test/recordings.ts';
import { send } from '#test/requests.ts';
import { mediaTypes } from '../audio/media-types.ts';
import { withJobFolder } from '../processing/job-folder.ts';
import { createRemoteTranscriber } from './remote.ts';

const t = useApp();
let server: OpenAiAudioServer;
let ada: SignedIn;
beforeAll(async () => {
  server = await startOpenAiAudioServer();
  ada = await createCustomer(t, 'ada@example.com');
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

const createEngine = (SPEECH_STT_MODEL = 'whisper-1') =>
  createRemoteTranscriber({ ...t.config, SPEECH_API_URL: server.url, SPEECH_STT_MODEL });
function installModel(model?: string) {
  const engine = createEngine(model);
  onTestFinished(installTranscriber(t, engine));
  return engine;
}

const transcribe = (audio: Buffer, body: object = {}) =>
  send(
    t,
    'POST',
    '/apix/services/transcribe/base64/',
    { audio: audio.toString('base64'), ...body },
    { headers: ada.headers },
  );

describe.skipIf(!hasFfmpeg)(`a recording${skippedUnless('ffmpeg', hasFfmpeg)}`, () => {
  const wav = voicedWav(2);
  const aac = ['-c:a', 'aac'];
  const opus = ['-c:a', 'libopus'];

  test.each([
    ['wav', [], 'recording.wav', 'audio/wav'],
    ['mp3', [], 'recording.mp3', 'audio/mpeg'],
    ['flac', [], 'recording.flac', 'audio/flac'],
    ['ogg', ['-c:a', 'libvorbis'], 'recording.ogg', 'audio/ogg'],
    ['opus', opus, 'recording.ogg', 'audio/ogg'],
    ['webm', opus, 'recording.webm', 'video/webm'],
    ['m4a', aac, 'recording.m4a', 'audio/mp4'],
    ['mp4', aac, 'recording.mp4', 'video/mp4'],
    ['aac', aac, 'samples.wav', 'audio/wav'],
    ['mov', aac, 'samples.wav', 'audio/wav'],
    ['3gp', aac, 'samples.wav', 'audio/wav'],
    ['mkv', opus, 'samples.wav', 'audio/wav'],
  ])('as %s is accepted', async (extension, args, fileName, contentType) => {
    installModel();
    expect(await transcribe(convert(wav, extension, ...args))).toMatchObject({
      status: 200,
      body: { text: 'Part 1.', model: 'remote' },
    });
    expect(server.uploads).toMatchObject([{ fileName, contentType }]);
  });

  test('of live captions is accepted', async () => {
    const { needsWhole, ...engine } = createEngine();
    onTestFinished(installTranscriber(t, engine));
    const { headers } = ada;
    const url = '/apix/services/captions/';
    const { body } = await send(t, 'POST', url, { model: 'remote' }, { headers });
    const part = convert(wav, 'webm', ...opus);
    const sent = await send(t, 'PUT', `${url}${body.id}/parts/1/?start=0`, part, {
      headers: { ...headers, 'content-type': 'application/octet-stream' },
    });
    expect(sent).toMatchObject({ status: 200, body: { segments: [{ text: 'Part 1.' }] } });
    expect(server.uploads).toMatchObject([{ fileName: 'part.webm' }]);
  });
});

test.each([
  ['that is no format of the server', mediaTypes['video/quicktime'], 1],
  ['that is too large', mediaTypes['audio/wav'], 27_000_000],
])('a long recording %s is sent in pieces of samples', async (_, media, originalBytes) => {
  const seconds = 850;
  const transcript = await withJobFolder((folder) => {
    const samplesFile = path.join(folder, 'samples.raw');
    const originalFile = path.join(folder, `recording.${media.extension}`);
    for (const [file, bytes] of [
      [samplesFile, seconds * rate * 2],
      [originalFile, originalBytes],
    ] as const) {
      writeFileSync(file, '');
      truncateSync(file, bytes);
    }
    const recording = { samplesFile, originalFile, media, seconds };
    const job = { ...recording, speech: [], isTranslated: false };
    return createEngine().transcribe(job, new AbortController().signal);
  });
  expect(server.refusals).toEqual([]);
  const count = server.uploads.length;
  expect(count).toBeGreaterThan(seconds / 61);
  const { segments } = transcript;
  expect(segments.map(({ id, text }) => [id, text])).toEqual(
    server.uploads.map((_, at) => [at, `Part ${at + 1}.`]),
  );
  // Each has the time of its piece.
  expect(segments.at(-1)!.start).toBeGreaterThan((count - 1) * 45);
  expect(segments.at(-1)!.end).toBeLessThan(seconds);
});

const listOptions = async () => {
  const { body } = await send(t, 'GET', '/apix/services/engines/?kind=transcription', undefined, {
    headers: ada.headers,
  });
  return (body.results as { id: string; options: string[] }[])[0]!.options;
};
const plainOptions = ['prompt', 'keywords', 'temperature'];
const words = { timestamp_granularities: ['word'] };
const unsupported = (option: string) => ({
  status: 422,
  body: { code: 'unsupported_option', option },
});

describe.skipIf(!hasFfmpeg)(`a model without times${skippedUnless('ffmpeg', hasFfmpeg)}`, () => {
  test.each(['gpt-4o-transcribe', 'gpt-4o-mini-transcribe', 'Voxtral-Mini-3B'])(
    '%s is known by its name',
    async (model) => {
      installModel(model);
      expect(await listOptions()).toEqual(plainOptions);
      expect(await transcribe(voicedWav(2))).toMatchObject({
        status: 200,
        body: { text: 'Part 1.' },
      });
      expect(server.uploads).toMatchObject([{ format: 'json' }]);
      const refused = await transcribe(voicedWav(2), { ...words, model: 'remote' });
      expect(refused).toMatchObject(unsupported('words'));
      expect(server.refusals).toEqual([]);
    },
  );

  test('is known after its first refusal, and that call works too', async () => {
    installModel('listener-2');
    expect(await listOptions()).toEqual(['words', ...plainOptions, 'translate']);
    expect(await transcribe(voicedWav(2), { response_format: 'verbose_json' })).toMatchObject({
      status: 200,
      body: { segments: [{ text: 'Part 1.', start: 0, end: 2 }], words: [] },
    });
    expect(await listOptions()).toEqual([...plainOptions, 'translate']);
    expect((await transcribe(voicedWav(2))).status).toBe(200);
    expect(server.refusals).toEqual([expect.stringContaining('response_format')]);
  });

  test('refuses a request for words, also when it is the first', async () => {
    installModel('listener-3');
    expect(await transcribe(voicedWav(2), words)).toMatchObject(unsupported('words'));
  });

  test('is not offered for translation once it refused one', async () => {
    installModel('listener-4');
    const request = { translate: true, model: 'remote' };
    expect((await transcribe(voicedWav(2), request)).status).toBe(503);
    expect(await listOptions()).not.toContain('translate');
    expect(await transcribe(voicedWav(2), request)).toMatchObject(unsupported('translate'));
  });
});
