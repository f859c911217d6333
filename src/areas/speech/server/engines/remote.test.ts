// The remote engines against a local server with OpenAI's audio API.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { installTranscriber } from '#test/fakes/speech-engines.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { hasFfmpeg, silentWav, voicedWav } from '#test/recordings.ts';
import { send } from '#test/requests.ts';
import { mediaTypes } from '../audio/media-types.ts';
import { createRemoteTranscriber } from './remote.ts';

type Seen = { url: string; authorization: string; body: string };
let seen: Seen[] = [];
let reply: (response: ServerResponse, request: IncomingMessage) => void;
const server = http.createServer(async (request, response) => {
  const body = (await buffer(request)).toString('latin1');
  seen.push({ url: request.url!, authorization: request.headers.authorization ?? '', body });
  reply(response, request);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

const t = useApp({
  SPEECH_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
  SPEECH_API_KEY: 'key-of-the-operator',
  SPEECH_TTS_VOICES: 'alloy, ff_siwis',
  SPEECH_TIMEOUT_SECONDS: '1',
});
let ada: SignedIn;
beforeAll(async () => {
  ada = await t.signIn('ada@example.com');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
});

const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
let words = 0;
const speak = (body: object = {}) =>
  send(
    t,
    'POST',
    '/apix/services/tts/base64/',
    { text: `Words number ${++words}`, ...body },
    { headers: ada.headers },
  );
const write = (body: object = {}) =>
  send(
    t,
    'POST',
    '/apix/services/transcribe/base64/',
    { audio: voicedWav(2).toString('base64'), ...body },
    { headers: ada.headers },
  );
const down = { status: 503, body: { code: 'provider_unavailable', retry_after: 5 } };

describe('speech', () => {
  test('is requested as WAV, in any language, and converted to the requested format', async () => {
    reply = (response) => response.end(silentWav(1));
    const { status, body } = await speak({
      text: 'Доброе утро',
      voice: 'ff_siwis',
      speed: 1.5,
      instructions: 'calmly',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      model: 'remote-voice',
      voice: 'ff_siwis',
      duration: 1,
      format: 'mp3',
    });
    expect(seen[0]).toMatchObject({
      url: '/v1/audio/speech',
      authorization: 'Bearer key-of-the-operator',
    });
    expect(JSON.parse(seen[0]!.body)).toEqual({
      model: 'tts-1',
      input: expect.any(String),
      voice: 'ff_siwis',
      response_format: 'wav',
      speed: 1.5,
      instructions: 'calmly',
    });
  });

  test.each([
    ['an error', json({ error: { message: 'no' } }, 400)],
    ['a wrong key', json({ error: { message: 'key-of-the-operator is wrong' } }, 401)],
    ['another kind of file', (response: ServerResponse) => response.end('ID3 something')],
    ['a body that never ends', (response: ServerResponse) => response.write(silentWav(1))],
    ['no answer', () => undefined],
    ['a closed connection', (response: ServerResponse) => response.destroy()],
  ])('%s is 503, without details of the operator’s server', async (_, answer) => {
    reply = answer as typeof reply;
    const refused = await speak();
    expect(refused).toMatchObject(down);
    expect(JSON.stringify(refused.body)).not.toContain('operator');
    reply = (response) => response.end(silentWav(1));
    expect((await speak()).status).toBe(200);
  });

  test('is requested with a key that was changed meanwhile', async () => {
    reply = (response) => response.end(silentWav(1));
    const { config } = t.kernel;
    Object.assign(config, { SPEECH_API_KEY: 'key-of-today' });
    onTestFinished(() => void Object.assign(config, { SPEECH_API_KEY: 'key-of-the-operator' }));
    expect((await speak()).status).toBe(200);
    expect(seen.at(-1)?.authorization).toBe('Bearer key-of-today');
  });

  test('a failed preview is 503 too, and is not stored', async () => {
    const preview = () =>
      send(t, 'GET', '/apix/services/voices/alloy/preview/', undefined, { headers: ada.headers });
    reply = json({ error: { message: 'no' } }, 400);
    expect(await preview()).toMatchObject(down);
    reply = (response) => response.end(silentWav(1));
    expect((await preview()).status).toBe(200);
  });

  test('its voices are listed first and include the default', async () => {
    const voices = await send(t, 'GET', '/apix/services/voices/?model=remote-voice', undefined, {
      headers: ada.headers,
    });
    expect(voices.body.results).toMatchObject([
      { id: 'alloy', name: 'Alloy', is_default: true },
      { id: 'ff_siwis', is_default: false },
    ]);
  });
});

test('a recording of any length is sent', async () => {
  reply = json({ text: 'Hello.' });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'remote-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const originalFile = path.join(folder, 'recording.wav');
  writeFileSync(originalFile, voicedWav(1));
  const engine = createRemoteTranscriber(t.config);
  const lengths = Array.from({ length: 50 }, (_, at) => 0.1 + ((at * 7919) % 1009) / 137);
  for (const seconds of [2.921875, ...lengths]) {
    const job = {
      samplesFile: '',
      originalFile,
      media: mediaTypes['audio/wav'],
      seconds,
      speech: [],
    };
    const { signal } = new AbortController();
    const { segments } = await engine.transcribe({ ...job, isTranslated: false }, signal);
    expect(segments).toMatchObject([{ start: 0, end: seconds, text: 'Hello.' }]);
  }
});

describe.skipIf(!hasFfmpeg)(`transcription${skippedUnless('ffmpeg', hasFfmpeg)}`, () => {
  test('sends the recording with its options, and parses the response', async () => {
    reply = json({
      text: ' Bonjour tout le monde. ',
      language: 'french',
      duration: 2,
      segments: [
        { id: 0, start: 0, end: 1.9, text: ' Bonjour.', avg_logprob: -0.2, no_speech_prob: 0.01 },
      ],
      words: [{ word: 'Bonjour', start: 0, end: 0.8 }],
    });
    const { status, body } = await write({
      language: 'fr-CA',
      prompt: 'A greeting.',
      keywords: ['Weftline', 'warp'],
      temperature: 0.5,
      response_format: 'verbose_json',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      text: 'Bonjour.',
      language: 'fr',
      model: 'remote',
      segments: [{ text: 'Bonjour.', avg_logprob: -0.2, no_speech_prob: 0.01 }],
      words: [{ word: 'Bonjour', probability: null }],
    });
    const form = seen[0]!;
    expect(form.url).toBe('/v1/audio/transcriptions');
    for (const [name, value] of [
      ['model', 'whisper-1'],
      ['language', 'fr'],
      ['prompt', 'A greeting. Weftline, warp.'],
      ['temperature', '0.5'],
      ['response_format', 'verbose_json'],
    ])
      expect(form.body).toContain(`name="${name}"\r\n\r\n${value}\r\n`);
    expect(form.body).toContain('RIFF');
  });

  test('translations use their own endpoint', async () => {
    reply = json({ text: 'Hello.', language: 'english', detected_language_probability: 0.93 });
    const { body } = await write({ translate: true });
    expect(body).toMatchObject({ text: 'Hello.', language: 'en', language_probability: 0.93 });
    expect(seen[0]!.url).toBe('/v1/audio/translations');
  });

  test('a model that tells speakers apart is asked for them', async () => {
    const config = { ...t.config, SPEECH_STT_MODEL: 'gpt-4o-transcribe-diarize' };
    onTestFinished(installTranscriber(t, createRemoteTranscriber(config)));
    const spoken = { start: 0, end: 1.9, text: ' Hello.', speaker: 'B' };
    reply = json({ text: 'Hello.', duration: 2, segments: [{ id: 'seg_1', ...spoken }] });
    const response = await write({
      diarize: true,
      language: 'en',
      response_format: 'verbose_json',
    });
    expect(response.body).toMatchObject({ segments: [{ id: 0, text: 'Hello.', speaker: 'B' }] });
    for (const [name, value] of [
      ['language', 'en'],
      ['response_format', 'diarized_json'],
      ['chunking_strategy', 'auto'],
    ])
      expect(seen[0]!.body).toContain(`name="${name}"\r\n\r\n${value}\r\n`);
    const plain = await write({ response_format: 'verbose_json' });
    expect(plain.body.segments).toEqual([expect.not.objectContaining({ speaker: 'B' })]);
    expect((await write({ model: 'remote', prompt: 'a' })).body.code).toBe('unsupported_option');
  });

  test('silence is not sent', async () => {
    const { body } = await write({ audio: silentWav(2).toString('base64') });
    expect(body).toMatchObject({ text: '', no_speech: true });
    expect(seen).toEqual([]);
  });

  test.each([
    ['an error', json({ error: { message: 'broken' } }, 500)],
    ['too many calls', json({ error: { message: 'slow down' } }, 429)],
    ['a response without text', json({ words: [] })],
    ['a response of another shape', json({ text: 'a', segments: [{ text: 'a' }] })],
    ['no JSON', (response: ServerResponse) => response.end('<html>')],
  ])('%s is 503 and free', async (_, answer) => {
    reply = answer as typeof reply;
    expect(await write()).toMatchObject(down);
  });

  test('a server that does not respond times out', async () => {
    reply = () => undefined;
    expect(await write()).toMatchObject(down);
  });

  test('a fault of ours is not called one of the server', async () => {
    const engine = createRemoteTranscriber(t.config);
    const transcribe = () => Promise.reject(new RangeError('delay is out of range'));
    onTestFinished(installTranscriber(t, { ...engine, transcribe }));
    expect(await write()).toMatchObject({ status: 500, body: { code: 'error' } });
  });
});
