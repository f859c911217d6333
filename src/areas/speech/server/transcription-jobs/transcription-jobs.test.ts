// Transcription jobs by the API: uploaded in parts, worked off in slices, counted for the plan.
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { saveSwitch } from '#kernel/features/feature-store.ts';
import { createId } from '#kernel/ids.ts';
import { budgets } from '#lib/budgets.ts';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { setFreeLimits } from '#test/factories/usage.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { convert, hasFfmpeg, voicedWav } from '#test/recordings.ts';
import { send } from '#test/requests.ts';
import { scaledMs } from '#test/time-limits.ts';
import { partBytes } from '../../wire/transcription-jobs.constants.ts';
import type { TranscriptionJobWire } from '../../wire/transcription-jobs.ts';
import { EngineUnavailable, type TranscriptionEngine } from '../engines/engine.ts';
import { deleteAccountTexts } from '../jobs.ts';
import { removeRecordings } from './purge-transcription-jobs.ts';
import { runJobSlice } from './run-transcription-job.ts';

const t = useApp();
const jobs = '/apix/services/transcription-jobs/';
const start = new Date('2026-11-21T10:00:00Z');
let engine: TranscriptionEngine;
let recognized: number[];

beforeAll(() => {
  engine = t.areas.speech.engines.transcription.find(({ id }) => id === 'pocketsphinx')!;
});

/** One segment and one word a piece, a second after its start. */
beforeEach(async () => {
  t.clock.set(start);
  await setFreeLimits(t.kernel, { transcription_seconds_per_month: null });
  recognized = [];
  vi.spyOn(engine, 'isAvailable').mockResolvedValue(true);
  vi.spyOn(engine, 'transcribe').mockImplementation(async ({ seconds }) => {
    recognized.push(seconds);
    const text = `piece ${recognized.length}`;
    const span = { start: 1, end: 2 };
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
  t.jobs.waiting.length = 0;
  await t.kernel.database.write.deleteFrom('feature_switch').execute();
  t.kernel.features.clearCache();
});

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, by: SignedIn, body?: object) =>
  send(t, method, `${jobs}${url}`, body, { headers: by.headers });
const create = (by: SignedIn, size_bytes: number, more: object = {}) =>
  call('POST', '', by, { file_name: 'meeting.wav', size_bytes, ...more });
const readJob = async (by: SignedIn, id: unknown) =>
  (await call('GET', `${id}/`, by)).body as unknown as TranscriptionJobWire;
const put = (by: Pick<SignedIn, 'headers'>, id: unknown, number: number | string, bytes: Buffer) =>
  send(t, 'PUT', `${jobs}${id}/parts/${number}/`, bytes, {
    headers: { ...by.headers, 'content-type': 'application/octet-stream' },
  });

async function upload(by: SignedIn, file: Buffer, more: object = {}): Promise<string> {
  const { body } = await create(by, file.length, more);
  for (let at = 0; at < file.length; at += partBytes)
    await put(by, body.id, at / partBytes + 1, file.subarray(at, at + partBytes));
  return String(body.id);
}
async function uploadAndStart(by: SignedIn, file: Buffer): Promise<string> {
  const id = await upload(by, file);
  expect((await call('POST', `${id}/start/`, by)).body.status).toBe('queued');
  return id;
}
/** One slice, as a worker does it: other jobs may wait before it. */
const runSlice = (jobId: string, isLastAttempt = false) =>
  runJobSlice(t.areas.speech, t.areas.usage, { jobId, isLastAttempt });

const sum = async (sql: string, { accountId }: SignedIn): Promise<number> => {
  await t.areas.usage.flush();
  const { rows } = await t.kernel.database.pool.query<{ sum: string | null }>(sql, [accountId]);
  return Number(rows[0]?.sum ?? 0);
};
const countedBy = (who: SignedIn) =>
  sum(`select sum(units) from usage_record where account_id = $1 and metric = 'audio_second'`, who);
/** What the plan has reserved or counted. */
const usedBy = (who: SignedIn) =>
  sum(
    `select used as sum from usage_counter
     where account_id = $1 and metric = 'audio_second' and span = 'month'`,
    who,
  );
const hasFile = (id: string, name: string) =>
  t.kernel.storage.exists(`transcription-jobs/${id}/${name}`);

describe('an upload', () => {
  test.skipIf(!hasFfmpeg)(
    'takes parts in any order, also twice, and then starts',
    async () => {
      const who = await createCustomer(t, 'parts@example.com');
      // Stereo at 48 kHz: three parts.
      const file = convert(voicedWav(100), 'wav', '-ar', '48000', '-ac', '2');
      const parts = [0, 1, 2].map((at) => file.subarray(at * partBytes, (at + 1) * partBytes));
      const created = await create(who, file.length, { language: 'en' });
      expect(created.status).toBe(201);
      const { id } = created.body;
      expect(created.body).toMatchObject({
        status: 'uploading',
        parts: 3,
        part_bytes: partBytes,
        missing_parts: [1, 2, 3],
        seconds: null,
        progress: 0,
        model: 'pocketsphinx',
        transcript_id: null,
      });
      expect((await put(who, id, 3, parts[2]!)).body.missing_parts).toEqual([1, 2]);
      expect((await put(who, id, 3, parts[2]!)).body.missing_parts).toEqual([1, 2]);
      await Promise.all([put(who, id, 1, parts[0]!), put(who, id, 1, parts[0]!)]);
      const early = await call('POST', `${id}/start/`, who);
      expect(early).toMatchObject({
        status: 409,
        body: { code: 'parts_missing', missing_parts: [2] },
      });
      expect((await put(who, id, 2, parts[1]!)).body.missing_parts).toEqual([]);
      const started = await call('POST', `${id}/start/`, who);
      expect(started).toMatchObject({ status: 200, body: { status: 'queued' } });
      expect((await call('POST', `${id}/start/`, who)).body).toEqual(started.body);
      const late = await put(who, id, 2, parts[1]!);
      expect(late).toMatchObject({ status: 409, body: { code: 'upload_closed' } });
      await t.jobs.runAll();
      expect(await readJob(who, id)).toMatchObject({ status: 'complete', seconds: 100 });
    },
    scaledMs(60_000),
  );

  test('refuses parts of a wrong size or number, and what is not audio', async () => {
    const who = await createCustomer(t, 'wrong@example.com');
    const { id } = (await create(who, partBytes + 10)).body;
    const short = await put(who, id, 2, Buffer.alloc(9));
    expect(short.status).toBe(400);
    expect(short.body).toEqual({ non_field_errors: ['Part 2 has 10 bytes; 9 were sent.'] });
    for (const number of ['3', '0', '1.5', 'x'])
      expect((await put(who, id, number, Buffer.alloc(9))).body).toEqual({
        number: ['The file has no such part.'],
      });
    const text = await put(who, id, 1, Buffer.alloc(partBytes, 'text '));
    expect(text).toMatchObject({ status: 422, body: { code: 'undecodable_audio' } });
    const large = await put(who, id, 1, Buffer.alloc(partBytes + 1));
    expect(large).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    expect((await readJob(who, id)).missing_parts).toEqual([1, 2]);
  });

  test('is refused for wrong options like a direct call', async () => {
    const who = await createCustomer(t, 'options@example.com');
    expect((await create(who, 0)).body).toHaveProperty('size_bytes');
    expect((await create(who, 2_000_000_001)).body).toHaveProperty('size_bytes');
    expect((await create(who, 1, { file_name: ' ' })).body).toHaveProperty('file_name');
    expect((await create(who, 1, { model: 'nonsense' })).body).toHaveProperty('model');
    for (const [options, status, code] of [
      [{ language: 'de', model: 'pocketsphinx' }, 422, 'unsupported_language'],
      [{ translate: true }, 422, 'unsupported_option'],
      [{ model: 'whisper' }, 503, 'provider_unavailable'],
    ] as const)
      expect(await create(who, 1, options)).toMatchObject({ status, body: { code } });
  });

  test('is limited in number and size, and needs a place for its transcript', async () => {
    const who = await createCustomer(t, 'hoarder@example.com');
    const { transcriptionJobsPerAccount: limit, recordingBytesPerAccount: bytes } = budgets;
    const { id } = (await create(who, bytes - 9)).body;
    expect((await create(who, 10)).body).toHaveProperty('size_bytes');
    // Cancelled ones have no bytes any more.
    await call('POST', `${id}/cancel/`, who);
    expect((await create(who, 10)).status).toBe(201);
    for (let count = 2; count < limit; count++) await create(who, 1);
    const refused = await create(who, 1);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: 'transcription_job_limit_reached', limit });
    await call('DELETE', `${id}/`, who);
    await t.kernel.database.pool.query(
      `insert into speech_transcript (id, account_id, title, text, duration_ms, model, segments,
         words, created_at, updated_at)
       select gen_random_uuid(), $1, '', '', 0, '', '[]', '[]', now(), now()
       from generate_series(1, $2::int)`,
      [who.accountId, budgets.transcriptsPerAccount],
    );
    expect((await create(who, 1)).body.code).toBe('transcript_limit_reached');
  });

  test('without a part for an hour is cancelled, and its space is free', async () => {
    let who = await createCustomer(t, 'idle@example.com');
    const { recordingBytesPerAccount: bytes } = budgets;
    const idle = (await create(who, bytes - 2 * partBytes)).body.id;
    const active = (await create(who, 2 * partBytes)).body.id;
    const statusesAfter = async (minutes: number) => {
      t.clock.advance(minutes * minuteMs);
      await t.jobs.runSchedule('speech.purge');
      who = await t.signIn(who.email);
      return Promise.all([idle, active].map(async (id) => (await readJob(who, id)).status));
    };
    expect(await statusesAfter(59)).toEqual(['uploading', 'uploading']);
    await put(who, active, 2, Buffer.alloc(partBytes));
    expect((await create(who, 1)).status).toBe(400);
    expect(await statusesAfter(2)).toEqual(['cancelled', 'uploading']);
    expect((await create(who, bytes - 2 * partBytes)).status).toBe(201);
    // A part that is sent again and again does not keep the space for ever.
    for (let hours = 1; hours < 24; hours++) {
      await statusesAfter(59);
      await put(who, active, 2, Buffer.alloc(partBytes));
    }
    expect(await statusesAfter(59)).toEqual(['cancelled', 'cancelled']);
  });

  test('that is not completed is deleted', async () => {
    const who = await createCustomer(t, 'forgetful@example.com');
    const id = await upload(who, voicedWav(1));
    expect(await hasFile(id, 'part-1')).toBe(true);
    t.clock.advance(hourMs + 1);
    await t.jobs.runSchedule('speech.purge');
    expect(await hasFile(id, 'part-1')).toBe(false);
    const back = await t.signIn(who.email);
    expect((await readJob(back, id)).status).toBe('cancelled');
    t.clock.advance(31 * dayMs);
    await t.jobs.runSchedule('speech.purge');
    const later = await t.signIn(who.email);
    expect((await call('GET', `${id}/`, later)).status).toBe(404);
  });
});

describe.skipIf(!hasFfmpeg)(`a job${skippedUnless('ffmpeg', hasFfmpeg)}`, () => {
  test('becomes a transcript, in slices, and goes on after a restart', async () => {
    const who = await createCustomer(t, 'steady@example.com');
    const id = await uploadAndStart(who, voicedWav(130));
    await runSlice(id);
    expect(await readJob(who, id)).toMatchObject({
      status: 'running',
      seconds: 130,
      seconds_done: 0,
      progress: 0,
    });
    // Reserved before any piece is recognized.
    expect([recognized.length, await usedBy(who), await countedBy(who)]).toEqual([0, 130, 0]);
    // Two workers have the same slice: one that is believed dead is not.
    await Promise.all([runSlice(id), runSlice(id)]);
    const running = await readJob(who, id);
    expect(running.progress).toBeGreaterThan(30);
    expect(running.progress).toBeLessThan(50);
    const publish = vi.spyOn(t.kernel.live, 'publish');
    await t.jobs.runAll();
    const message = { topic: 'speech', accountId: who.accountId };
    const data = { type: 'transcription_job', id };
    // The second piece, and the last one with the end.
    const sent = { ...message, data };
    const published = publish.mock.calls.map(([, one]) => one);
    // Uses of keys by other accounts are written, and told, once a second.
    const own = published.filter(({ accountId }) => accountId === who.accountId);
    expect(own).toEqual([sent, sent]);
    const done = await readJob(who, id);
    expect(done).toMatchObject({
      status: 'complete',
      progress: 100,
      seconds_done: 130,
      language: 'en',
      error: null,
    });
    expect(await countedBy(who)).toBe(130);
    const url = `/apix/services/transcripts/${done.transcript_id}/`;
    const { body } = await send(t, 'GET', url, undefined, { headers: who.headers });
    expect(body).toMatchObject({ title: 'meeting.wav', duration: 130, language: 'en' });
    const segments = body.segments as { id: number; start: number; end: number }[];
    expect(segments.map((segment) => segment.id)).toEqual([0, 1, 2]);
    expect(segments[0]).toMatchObject({ start: 1, end: 2 });
    // Pieces are cut between 45 and 60 s.
    expect(segments[1]!.start).toBeGreaterThan(46);
    expect(segments[1]!.start).toBeLessThan(61);
    expect(body.words).toHaveLength(3);
    expect([await hasFile(id, 'part-1'), await hasFile(id, 'piece-1')]).toEqual([false, false]);
    // A late repeat of a slice changes nothing.
    await runSlice(id);
    expect(await readJob(who, id)).toEqual(done);
    expect(await countedBy(who)).toBe(130);
  });

  test('stops when it is cancelled or deleted while it runs, and is free', async () => {
    const who = await createCustomer(t, 'undecided@example.com');
    for (const [method, url, status] of [
      ['POST', 'cancel/', 200],
      ['DELETE', '', 204],
    ] as const) {
      const id = await uploadAndStart(who, voicedWav(5));
      await runSlice(id);
      const entered = Promise.withResolvers<void>();
      vi.spyOn(engine, 'transcribe').mockImplementation((_job, signal) => {
        entered.resolve();
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      });
      const slice = runSlice(id);
      await entered.promise;
      expect((await call(method, `${id}/${url}`, who)).status).toBe(status);
      await slice;
      expect([await hasFile(id, 'part-1'), await hasFile(id, 'piece-1')]).toEqual([false, false]);
      expect([await usedBy(who), await countedBy(who)]).toEqual([0, 0]);
      t.jobs.waiting.length = 0;
    }
    const [cancelled] = (await call('GET', '', who)).body.results as TranscriptionJobWire[];
    expect(cancelled).toMatchObject({ status: 'cancelled', transcript_id: null });
    const again = await call('POST', `${cancelled!.id}/cancel/`, who);
    expect(again.body).toEqual(cancelled);
  });

  test('of an account runs alone, and the next one follows', async () => {
    const who = await createCustomer(t, 'queue@example.com');
    const first = await uploadAndStart(who, voicedWav(2));
    const second = await uploadAndStart(who, voicedWav(2));
    t.jobs.waiting.length = 0;
    await runSlice(first);
    await runSlice(second);
    expect((await readJob(who, second)).status).toBe('queued');
    await t.jobs.runAll();
    const ended = await Promise.all([first, second].map((id) => readJob(who, id)));
    expect(ended.map(({ status }) => status)).toEqual(['complete', 'complete']);
  });

  test('beyond the plan fails before any piece is recognized', async () => {
    const who = await createCustomer(t, 'thrifty@example.com');
    await setFreeLimits(t.kernel, { transcription_seconds_per_month: 4 });
    const id = await uploadAndStart(who, voicedWav(5));
    await t.jobs.runAll();
    expect(await readJob(who, id)).toMatchObject({ status: 'failed', error: 'quota_exceeded' });
    expect([recognized.length, await usedBy(who), await countedBy(who)]).toEqual([0, 0, 0]);
    const fits = await uploadAndStart(who, voicedWav(4));
    await t.jobs.runAll();
    expect((await readJob(who, fits)).status).toBe('complete');
    expect((await create(who, 10)).body).toMatchObject({ code: 'quota_exceeded', limit: 4 });
  });

  test('fails when its engine fails at every attempt, or its audio is broken', async () => {
    const who = await createCustomer(t, 'broken@example.com');
    const id = await uploadAndStart(who, voicedWav(2));
    vi.spyOn(engine, 'transcribe').mockRejectedValue(new EngineUnavailable('down'));
    await runSlice(id);
    await expect(runSlice(id)).rejects.toMatchObject({
      declaration: { code: 'provider_unavailable' },
    });
    expect((await readJob(who, id)).status).toBe('running');
    await t.jobs.runAll();
    expect(await readJob(who, id)).toMatchObject({
      status: 'failed',
      error: 'provider_unavailable',
    });
    const flac = convert(voicedWav(2), 'flac').fill(0, 60);
    const other = await uploadAndStart(who, flac);
    await t.jobs.runAll();
    expect(await readJob(who, other)).toMatchObject({
      status: 'failed',
      error: 'undecodable_audio',
    });
    expect(await usedBy(who)).toBe(0);
  });

  test(
    'longer than four hours is refused',
    async () => {
      const who = await createCustomer(t, 'long@example.com');
      const padding = ['-af', 'apad=whole_dur=14402', '-ar', '8000'];
      const id = await uploadAndStart(who, convert(voicedWav(1), 'flac', ...padding));
      await t.jobs.runAll();
      expect(await readJob(who, id)).toMatchObject({ status: 'failed', error: 'audio_too_long' });
    },
    scaledMs(120_000),
  );

  test('waits while transcription is switched off, and one without progress fails', async () => {
    const who = await createCustomer(t, 'paused@example.com');
    const id = await uploadAndStart(who, voicedWav(2));
    const { database, features, clock } = t.kernel;
    const off = { isOn: false, reason: 'Wrong', accountId: who.accountId, now: clock.now() };
    await saveSwitch(database.write, 'transcription', off);
    features.clearCache();
    t.jobs.waiting.length = 0;
    await runSlice(id);
    expect(t.jobs.waiting).toMatchObject([{ data: { jobId: id }, startAfterSeconds: 60 }]);
    expect((await create(who, 10)).body.code).toBe('feature_off');
    await database.write.deleteFrom('feature_switch').execute();
    features.clearCache();
    await runSlice(id);
    t.jobs.waiting.length = 0;
    t.clock.advance(dayMs + 1);
    await t.jobs.runSchedule('speech.purge');
    const back = await t.signIn(who.email);
    expect(await readJob(back, id)).toMatchObject({ status: 'failed', error: 'error' });
  });
});

describe('among several jobs', () => {
  const insert = (by: SignedIn, row: object) =>
    t.kernel.database.write
      .insertInto('speech_transcription_job')
      .values({
        id: createId(start),
        account_id: by.accountId,
        file_name: 'a.wav',
        size_bytes: 9,
        engine: 'pocketsphinx',
        options: '{"translate":false,"vad":true}',
        status: 'running',
        created_at: start,
        updated_at: start,
        ...row,
      })
      .returning('id')
      .executeTakeFirstOrThrow();

  test('one that cannot be failed does not keep others without progress running', async () => {
    const [first, second] = [
      await createCustomer(t, 'stuck-first@example.com'),
      await createCustomer(t, 'stuck-second@example.com'),
    ];
    const stuck = [(await insert(first, {})).id, (await insert(second, {})).id];
    const { publish } = t.kernel.live;
    vi.spyOn(t.kernel.live, 'publish').mockImplementation(async (tx, message) => {
      if (message.accountId === first.accountId) throw new Error('out of order');
      return publish(tx, message);
    });
    t.clock.advance(dayMs + 1);
    await t.jobs.runSchedule('speech.purge');
    const owners = [await t.signIn(first.email), await t.signIn(second.email)];
    const statuses = await Promise.all(owners.map((by, at) => readJob(by, stuck[at])));
    expect(statuses.map(({ status }) => status)).toEqual(['running', 'failed']);
  });

  test('the files of one that cannot be removed do not keep those of others', async () => {
    const who = await createCustomer(t, 'files@example.com');
    const ended = { status: 'cancelled', finished_at: start };
    const earlier = { ...ended, finished_at: new Date(start.getTime() - 1) };
    const [broken, whole] = [(await insert(who, earlier)).id, (await insert(who, ended)).id];
    for (const id of [broken, whole])
      await t.kernel.storage.put(`transcription-jobs/${id}/part-1`, Buffer.from('a'), {
        contentType: 'audio/wav',
      });
    const { storage } = t.kernel;
    const remove = storage.remove.bind(storage);
    vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
      if (key.includes(broken)) throw new Error('read-only');
      return remove(key);
    });
    await expect(removeRecordings(t.areas.speech)).rejects.toThrow('read-only');
    expect([await hasFile(broken, 'part-1'), await hasFile(whole, 'part-1')]).toEqual([
      true,
      false,
    ]);
  });
});

test('belongs to its account, and its files go with it', async () => {
  const who = await createCustomer(t, 'owner@example.com');
  const stranger = await t.signIn('stranger@example.com');
  const file = voicedWav(1);
  const id = await upload(who, file);
  for (const [method, url] of [
    ['GET', `${id}/`],
    ['POST', `${id}/start/`],
    ['POST', `${id}/cancel/`],
    ['DELETE', `${id}/`],
  ] as const) {
    expect((await call(method, url, stranger)).body.code).toBe('not_found');
    expect((await send(t, method, jobs + url)).status).toBe(401);
  }
  expect((await put(stranger, id, 1, file)).body.code).toBe('not_found');
  expect((await put({ headers: { authorization: '' } }, id, 1, file)).status).toBe(401);
  expect((await call('GET', 'nonsense/', who)).status).toBe(404);
  expect((await call('GET', '', stranger)).body.count).toBe(0);
  expect((await call('GET', '?page=7', who)).status).toBe(404);
  for (const method of ['GET', 'POST'] as const)
    expect((await send(t, method, jobs)).status).toBe(401);
  expect((await call('GET', '', who)).body.results).toMatchObject([{ id, status: 'uploading' }]);
  await t.kernel.database.transaction((tx) => deleteAccountTexts(tx, who));
  expect((await call('GET', '', who)).body.count).toBe(0);
  await t.jobs.runSchedule('speech.purge');
  expect(await hasFile(id, 'part-1')).toBe(false);
});
