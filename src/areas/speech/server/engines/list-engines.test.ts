import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { hasEspeak, hasFfmpeg } from '#test/recordings.ts';
import { send } from '#test/requests.ts';
import { findMediaType } from '../audio/media-types.ts';

const t = useApp();
let ada: SignedIn;
beforeAll(async () => {
  ada = await t.signIn('ada@example.com');
});
const read = (path: string) =>
  send(t, 'GET', `/apix/services/${path}`, undefined, { headers: ada.headers });

type Row = Record<string, unknown>;
const readRows = (body: Row) => body.results as Row[];

describe('engines', () => {
  test('are listed with their options, and how to install missing ones', async () => {
    const rows = readRows((await read('engines/')).body);
    expect(rows.map(({ id }) => id)).toEqual([
      'remote',
      'whisper',
      'pocketsphinx',
      'remote-voice',
      'piper',
      'flite',
      'espeak-ng',
    ]);
    expect(rows.find(({ id }) => id === 'flite')).toMatchObject({
      kind: 'speech',
      quality: 'basic',
      is_available: true,
      is_default: true,
      enable: null,
      languages: ['en'],
    });
    expect(rows.find(({ id }) => id === 'whisper')).toMatchObject({
      is_available: false,
      enable: expect.stringMatching(/install whisper-base` .*STT_MODEL_DIR/),
    });
    expect(rows.find(({ id }) => id === 'flite')).toMatchObject({
      formats: hasFfmpeg ? ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] : ['mp3', 'wav', 'pcm'],
      options: [],
      streaming: true,
      seconds_max: null,
    });
    expect(rows.find(({ id }) => id === 'remote')).toMatchObject({
      formats: ['json', 'verbose_json', 'text', 'srt', 'vtt'],
      options: ['words', 'prompt', 'keywords', 'temperature', 'translate'],
      streaming: false,
      seconds_max: 900,
    });
    const speech = readRows((await read('engines/?kind=speech')).body);
    expect(speech).toHaveLength(4);
    expect((await read('engines/?kind=x')).status).toBe(400);
    expect((await read('engines/?page=9')).status).toBe(404);
  });
});

describe('voices', () => {
  test('are filtered by language, engine and name', async () => {
    const english = readRows((await read('voices/?language=en&model=flite')).body);
    expect(english.map(({ id }) => id)).toEqual(['slt', 'rms', 'awb', 'kal16', 'kal']);
    expect(english[0]).toMatchObject({ is_default: true });
    expect(readRows((await read('voices/?search=scot&model=flite')).body)).toHaveLength(1);
    expect((await read('voices/?search=nothing+like+it')).body.count).toBe(0);
    expect((await read('voices/?page=99')).status).toBe(404);
  });

  test.skipIf(!hasEspeak)(
    `of eSpeak are many${skippedUnless('espeak-ng', hasEspeak)}`,
    async () => {
      expect(Number((await read('voices/')).body.count)).toBeGreaterThan(100);
      const engines = readRows((await read('engines/?kind=speech')).body);
      const { languages } = engines.find(({ id }) => id === 'espeak-ng') as { languages: string[] };
      expect(languages).toEqual(expect.arrayContaining(['de', 'en', 'pt', 'ru']));
      expect(languages.length).toBeGreaterThan(90);
      expect(new Set(languages).size).toBe(languages.length);
      const portuguese = readRows((await read('voices/?language=pt')).body);
      expect(portuguese.length).toBeGreaterThanOrEqual(2);
    },
  );

  test('of a failing engine are left out, others are listed', async () => {
    const espeak = t.areas.speech.engines.speech.find(({ id }) => id === 'espeak-ng')!;
    const { voices, isAvailable } = espeak;
    Object.assign(espeak, {
      isAvailable: async () => true,
      voices: () => Promise.reject(new Error('killed')),
    });
    try {
      const found = await read('voices/');
      expect([found.status, found.body.count]).toEqual([200, 5]);
      expect((await read('engines/')).status).toBe(200);
      const spoken = { text: 'Hello', model: 'espeak-ng' };
      const path = '/apix/services/tts/base64/';
      const refused = await send(t, 'POST', path, spoken, { headers: ada.headers });
      expect(refused).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
      expect(refused.body.retry_after).toBeGreaterThan(0);
    } finally {
      Object.assign(espeak, { voices, isAvailable });
    }
  });

  test('the public sample is 503 without a speech engine', async () => {
    const { synthesisQueue, engines } = t.areas.speech;
    // A stored sample needs no engine.
    await t.kernel.database.write.deleteFrom('speech_phrase').execute();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const blocked = Promise.allSettled(
      Array.from({ length: 100 }, (_, at) => synthesisQueue.run(`${at % 2}`, () => ended)),
    );
    const busy = await send(t, 'GET', '/apix/services/sample/');
    expect(busy).toMatchObject({ status: 503, body: { code: 'too_busy' } });
    end();
    await blocked;
    const { listVoices } = engines;
    Object.assign(engines, { listVoices: async () => [] });
    const mute = await send(t, 'GET', '/apix/services/sample/');
    Object.assign(engines, { listVoices });
    expect(mute).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
  });

  test('the public sample needs no account', async () => {
    const sample = await send(t, 'GET', '/apix/services/sample/');
    expect(sample.status).toBe(200);
    expect(sample.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'cache-control': 'public, max-age=86400',
    });
    expect(await findMediaType(sample.raw.rawPayload)).toMatchObject({ demuxer: 'mp3' });
  });

  test('have free previews', async () => {
    const preview = await read('voices/slt/preview/');
    expect(preview.status).toBe(200);
    expect(preview.headers['content-type']).toBe('audio/mpeg');
    expect(await findMediaType(preview.raw.rawPayload)).toMatchObject({ demuxer: 'mp3' });
    const again = await read('voices/slt/preview/');
    expect(again.raw.rawPayload.equals(preview.raw.rawPayload)).toBe(true);
    expect((await read('voices/none/preview/')).body.code).toBe('not_found');
  });

  test('previews are limited by the queue', async () => {
    const ids = readRows((await read('voices/?page_size=60')).body).map(({ id }) => id);
    if (ids.length < 40) return;
    const replies = await Promise.all(ids.map((id) => read(`voices/${id}/preview/`)));
    expect(replies.some(({ body }) => body.code === 'too_busy')).toBe(true);
  });
});

test('missing authentication is refused', async () => {
  for (const path of ['engines/', 'voices/', 'voices/slt/preview/'])
    expect((await send(t, 'GET', `/apix/services/${path}`)).status).toBe(401);
});
