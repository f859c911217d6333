import { beforeAll, describe, expect, test } from 'vitest';
import { accountCaller } from '#kernel/http/caller.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { setFreeLimits } from '#test/factories/usage.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { hasEspeak, hasFfmpeg } from '#test/recordings.ts';
import { send } from '#test/requests.ts';
import { bodyBytesMax } from '../../wire/speech.constants.ts';
import { findMediaType } from '../audio/media-types.ts';
import { decodeWav } from '../audio/wav.ts';
import { deleteAccountTexts } from '../jobs.ts';

const t = useApp();
const path = '/apix/services/tts/base64/';
let ada: SignedIn;

beforeAll(async () => {
  ada = await createCustomer(t, 'ada@example.com');
});

const speak = (body: object, who: { headers: Record<string, string> } = ada) =>
  send(t, 'POST', path, body, { headers: who.headers });
const readAudio = (body: Record<string, unknown>) => Buffer.from(String(body.audio), 'base64');
const countUnits = async ({ accountId }: SignedIn): Promise<number> => {
  await t.areas.usage.flush();
  const { rows } = await t.kernel.database.pool.query(
    `select coalesce(sum(units), 0)::float as units from usage_record
     where account_id = $1 and metric = 'character'`,
    [accountId],
  );
  return rows[0].units;
};

describe('synthesis', () => {
  test('returns MP3 in the default voice, with usage', async () => {
    const { status, body } = await speak({ text: 'Good morning.' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      content_type: 'audio/mpeg',
      format: 'mp3',
      voice: 'slt',
      model: 'flite',
      language: 'en',
      characters: 13,
      usage: { characters: 13, billed_units: 13 },
      cached: false,
      size_bytes: readAudio(body).length,
    });
    expect(await findMediaType(readAudio(body))).toMatchObject({ demuxer: 'mp3' });
    expect(body.duration).toBeGreaterThan(0.5);
  });

  test('a repeated text is stored and free; other accounts do not share it', async () => {
    const text = 'The same words.';
    const first = await speak({ text });
    const again = await speak({ input: text });
    expect(again.body).toMatchObject({ cached: true, usage: { characters: 15, billed_units: 0 } });
    expect(again.body.audio).toBe(first.body.audio);
    const third = await speak({ text });
    expect(third.body).toEqual({ ...again.body, request_id: third.body.request_id });
    expect(third.body.request_id).not.toBe(first.body.request_id);
    const eve = await createCustomer(t, 'eve@example.com');
    expect((await speak({ text }, eve)).body.cached).toBe(false);
  });

  test('speed and voice change the audio', async () => {
    const readDuration = async (change: object) =>
      Number((await speak({ text: 'One two three four.', ...change })).body.duration);
    const plain = await readDuration({});
    expect(await readDuration({ speed: 0.5 })).toBeGreaterThan(plain * 1.7);
    expect(await readDuration({ speed: 2 })).toBeLessThan(plain * 0.6);
    expect((await speak({ text: 'Hello.', voice: 'rms' })).body.voice).toBe('rms');
  });

  test('wav and pcm hold the same samples', async () => {
    const wav = decodeWav(readAudio((await speak({ text: 'Hi.', response_format: 'wav' })).body))!;
    const pcm = readAudio((await speak({ text: 'Hi.', response_format: 'pcm' })).body);
    expect(pcm.length).toBe(wav.samples.length * 2);
    expect(wav.sampleRate).toBe(16_000);
  });

  test.skipIf(!hasFfmpeg).each([
    ['opus', 'ogg', { sample_rate: 24_000 }],
    ['flac', 'flac', {}],
    ['mp3', 'mp3', { sample_rate: 44_100 }],
  ])(`as %s${skippedUnless('ffmpeg', hasFfmpeg)}`, async (response_format, demuxer, change) => {
    const { body } = await speak({ text: 'Hello there.', response_format, ...change });
    expect(await findMediaType(readAudio(body))).toMatchObject({ demuxer });
    expect(body).toMatchObject(change);
  });

  test.skipIf(!hasFfmpeg)(`as AAC${skippedUnless('ffmpeg', hasFfmpeg)}`, async () => {
    const { body } = await speak({ text: 'Hello there.', response_format: 'aac' });
    expect(readAudio(body).readUInt16BE(0) & 0xfff6).toBe(0xfff0);
    expect(body.content_type).toBe('audio/aac');
  });

  test('accepts all notations of digits and accents', async () => {
    const { body } = await speak({ text: 'Déjà vu: ١٢٣, ①②③ and ½.' });
    expect(body).toMatchObject({ model: 'flite', characters: 24 });
    expect(body.duration).toBeGreaterThan(3);
  });

  test.skipIf(!hasEspeak)(
    `by an engine that has the sounds${skippedUnless('espeak-ng', hasEspeak)}`,
    async () => {
      const { body } = await speak({ text: 'Straße' });
      expect(body).toMatchObject({ model: 'espeak-ng' });
      expect(String(body.language)).toMatch(/^en/);
      const digits = await speak({ text: '١٢٣', model: 'espeak-ng', language: 'en' });
      expect(Number(digits.body.duration)).toBeGreaterThan(1);
    },
  );

  test.skipIf(!hasEspeak)(
    `in other languages${skippedUnless('espeak-ng', hasEspeak)}`,
    async () => {
      const russian = await speak({ text: 'Доброе утро' });
      expect(russian.body).toMatchObject({
        model: 'espeak-ng',
        voice: 'espeak-ru',
        language: 'ru',
      });
      const german = await speak({ text: 'Guten Morgen', language: 'de-AT' });
      expect(german.body).toMatchObject({ voice: 'espeak-de', language: 'de' });
      const slow = await speak({ text: 'Guten Morgen', language: 'de', speed: 0.25 });
      expect(Number(slow.body.duration)).toBeGreaterThan(Number(german.body.duration) * 2);
    },
  );
});

describe('invalid input', () => {
  test.each([
    [{}, { text: ['This field is required.'] }],
    [{ text: ' ' }, { text: ['This field may not be blank.'] }],
    [{ text: 'a', voice: 'x' }, { voice: ['"x" is not a valid choice.'] }],
    [{ text: 'a', model: 'x' }, { model: ['"x" is not a valid choice.'] }],
    [{ text: 'a', response_format: 'x' }, { response_format: ['"x" is not a valid choice.'] }],
    [{ text: 'a', speed: 5 }, { speed: ['Ensure this value is less than or equal to 4.'] }],
    [
      { text: 'a', response_format: 'opus', sample_rate: 44_100 },
      { sample_rate: ['Opus takes 8000, 12000, 16000, 24000, 48000.'] },
    ],
  ])('%j', async (body, fields) => {
    expect(await speak(body)).toMatchObject({ status: 400, body: fields });
  });

  test('a text of more than 4096 characters', async () => {
    const words = 'Ensure this field has no more than 4096 characters.';
    expect((await speak({ text: 'x'.repeat(4097) })).body).toEqual({ text: [words] });
    // A large body is validated; above the maximum it is 413.
    expect((await speak({ text: 'x'.repeat(2_000_000) })).body).toEqual({ text: [words] });
    const large = await speak({ text: 'x'.repeat(bodyBytesMax) });
    expect(large).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });

  test.each([
    [{ text: '?!' }, 'nothing_to_speak'],
    [{ text: 'Доброе утро', model: 'flite' }, 'unsupported_language'],
    [{ text: 'Hello Иван', voice: 'slt' }, 'unsupported_language'],
    [{ text: 'Straße', voice: 'slt' }, 'unsupported_language'],
    [{ text: '𒐕', model: 'flite' }, 'unsupported_language'],
    [{ text: 'Guten Tag', language: 'de', voice: 'slt' }, 'unsupported_language'],
    [{ text: 'a', language: 'tlh' }, 'unsupported_language'],
    [{ text: 'a', instructions: 'sing' }, 'unsupported_option'],
  ])('%j is %s', async (body, code) => {
    expect(await speak(body)).toMatchObject({ status: 422, body: { code } });
  });

  test('one account cannot fill the queue', async () => {
    const bob = await createCustomer(t, 'bob-in-a-queue@example.com');
    const { synthesisQueue } = t.areas.speech;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const blocked = Array.from({ length: 100 }, () =>
      synthesisQueue.run(accountCaller(ada.accountId), () => ended),
    );
    const settled = Promise.allSettled(blocked);
    const places = synthesisQueue.stats().waiting;
    expect((await speak({ text: 'Nobody is first.' })).body.code).toBe('too_busy');
    const waiting = speak({ text: 'Everybody is next.' }, bob);
    await expect.poll(() => synthesisQueue.stats().waiting).toBe(places + 1);
    end();
    expect((await waiting).status).toBe(200);
    await settled;
  });

  test('the error of a missing engine tells how to install it', async () => {
    const { status, body } = await speak({ text: 'a', model: 'remote-voice' });
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'provider_unavailable' });
    expect(body.enable).toMatch(/SPEECH_API_URL/);
  });

  test('missing authentication and a missing scope are refused', async () => {
    expect((await speak({ text: 'a' }, { headers: {} })).status).toBe(401);
    const key = await createApiKey(t, ada, { scopes: ['customs'] });
    expect((await speak({ text: 'a' }, key)).body.code).toBe('scope_missing');
  });
});

describe('character usage', () => {
  test('is counted once per request, per key, and not for failures', async () => {
    const bob = await createCustomer(t, 'bob@example.com');
    const key = await createApiKey(t, bob, { scopes: ['speech'] });
    await speak({ text: 'Five.' }, key);
    await speak({ text: 'Five.' }, key);
    await speak({ text: 'Héllo' }, bob);
    await speak({ text: '?!' }, bob);
    expect(await countUnits(bob)).toBe(10);
  });

  test('over the plan is refused before any work', async () => {
    const carl = await createCustomer(t, 'carl@example.com');
    await setFreeLimits(t.kernel, { tts_characters_per_month: 12 });
    expect((await speak({ text: 'Exactly ten' }, carl)).status).toBe(200);
    expect(await speak({ text: 'Two' }, carl)).toMatchObject({
      status: 429,
      body: { code: 'quota_exceeded', metric: 'character' },
    });
    // A stored phrase is free.
    expect((await speak({ text: 'Exactly ten' }, carl)).body.cached).toBe(true);
    expect((await speak({ text: 'a' }, carl)).status).toBe(200);
    expect(await countUnits(carl)).toBe(12);
    await setFreeLimits(t.kernel, { tts_characters_per_month: null });
  });
});

test('a full queue is 503 with Retry-After', async () => {
  const many = Array.from({ length: 40 }, (_, at) => speak({ text: `Number ${at} of many.` }));
  const replies = await Promise.all(many);
  const refused = replies.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ body: { code: 'too_busy' }, headers: { 'retry-after': '5' } });
  expect(replies.every(({ status }) => status === 200 || status === 503)).toBe(true);
});

test('phrases are purged with their account, and after a month without use', async () => {
  const { database, storage, clock } = t.kernel;
  await speak({ text: 'Remember me.' });
  const dora = await createCustomer(t, 'dora@example.com');
  await speak({ text: 'Forget me.' }, dora);
  const digests = async (where: string) => {
    const { rows } = await database.pool.query(`select digest from speech_phrase where ${where}`);
    return rows.map(({ digest }) => `speech/${digest}`);
  };
  const [key] = await digests(`account_id = ${dora.accountId}`);
  expect(await storage.exists(key!)).toBe(true);
  await database.transaction((tx) => deleteAccountTexts(tx, dora));
  await t.jobs.runSchedule('speech.purge');
  expect(await storage.exists(key!)).toBe(false);
  expect(await digests(`account_id = ${dora.accountId}`)).toEqual([]);
  expect((await digests('true')).length).toBeGreaterThan(0);
  const now = clock.now();
  t.clock.advance(31 * 86_400_000);
  await t.jobs.runSchedule('speech.purge');
  expect(await digests('true')).toEqual([]);
  t.clock.set(now);
});
