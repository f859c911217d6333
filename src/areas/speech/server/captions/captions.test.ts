// Live captions by the API: parts of speech become text, are counted once, and end as a transcript.
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { QueueFull } from '#kernel/fair-queue.ts';
import { saveSwitch } from '#kernel/features/feature-store.ts';
import { budgets } from '#lib/budgets.ts';
import { minuteMs } from '#lib/durations.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { setFreeLimits } from '#test/factories/usage.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { hasFfmpeg, voicedWav } from '#test/recordings.ts';
import { send } from '#test/requests.ts';
import { captionsPartBytesMax, captionsSecondsMax } from '../../wire/captions.constants.ts';
import type { CaptionsPartWire } from '../../wire/captions.ts';
import { decodeWav, encodeWav } from '../audio/wav.ts';
import { EngineUnavailable, type TranscriptionEngine } from '../engines/engine.ts';
import { deleteAccountTexts } from '../jobs.ts';

const t = useApp();
const base = '/apix/services/captions/';
const start = new Date('2026-11-21T10:00:00Z');
const second = voicedWav(1);
let engine: TranscriptionEngine;
let languages: (string | undefined)[];

beforeAll(() => {
  engine = t.areas.speech.engines.transcription.find(({ id }) => id === 'pocketsphinx')!;
});

/** One segment and one word a part, half a second after its start. */
beforeEach(() => {
  t.clock.set(start);
  languages = [];
  vi.spyOn(engine, 'isAvailable').mockResolvedValue(true);
  vi.spyOn(engine, 'transcribe').mockImplementation(async ({ language }) => {
    languages.push(language);
    const text = `part ${languages.length}`;
    const span = { start: 0.5, end: 0.75 };
    return {
      language: 'en',
      languageProbability: null,
      segments: [{ ...span, id: 0, text, avg_logprob: null, no_speech_prob: null }],
      words: [{ ...span, word: text, probability: 1 }],
    };
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await setFreeLimits(t.kernel, { transcription_seconds_per_month: null });
  await t.kernel.database.write.deleteFrom('feature_switch').execute();
  t.kernel.features.clearCache();
});

const call = (url: string, by: SignedIn, body?: object) =>
  send(t, 'POST', base + url, body, { headers: by.headers });
const create = async (by: SignedIn, body: object = {}) =>
  String((await call('', by, body)).body.id);
const finish = async (by: SignedIn, id: string) => (await call(`${id}/finish/`, by)).body;

type PartCall = { number?: number | string; at?: number | string; audio?: Buffer };
const sendPart = (
  by: Pick<SignedIn, 'headers'>,
  id: string,
  { number = 1, at = 0, audio = second }: PartCall = {},
) =>
  send(t, 'PUT', `${base}${id}/parts/${number}/?start=${at}`, audio, {
    headers: { ...by.headers, 'content-type': 'application/octet-stream' },
  });

const readTranscript = async (by: SignedIn, id: unknown) =>
  (await send(t, 'GET', `/apix/services/transcripts/${id}/`, undefined, { headers: by.headers }))
    .body;
const countTranscripts = async (by: SignedIn) =>
  (await send(t, 'GET', '/apix/services/transcripts/', undefined, { headers: by.headers })).body
    .count;

async function readSum(who: SignedIn, sql: string): Promise<number> {
  await t.areas.usage.flush();
  const { rows } = await t.kernel.database.pool.query<{ sum: string }>(sql, [who.accountId]);
  return Number(rows[0]?.sum ?? 0);
}
const countedBy = (who: SignedIn) =>
  readSum(
    who,
    `select sum(units) from usage_record where account_id = $1 and metric = 'audio_second'`,
  );
/** What the plan has reserved or counted. */
const usedBy = (who: SignedIn) =>
  readSum(
    who,
    `select used as sum from usage_counter
     where account_id = $1 and metric = 'audio_second' and span = 'month'`,
  );
const change = (sql: string, values: unknown[]) => t.kernel.database.pool.query(sql, values);

describe.skipIf(!hasFfmpeg)(`live captions${skippedUnless('ffmpeg', hasFfmpeg)}`, () => {
  test('become text part by part, and one transcript with the right times', async () => {
    const who = await createCustomer(t, 'speaker@example.com');
    const created = await call('', who, { title: 'Town hall' });
    expect(created).toMatchObject({
      status: 201,
      body: {
        title: 'Town hall',
        status: 'open',
        model: 'pocketsphinx',
        language: null,
        seconds: 0,
        transcript_id: null,
        part_seconds_max: 15,
        finished_at: null,
      },
    });
    const id = String(created.body.id);
    const first = (await sendPart(who, id, { at: '2.25' })).body as CaptionsPartWire;
    expect(first).toMatchObject({ number: 1, seconds: 1, language: 'en' });
    expect(first.segments).toMatchObject([{ start: 2.75, end: 3, text: 'part 1' }]);
    expect(first.words).toMatchObject([{ start: 2.75, end: 3, word: 'part 1' }]);
    // Nobody says that a later part arrives later.
    await sendPart(who, id, { number: 3, at: 70, audio: voicedWav(2) });
    await sendPart(who, id, { number: 2, at: 10.5 });
    expect(languages).toEqual([undefined, 'en', 'en']);
    const finished = await finish(who, id);
    expect(finished).toMatchObject({ status: 'finished', seconds: 4, language: 'en' });
    expect(finished.finished_at).toBe(start.toISOString());
    const transcript = await readTranscript(who, finished.transcript_id);
    expect(transcript).toMatchObject({
      title: 'Town hall',
      text: 'part 1 part 3 part 2',
      duration: 72,
      language: 'en',
      model: 'pocketsphinx',
    });
    const segments = transcript.segments as { id: number; start: number }[];
    expect(segments.map((one) => [one.id, one.start])).toEqual([
      [0, 2.75],
      [1, 11],
      [2, 70.5],
    ]);
    expect(transcript.words).toHaveLength(3);
    expect(await finish(who, id)).toEqual(finished);
    expect(await countTranscripts(who)).toBe(1);
  });

  test('cost the rounded sum of their parts, not a sum of rounded parts', async () => {
    const who = await createCustomer(t, 'exact@example.com');
    const id = await create(who);
    // Each has 1.0006875 s.
    const { samples, sampleRate } = decodeWav(voicedWav(2))!;
    const audio = encodeWav({ samples: samples.subarray(0, 16_011), sampleRate });
    const seconds = [];
    for (const number of [1, 2, 3])
      seconds.push((await sendPart(who, id, { number, at: number, audio })).body.seconds);
    expect(seconds).toEqual([1.001, 1, 1.001]);
    expect([await countedBy(who), await usedBy(who)]).toEqual([3.002, 3.002]);
    expect((await finish(who, id)).seconds).toBe(3.002);
  });

  test('count a repeated part once, and return its first result', async () => {
    const who = await createCustomer(t, 'repeating@example.com');
    const id = await create(who);
    const replies = await Promise.all([1, 2].map(() => sendPart(who, id)));
    const again = await sendPart(who, id, { at: 5, audio: Buffer.from('lost') });
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies[0]!.body).toEqual(again.body);
    expect(replies[1]!.body).toEqual(again.body);
    expect([await countedBy(who), await usedBy(who), languages.length]).toEqual([1, 1, 1]);
  });

  test('cost no requests of the plan in the browser', async () => {
    const who = await createCustomer(t, 'talkative@example.com');
    const id = await create(who);
    for (const number of [1, 2, 3]) await sendPart(who, id, { number });
    await t.areas.usage.flush();
    const { rows } = await change(
      `select used::int from usage_counter
       where account_id = $1 and metric = 'request' and span = 'month'`,
      [who.accountId],
    );
    expect(rows).toEqual([{ used: 1 }]);
  });

  test('stop with the seconds of the plan; the text until then is stored', async () => {
    const who = await createCustomer(t, 'thrifty@example.com');
    await setFreeLimits(t.kernel, { transcription_seconds_per_month: 2 });
    const id = await create(who);
    await sendPart(who, id);
    const refused = await sendPart(who, id, { number: 2, audio: voicedWav(2) });
    expect(refused).toMatchObject({ status: 429, body: { code: 'quota_exceeded', limit: 2 } });
    expect([await countedBy(who), await usedBy(who), languages.length]).toEqual([1, 1, 1]);
    expect((await finish(who, id)).transcript_id).not.toBeNull();
    await sendPart(who, await create(who));
    expect((await call('', who, {})).body.code).toBe('quota_exceeded');
  });

  test('stop at the cap of the account, and at the budget of a key', async () => {
    const second = { unit: 'audio_second', price: '1' };
    await setFreeLimits(t.kernel, { transcription_seconds_per_month: 1 }, second);
    const who = await createCustomer(t, 'capped@example.com');
    const { headers } = who;
    const owner = await createCustomer(t, 'budget@example.com');
    const key = await createApiKey(t, owner, { scopes: ['speech'], overage_budget: '1.00' });
    const path = '/apix/billing/spending/';
    expect((await send(t, 'PATCH', path, { cap: '1.00' }, { headers })).status).toBe(200);
    const readCode = async (by: Pick<SignedIn, 'headers'>) => {
      const id = String((await send(t, 'POST', base, {}, { headers: by.headers })).body.id);
      const replies = [await sendPart(by, id), await sendPart(by, id, { number: 2 })];
      replies.push(await sendPart(by, id, { number: 3 }));
      return replies.map(({ status, body }) => (status === 429 ? body.code : status));
    };
    expect(await readCode(who)).toEqual([200, 200, 'spending_cap_reached']);
    expect(await readCode(key)).toEqual([200, 200, 'key_budget_reached']);
  });

  test('are refused while the plan is suspended', async () => {
    const who = await createCustomer(t, 'suspended@example.com');
    const id = await create(who);
    await change(
      `update subscription set status = 'suspended', suspended_at = now() where account_id = $1`,
      [who.accountId],
    );
    t.clock.advance(2000);
    const refused = await sendPart(who, id);
    expect(refused).toMatchObject({ status: 403, body: { code: 'subscription_required' } });
  });

  test('refuse wrong parts, which are free', async () => {
    const who = await createCustomer(t, 'wrong@example.com');
    const id = await create(who);
    for (const number of ['0', '1.5', 'x', '5001'])
      expect((await sendPart(who, id, { number })).body).toEqual({
        number: ['Number the parts from 1 to 5000.'],
      });
    for (const at of ['', '-1', 'soon', '1e9'])
      expect((await sendPart(who, id, { at })).body).toHaveProperty('start');
    for (const [audio, status, code] of [
      [Buffer.alloc(2000, 'text '), 422, 'undecodable_audio'],
      [Buffer.from('fLaC nothing of it'), 422, 'undecodable_audio'],
      [voicedWav(16), 422, 'captions_part_too_long'],
      [Buffer.alloc(captionsPartBytesMax + 1), 413, 'payload_too_large'],
    ] as const)
      expect(await sendPart(who, id, { audio })).toMatchObject({ status, body: { code } });
    const samples = captionsSecondsMax * 16_000;
    await change('update speech_captions set samples = $2 where id = $1', [id, samples]);
    const late = await sendPart(who, id);
    expect(late).toMatchObject({ status: 422, body: { code: 'captions_too_long' } });
    expect([languages.length, await usedBy(who)]).toEqual([0, 0]);
  });

  test('wait for an engine that fails, is missing, or is busy, and are free until then', async () => {
    const who = await createCustomer(t, 'patient@example.com');
    const id = await create(who);
    vi.spyOn(engine, 'transcribe').mockRejectedValueOnce(new EngineUnavailable('down'));
    const failed = await sendPart(who, id);
    expect(failed).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
    vi.spyOn(engine, 'isAvailable').mockResolvedValueOnce(false);
    expect((await sendPart(who, id)).body.code).toBe('provider_unavailable');
    const queue = t.areas.speech.transcriptionQueue;
    vi.spyOn(queue, 'run').mockRejectedValueOnce(new QueueFull('full', 1));
    const busy = await sendPart(who, id);
    expect(busy).toMatchObject({ status: 503, body: { code: 'too_busy' } });
    expect(busy.headers['retry-after']).toBe('5');
    expect(await usedBy(who)).toBe(0);
    expect((await sendPart(who, id)).status).toBe(200);
    expect([await countedBy(who), await usedBy(who)]).toEqual([1, 1]);
  });

  test('that nobody finishes are finished by a job; without speech nothing is stored', async () => {
    let who = await createCustomer(t, 'gone@example.com');
    const [spoken, silent] = [await create(who), await create(who)];
    await sendPart(who, spoken);
    const pass = async (minutes: number) => {
      t.clock.advance(minutes * minuteMs);
      await t.jobs.runSchedule('speech.finish_captions');
      who = await t.signIn('gone@example.com');
    };
    await pass(29);
    expect((await sendPart(who, spoken, { number: 2, at: 1 })).status).toBe(200);
    await pass(2);
    expect(await countTranscripts(who)).toBe(0);
    expect(await finish(who, silent)).toMatchObject({ status: 'finished', transcript_id: null });
    await pass(29);
    expect(await countTranscripts(who)).toBe(1);
    const late = await sendPart(who, spoken, { number: 3 });
    expect(late).toMatchObject({ status: 409, body: { code: 'captions_finished' } });
    const { transcript_id } = await finish(who, spoken);
    expect(late.body.transcript_id).toBe(transcript_id);
    await pass(25 * 60);
    expect((await call(`${spoken}/finish/`, who)).body.code).toBe('not_found');
    expect(await readTranscript(who, transcript_id)).toMatchObject({ title: 'Live captions' });
  });

  test('that nobody finishes do not wait for others that cannot be finished', async () => {
    let who = await createCustomer(t, 'neighbour@example.com');
    const [broken, ...others] = [await create(who), await create(who), await create(who)];
    for (const id of others) await sendPart(who, id);
    await sendPart(who, broken!);
    // Its text cannot be stored, and it is the first in the order of the job.
    await change(
      `update speech_captions_part set transcript = '{"segments":[{}]}' where captions_id = $1`,
      [broken],
    );
    await change(
      `update speech_captions set updated_at = updated_at - interval '1 minute' where id = $1`,
      [broken],
    );
    // More than the job reads at once.
    await change(
      `insert into speech_captions (id, account_id, title, options, engine, created_at, updated_at)
       select gen_random_uuid(), account_id, title, options, engine, created_at, updated_at
       from speech_captions, generate_series(1, 60) where id = $1`,
      [broken],
    );
    await change(
      `update speech_captions set updated_at = updated_at - interval '1 minute' where id = $1`,
      [broken],
    );
    t.clock.advance(31 * minuteMs);
    await t.jobs.runSchedule('speech.finish_captions');
    who = await t.signIn(who.email);
    expect(await countTranscripts(who)).toBe(2);
    const { rows } = await change(
      'select id from speech_captions where account_id = $1 and finished_at is null',
      [who.accountId],
    );
    expect(rows).toEqual([{ id: broken }]);
  });

  test('belong to their account, and are deleted with it', async () => {
    const who = await createCustomer(t, 'owner@example.com');
    const stranger = await createCustomer(t, 'stranger@example.com');
    const nobody = { headers: { authorization: '' } };
    const id = await create(who);
    for (const one of [id, 'nonsense']) {
      expect((await sendPart(stranger, one)).body.code).toBe('not_found');
      expect((await call(`${one}/finish/`, stranger)).body.code).toBe('not_found');
    }
    expect((await sendPart(nobody, id)).status).toBe(401);
    for (const url of ['', `${id}/finish/`])
      expect((await send(t, 'POST', base + url)).status).toBe(401);
    await sendPart(who, id);
    await t.kernel.database.transaction((tx) => deleteAccountTexts(tx, who));
    expect((await sendPart(who, id, { number: 2 })).body.code).toBe('not_found');
    expect(await countTranscripts(who)).toBe(0);
  });
});

describe('creating captions', () => {
  test('is refused for wrong options like a direct call', async () => {
    const who = await createCustomer(t, 'options@example.com');
    expect((await call('', who, { title: ' ' })).body).toHaveProperty('title');
    expect((await call('', who, { model: 'nonsense' })).body).toHaveProperty('model');
    for (const [options, status, code] of [
      [{ language: 'de' }, 422, 'unsupported_language'],
      [{ model: 'pocketsphinx', translate: true }, 422, 'unsupported_option'],
      [{ model: 'whisper' }, 503, 'provider_unavailable'],
      [{ model: 'remote' }, 422, 'captions_unsupported'],
    ] as const)
      expect(await call('', who, options)).toMatchObject({ status, body: { code } });
    expect((await call('', who, { model: 'remote' })).body).toMatchObject({
      model: 'remote',
      engines: ['whisper', 'pocketsphinx'],
    });
  });

  test('prefers an engine that works in parts', async () => {
    const who = await createCustomer(t, 'preferring@example.com');
    const remote = t.areas.speech.engines.transcription.find(({ id }) => id === 'remote')!;
    vi.spyOn(remote, 'isAvailable').mockResolvedValue(true);
    expect((await call('', who, {})).body.model).toBe('pocketsphinx');
  });

  test('needs a place for the transcript, and that transcription is switched on', async () => {
    const who = await createCustomer(t, 'full@example.com');
    await change(
      `insert into speech_transcript (id, account_id, title, text, duration_ms, model, segments,
         words, created_at, updated_at)
       select gen_random_uuid(), $1, '', '', 0, '', '[]', '[]', now(), now()
       from generate_series(1, $2::int)`,
      [who.accountId, budgets.transcriptsPerAccount],
    );
    expect((await call('', who, {})).body.code).toBe('transcript_limit_reached');
    const { database, features, clock } = t.kernel;
    const off = { isOn: false, reason: 'Wrong', accountId: who.accountId, now: clock.now() };
    await saveSwitch(database.write, 'transcription', off);
    features.clearCache();
    expect((await call('', who, {})).body.code).toBe('feature_off');
  });

  test('finishes those without a part for longest beyond the limit', async () => {
    const who = await createCustomer(t, 'collector@example.com');
    const ids: string[] = [];
    for (let count = 0; count < budgets.openCaptionsPerAccount; count++) {
      t.clock.advance(1000);
      ids.push(await create(who));
    }
    t.clock.advance(1000);
    await change('update speech_captions set updated_at = $2 where id = $1', [
      ids[0],
      t.clock.now(),
    ]);
    ids.push(await create(who));
    const { rows } = await change(
      'select id from speech_captions where account_id = $1 and finished_at is not null',
      [who.accountId],
    );
    expect(rows).toEqual([{ id: ids[1] }]);
  });
});
