// Errors below /apix/v1/: OpenAI's shape, with the statuses and codes of the whole API.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { accountCaller } from '#kernel/http/caller.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import {
  createFakeSpeaker,
  createFakeTranscriber,
  installSpeaker,
  installTranscriber,
} from '#test/fakes/speech-engines.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { convert, hasFfmpeg, silentWav } from '#test/recordings.ts';
import { send } from '#test/requests.ts';
import { audioBytesMax } from '../../wire/speech.constants.ts';

const t = useApp();
const base = '/apix/v1/';
const transcriptions = `${base}audio/transcriptions`;
const translations = `${base}audio/translations`;
const speech = `${base}audio/speech`;
let created = 0;
let ada: SignedIn;
// An account of its own, with unused limits.
beforeEach(async () => {
  ada = await createCustomer(t, `customer${++created}@example.com`);
});

type Form = Record<string, string | Buffer>;
async function upload(url: string, fields: Form, headers: object = ada.headers) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), 'memo.wav');
  const reply = await t.app.inject({ method: 'POST', url, payload: form, headers: { ...headers } });
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
}
const speak = (body: object, headers: Record<string, string> = ada.headers) =>
  send(t, 'POST', speech, body, { headers });
const failure = (status: number, error: object) => ({ status, body: { error } });

/** Keeps all places of an account in a queue until the test ends. */
function fill(name: 'transcriptionQueue' | 'synthesisQueue'): void {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const blocked = Array.from({ length: 100 }, () =>
    t.areas.speech[name].run(accountCaller(ada.accountId), () => ended),
  );
  const settled = Promise.allSettled(blocked);
  onTestFinished(async () => {
    end();
    await settled;
  });
}

describe.each([transcriptions, translations])('POST %s', (url) => {
  const wav = silentWav(1);
  beforeEach(() => installTranscriber(t, createFakeTranscriber()));

  test.each<[string, Form, string]>([
    ['file', {}, 'No file was submitted.'],
    ['temperature', { file: wav, temperature: '2' }, 'Ensure this value is less than'],
    ['response_format', { file: wav, response_format: 'doc' }, '"doc" is not a valid choice.'],
    ['prompt', { file: wav, prompt: 'x'.repeat(1001) }, 'no more than 1000 characters'],
  ])('refuses an invalid %s', async (param, fields, message) => {
    const reply = await upload(url, fields);
    expect(reply).toMatchObject(failure(400, { param, type: 'invalid_request_error', code: null }));
    expect(reply.body.error.message).toContain(message);
  });

  test('refuses unknown models, and those that are not installed', async () => {
    const missing = { param: 'model', code: 'model_not_found', type: 'invalid_request_error' };
    for (const model of ['gpt-4o', 'tts-1', 'flite'])
      expect(await upload(url, { file: wav, model })).toMatchObject(failure(404, missing));
    const away = await upload(url, { file: wav, model: 'remote' });
    expect(away).toMatchObject(
      failure(503, { code: 'provider_unavailable', type: 'server_error' }),
    );
    expect(away.body.error.enable).toMatch(/SPEECH_API_URL/);
  });

  test('names the engines that have an option', async () => {
    onTestFinished(installTranscriber(t, createFakeTranscriber({ id: 'simple', options: [] })));
    const fields = { file: wav, model: 'simple', temperature: '0.5' };
    const refused = await upload(url, fields);
    expect(refused).toMatchObject(
      failure(422, { param: 'temperature', code: 'unsupported_option' }),
    );
    expect(refused.body.error.message).toMatch(/Choose another model: listener, remote/);
  });

  test('refuses what is not audio, and too much of it', async () => {
    const text = await upload(url, { file: Buffer.from('%PDF-1.7') });
    expect(text).toMatchObject(failure(422, { code: 'undecodable_audio' }));
    const large = await upload(url, { file: Buffer.alloc(audioBytesMax + 1) });
    expect(large).toMatchObject(
      failure(413, { code: 'audio_too_large', bytes_max: audioBytesMax }),
    );
  });

  test.skipIf(!hasFfmpeg)(
    `refuses more than 15 minutes${skippedUnless('ffmpeg', hasFfmpeg)}`,
    async () => {
      const long = convert(silentWav(1), 'flac', '-af', 'apad=whole_dur=902', '-ar', '8000');
      const reply = await upload(url, { file: long });
      expect(reply).toMatchObject(failure(422, { code: 'audio_too_long', seconds_max: 900 }));
    },
  );

  test('says when to try again with a full queue', async () => {
    fill('transcriptionQueue');
    const reply = await upload(url, { file: wav });
    expect(reply).toMatchObject(failure(503, { code: 'too_busy', type: 'server_error' }));
    expect(reply.headers['retry-after']).toBe('5');
  });

  test('needs a form, a credential and its scope', async () => {
    const json = await send(t, 'POST', url, { model: 'whisper-1' }, { headers: ada.headers });
    expect(json).toMatchObject(failure(415, { code: 'unsupported_media_type' }));
    expect(await upload(url, { file: wav }, {})).toMatchObject(
      failure(401, { code: 'not_authenticated', type: 'authentication_error' }),
    );
    const { headers } = await createApiKey(t, ada, { scopes: ['customs'] });
    expect(await upload(url, { file: wav }, headers)).toMatchObject(
      failure(403, { code: 'scope_missing', type: 'permission_error' }),
    );
  });
});

describe('transcriptions', () => {
  const file = silentWav(1);
  beforeEach(() => installTranscriber(t, createFakeTranscriber()));

  test.each<[Form, string]>([
    [{ stream: 'true', response_format: 'srt' }, 'stream'],
    [{ stream: 'perhaps' }, 'stream'],
    [{ 'timestamp_granularities[]': 'word' }, 'timestamp_granularities'],
    [{ 'timestamp_granularities[]': 'letter' }, 'timestamp_granularities'],
    [{ language: '?' }, 'language'],
  ])('of %j are refused by field', async (fields, param) => {
    expect(await upload(transcriptions, { file, ...fields })).toMatchObject(
      failure(400, { param }),
    );
  });

  test('of a language that the engine does not know are refused', async () => {
    const fields = { file, model: 'listener', language: 'tlh' };
    expect(await upload(transcriptions, fields)).toMatchObject(
      failure(422, { code: 'unsupported_language', available: ['de', 'en'] }),
    );
  });

  test('and the other calls share one limit a minute', async () => {
    const headers = { headers: ada.headers };
    const own = await send(t, 'POST', '/apix/services/transcribe/base64/', {}, headers);
    const other = await upload(transcriptions, {});
    const left = (reply: { headers: Record<string, unknown> }) =>
      Number(reply.headers['x-ratelimit-remaining']);
    expect(left(other)).toBe(left(own) - 1);
  });

  test.skipIf(!hasFfmpeg)(
    `with the same Idempotency-Key run once${skippedUnless('ffmpeg', hasFfmpeg)}`,
    async () => {
      const headers = { ...ada.headers, 'idempotency-key': 'once' };
      const first = await upload(transcriptions, { file }, headers);
      const again = await upload(transcriptions, { file }, headers);
      expect([first.status, again.body]).toEqual([200, first.body]);
      expect(again.headers['idempotency-replayed']).toBe('true');
      const other = await upload(transcriptions, { file, prompt: 'names' }, headers);
      expect(other).toMatchObject(failure(409, { code: 'idempotency_conflict' }));
    },
  );
});

describe('speech', () => {
  test.each([
    [{}, 'input', 'This field is required.'],
    [{ input: ' ' }, 'input', 'This field may not be blank.'],
    [{ input: 'a', voice: 'nobody' }, 'voice', '"nobody" is not a valid choice.'],
    [{ input: 'a', speed: 5 }, 'speed', 'Ensure this value is less than or equal to 4.'],
    [{ input: 'a', response_format: 'doc' }, 'response_format', '"doc" is not a valid choice.'],
    [{ input: 'a', stream_format: 'x' }, 'stream_format', '"x" is not a valid choice.'],
  ])('of %j is refused by field', async (body, param, message) => {
    expect(await speak(body)).toMatchObject(
      failure(400, { param, message, type: 'invalid_request_error', code: null }),
    );
  });

  test.each([
    [{ input: 'a', model: 'whisper-1' }, 404, 'model_not_found'],
    [{ input: '?!' }, 422, 'nothing_to_speak'],
    [{ input: 'Доброе утро', model: 'flite' }, 422, 'unsupported_language'],
    [{ input: 'a', model: 'flite', instructions: 'sing' }, 422, 'unsupported_option'],
    [{ input: 'a', model: 'remote-voice' }, 503, 'provider_unavailable'],
  ])('of %j is %i %s', async (body, status, code) => {
    expect(await speak(body)).toMatchObject(failure(status, { code }));
  });

  test('says when to try again with a full queue', async () => {
    fill('synthesisQueue');
    const reply = await speak({ input: 'Nobody is first.' });
    expect(reply).toMatchObject(failure(503, { code: 'too_busy' }));
    expect(reply.headers['retry-after']).toBe('5');
  });

  test('uses a voice of this server with the name of one of OpenAI', async () => {
    const used: string[] = [];
    const names = ['other', 'nova'];
    const speaker = createFakeSpeaker({
      voices: async () => names.map((id) => ({ id, name: id, language: 'en' })),
    });
    const engine = {
      ...speaker,
      speak: (...[job, signal]: Parameters<typeof speaker.speak>) => {
        used.push(job.voice.id);
        return speaker.speak(job, signal);
      },
    };
    onTestFinished(installSpeaker(t, engine));
    for (const voice of ['nova', 'shimmer'])
      expect((await speak({ input: voice, voice, response_format: 'wav' })).status).toBe(200);
    expect(used).toEqual(['nova', 'other']);
  });

  test('needs a credential and its scope', async () => {
    expect(await speak({ input: 'a' }, {})).toMatchObject(
      failure(401, { code: 'not_authenticated' }),
    );
    const { headers } = await createApiKey(t, ada, { scopes: ['customs'] });
    expect(await speak({ input: 'a' }, headers)).toMatchObject(
      failure(403, { code: 'scope_missing' }),
    );
  });

  test('with the same Idempotency-Key is counted once', async () => {
    const headers = { ...ada.headers, 'idempotency-key': 'spoken once' };
    expect((await speak({ input: 'Once.' }, headers)).status).toBe(200);
    expect(await speak({ input: 'Once.' }, headers)).toMatchObject(
      failure(409, { code: 'idempotency_too_large' }),
    );
  });
});

describe('models', () => {
  test('need a credential', async () => {
    for (const path of ['models', 'models/tts-1'])
      expect(await send(t, 'GET', `${base}${path}`)).toMatchObject(
        failure(401, { code: 'not_authenticated' }),
      );
  });

  test('that do not exist are 404', async () => {
    const reply = await send(t, 'GET', `${base}models/gpt-4o`, undefined, ada);
    expect(reply).toMatchObject(failure(404, { code: 'model_not_found', param: 'model' }));
  });
});

test('unknown paths and methods have the same shape', async () => {
  expect(await send(t, 'POST', `${base}chat/completions`, {}, ada)).toMatchObject(
    failure(404, { code: 'not_found', type: 'invalid_request_error' }),
  );
  expect(await send(t, 'GET', speech, undefined, ada)).toMatchObject(
    failure(405, { code: 'method_not_allowed' }),
  );
});
