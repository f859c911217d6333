import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { setFreeLimits } from '#test/factories/usage.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { hasOptional, skippedUnless } from '#test/optional-programs.ts';
import { convert, hasFfmpeg, hasSphinx, silentWav, voicedWav } from '#test/recordings.ts';
import { send } from '#test/requests.ts';
import { scaledMs } from '#test/time-limits.ts';
import { encodeWav, type PcmAudio } from '../audio/wav.ts';
import { wordErrorRate } from '../text/edit-distance.ts';

/** Writing whole sentences down takes the engine minutes. */
const hasEngine = hasOptional(() => hasSphinx);
const t = useApp();
const address = '/apix/services/transcribe/base64/';
let ada: SignedIn;

const temporary = mkdtempSync(path.join(os.tmpdir(), 'weftline-recordings-'));
const before = process.env.TMPDIR;

beforeAll(async () => {
  ada = await createCustomer(t, 'ada@example.com');
  process.env.TMPDIR = temporary;
});
// No test leaves files behind.
afterAll(() => {
  const left = readdirSync(temporary);
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(temporary, { recursive: true });
  expect(left.filter((name) => name.startsWith('weftline-speech-'))).toEqual([]);
});

const write = (audio: Buffer | string, body: object = {}, who: Pick<SignedIn, 'headers'> = ada) =>
  send(
    t,
    'POST',
    address,
    { audio: typeof audio === 'string' ? audio : audio.toString('base64'), ...body },
    { headers: who.headers },
  );

function speakSamples(text: string): Promise<PcmAudio> {
  const voice = { id: 'slt', name: '', language: 'en' };
  const signal = new AbortController().signal;
  const engine = t.areas.speech.engines.speech.find(({ id }) => id === 'flite')!;
  return engine.speak({ text, voice, speed: 1 }, signal);
}
const speak = async (text: string): Promise<Buffer> => encodeWav(await speakSamples(text));

const countUnits = async ({ accountId }: SignedIn): Promise<number> => {
  await t.areas.usage.flush();
  const { rows } = await t.kernel.database.pool.query(
    `select coalesce(sum(units), 0)::float as units from usage_record
     where account_id = $1 and metric = 'audio_second'`,
    [accountId],
  );
  return rows[0].units;
};

const sentences = [
  'The weather is fine today and we will meet in the garden at noon.',
  'Please send the report to the office before Friday.',
  'She opened the window because the room was very hot.',
  'They walked along the river and talked about the old house.',
  'The train leaves the station at seven in the morning.',
  'He bought bread and milk at the small shop on the corner.',
  'My brother is learning to play the piano this year.',
  'We need more water for the long road to the mountains.',
];

describe.skipIf(!hasEngine)(
  `speech is written down${skippedUnless('pocketsphinx', hasEngine)}`,
  () => {
    test(
      'recognizes at least three quarters of Flite’s words, with times',
      async () => {
        const parts = await Promise.all(sentences.map(speakSamples));
        const pause = new Int16Array(parts[0]!.sampleRate);
        const samples = parts.flatMap((part) => [...part.samples, ...pause]);
        const recording = encodeWav({ samples: Int16Array.from(samples), sampleRate: 16_000 });
        const options = { timestamp_granularities: ['segment'] };
        const { status, body } = await write(recording, options);
        expect(status).toBe(200);
        expect(wordErrorRate(sentences.join(' '), String(body.text))).toBeLessThanOrEqual(0.25);
        // A pause of a second ends a segment.
        const segments = body.segments as { start: number; end: number }[];
        const rate = parts[0]!.sampleRate;
        let begins = 0;
        parts.forEach(({ samples: { length } }, at) => {
          expect(segments[at]!.start - begins).toBeCloseTo(0.2, 0);
          expect(segments[at]!.end - begins).toBeLessThan(length / rate + 0.2);
          begins += length / rate + 1;
        });
      },
      scaledMs(120_000),
    );

    test('with times, as subtitles, and stored on request', async () => {
      const audio = await speak('The weather is fine today.');
      const verbose = await write(audio, {
        response_format: 'verbose_json',
        filename: 'memo.wav',
        store: true,
      });
      expect(verbose.body).toMatchObject({
        language: 'en',
        model: 'pocketsphinx',
        no_speech: false,
      });
      const [segment] = verbose.body.segments as { start: number; end: number; text: string }[];
      expect(segment).toMatchObject({ text: verbose.body.text });
      expect(segment!.end).toBeGreaterThan(segment!.start);
      expect((verbose.body.words as unknown[]).length).toBeGreaterThan(3);
      const srt = await write(audio, { response_format: 'srt' });
      expect(srt.body.text).toBe(srt.body.srt);
      expect(srt.body.text).toMatch(/^1\r\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\r\n/);
      const vtt = await write(audio, { response_format: 'vtt' });
      expect(vtt.body.text).toMatch(/^WEBVTT\n/);
      const plain = await write(audio, { timestamp_granularities: ['word'] });
      expect(plain.body).toMatchObject({ segments: [], transcript_id: null });
      expect((plain.body.words as unknown[]).length).toBeGreaterThan(3);
      const saved = await send(
        t,
        'GET',
        `/apix/services/transcripts/${verbose.body.transcript_id}/`,
        undefined,
        { headers: ada.headers },
      );
      expect(saved.body).toMatchObject({ title: 'memo.wav', text: verbose.body.text });
    });

    test('silence is an empty text and charged, without the engine', async () => {
      const { status, body } = await write(silentWav(3));
      expect(status).toBe(200);
      expect(body).toMatchObject({ text: '', language: null, no_speech: true, duration: 3 });
      expect(body.usage).toEqual({ seconds: 3, billed_units: 3 });
    });

    test('data URLs and containers of browsers are accepted', async () => {
      const webm = convert(silentWav(2), 'webm', '-c:a', 'libopus');
      const recording = `data:audio/webm;codecs=opus;base64,${webm.toString('base64')}`;
      expect((await write(recording)).status).toBe(200);
    });

    test('a killed engine fails one call', async () => {
      const running = write(voicedWav(20));
      // Tests of other files run engines too: those of this one read from its directory.
      const engine = new RegExp(`(\\d+) pocketsphinx_batch -adcin .* -ctl ${temporary}/`);
      let killed = false;
      while (!killed) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        const list = execFileSync('ps', [
          '-o',
          'pid=,args=',
          '--ppid',
          String(process.pid),
        ]).toString();
        const pid = engine.exec(list)?.[1];
        if (pid) process.kill(Number(pid), 'SIGKILL');
        killed = pid !== undefined;
      }
      expect(await running).toMatchObject({
        status: 503,
        body: { code: 'provider_unavailable', retry_after: 5 },
      });
      expect((await write(await speak('Hello there.'))).status).toBe(200);
    });
  },
);

describe.skipIf(!hasSphinx)(
  `what can not be heard is refused${skippedUnless('pocketsphinx', hasSphinx)}`,
  () => {
    test.each([
      [{ audio: '' }, { audio: ['This field may not be blank.'] }],
      [{ audio: 'not base64!' }, { audio: ['Invalid base64 data.'] }],
      [{ audio: 5 }, { audio: ['Not a valid string.'] }],
      [{ model: 'x' }, { model: ['"x" is not a valid choice.'] }],
      [{ language: '?' }, { language: ['Enter a language such as en or pt-BR.'] }],
      [{ temperature: 2 }, { temperature: ['Ensure this value is less than or equal to 1.'] }],
      [{ response_format: 'doc' }, { response_format: ['"doc" is not a valid choice.'] }],
    ])('%j', async (body, fields) => {
      expect(await write(silentWav(1), body)).toMatchObject({ status: 400, body: fields });
    });

    test('over the limit of stored transcripts, before any work', async () => {
      const who = await createCustomer(t, 'archive@example.com');
      const limit = budgets.transcriptsPerAccount;
      const add = (count: number) =>
        t.kernel.database.pool.query(
          `insert into speech_transcript (id, account_id, title, text, duration_ms, model, segments,
           words, created_at, updated_at)
         select gen_random_uuid(), $1, '', '', 0, '', '[]', '[]', now(), now()
         from generate_series(1, $2::int)`,
          [who.accountId, count],
        );
      await add(limit - 1);
      expect((await write(silentWav(1), { store: true }, who)).status).toBe(200);
      const refused = await write(silentWav(1), { store: true }, who);
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { code: 'transcript_limit_reached', limit },
      ]);
      expect((await write(silentWav(1), {}, who)).status).toBe(200);
      expect(await countUnits(who)).toBe(2);
    });

    test('a body without audio, and one that is not JSON', async () => {
      const none = await send(t, 'POST', address, {}, { headers: ada.headers });
      expect(none.body).toEqual({ audio: ['This field is required.'] });
      const payload = '{"audio":"AAAA';
      const headers = { ...ada.headers, 'content-type': 'application/json' };
      const broken = await t.app.inject({ method: 'POST', url: address, headers, payload });
      expect(broken.json().code).toBe('parse_error');
    });

    test.each([
      [{ language: 'de' }, 'unsupported_language'],
      [{ language: 'de', model: 'pocketsphinx' }, 'unsupported_language'],
      [{ diarize: true }, 'unsupported_option'],
      [{ translate: true }, 'unsupported_option'],
      [{ prompt: 'names' }, 'unsupported_option'],
      [{ keywords: ['x'] }, 'unsupported_option'],
      [{ temperature: 0.5 }, 'unsupported_option'],
    ])('%j is %s', async (body, code) => {
      expect(await write(silentWav(1), body)).toMatchObject({ status: 422, body: { code } });
    });

    test('not audio, too long, too large', async () => {
      expect((await write(Buffer.from('%PDF-1.7'))).body.code).toBe('undecodable_audio');
      const long = convert(silentWav(1), 'flac', '-af', 'apad=whole_dur=902', '-ar', '8000');
      expect(await write(long)).toMatchObject({
        status: 422,
        body: { code: 'audio_too_long', seconds_max: 900 },
      });
      const large = await write(Buffer.alloc(26_214_401));
      expect(large).toMatchObject({ status: 413, body: { code: 'audio_too_large' } });
      const larger = await write(Buffer.alloc(32_000_000));
      expect(larger).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    });

    test('the error of a missing model tells how to install it', async () => {
      const { status, body } = await write(silentWav(1), { model: 'whisper' });
      expect(status).toBe(503);
      expect(body.enable).toMatch(/STT_MODEL_DIR/);
    });

    test('missing authentication and a missing scope are refused', async () => {
      expect((await write(silentWav(1), {}, { headers: { authorization: '' } })).status).toBe(401);
      const key = await createApiKey(t, ada, { scopes: ['customs'] });
      expect((await write(silentWav(1), {}, key)).body.code).toBe('scope_missing');
    });
  },
);

describe.skipIf(!hasSphinx)(
  `seconds are counted${skippedUnless('pocketsphinx', hasSphinx)}`,
  () => {
    test('are measured and counted once per request, not for failures', async () => {
      await setFreeLimits(t.kernel, { transcription_seconds_per_month: 5 });
      const bob = await createCustomer(t, 'bob@example.com');
      const key = await createApiKey(t, bob, { scopes: ['speech'] });
      await write(silentWav(2), {}, key);
      await write(Buffer.from('nothing'), {}, bob);
      const keyed = { headers: { ...bob.headers, 'idempotency-key': 'once' } };
      const first = await write(silentWav(1.5), {}, keyed);
      const again = await write(silentWav(1.5), {}, keyed);
      expect(again.body).toEqual(first.body);
      const other = await write(silentWav(2), {}, keyed);
      expect(other.body.code).toBe('idempotency_conflict');
      expect(await countUnits(bob)).toBe(3.5);
      const refused = await write(silentWav(2), {}, bob);
      expect(refused).toMatchObject({
        status: 429,
        body: { code: 'quota_exceeded', metric: 'audio_second' },
      });
      expect((await write(silentWav(1.5), {}, bob)).status).toBe(200);
      expect(await countUnits(bob)).toBe(5);
      await setFreeLimits(t.kernel, { transcription_seconds_per_month: null });
    });

    test('a full queue is 503 with Retry-After', async () => {
      const cid = await createCustomer(t, 'cid@example.com');
      const replies = await Promise.all(
        Array.from({ length: 30 }, () => write(silentWav(1), {}, cid)),
      );
      const refused = replies.filter(({ status }) => status === 503);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]).toMatchObject({
        body: { code: 'too_busy' },
        headers: { 'retry-after': '5' },
      });
      const done = replies.length - refused.length;
      expect(await countUnits(cid)).toBe(done);
    });
  },
);

test.skipIf(hasFfmpeg)('without the programs the error tells what to install', async () => {
  const { status, body } = await write(silentWav(1));
  expect(status).toBe(503);
  expect(body.enable).toMatch(/ffmpeg/);
});
