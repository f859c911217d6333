import { createId } from '#kernel/ids.ts';
import type { TestApp } from '../../harness.ts';
import { silentWav } from '../../recordings.ts';
import { createForm, newCustomer, type Write, type Writes } from './write.ts';

const transcript = '/apix/services/transcripts/:id/';
/** The queue is full, or no engine that can do it is installed on this machine. */
const mayBeBusy = ['too_busy', 'provider_unavailable'];

const segment = { id: 0, start: 0, end: 1, text: 'Hello', avg_logprob: 0, no_speech_prob: null };

async function withTranscript(t: TestApp): Promise<Write> {
  const who = await newCustomer(t);
  const now = t.clock.now();
  const id = createId(now);
  await t.kernel.work.write((tx) =>
    tx
      .insertInto('speech_transcript')
      .values({
        id,
        account_id: who.accountId,
        title: 'Recording',
        text: 'Hello',
        duration_ms: 1000,
        model: 'pocketsphinx',
        segments: JSON.stringify([segment]),
        words: '[]',
        created_at: now,
        updated_at: now,
      })
      .execute(),
  );
  return { who, params: { id } };
}

const jobsPath = '/apix/services/transcription-jobs/';
const recording = silentWav(1);
const newJob = { file_name: 'memo.wav', size_bytes: recording.length };

async function insertTranscriptionJob(t: TestApp, uploaded_parts: number[]): Promise<Write> {
  const who = await newCustomer(t);
  const now = t.clock.now();
  const id = createId(now);
  await t.kernel.work.write((tx) =>
    tx
      .insertInto('speech_transcription_job')
      .values({
        id,
        account_id: who.accountId,
        ...newJob,
        uploaded_parts,
        engine: 'pocketsphinx',
        options: '{"translate":false,"vad":true}',
        status: 'uploading',
        created_at: now,
        updated_at: now,
      })
      .execute(),
  );
  return { who, params: { id } };
}

const captionsPath = '/apix/services/captions/';

async function insertCaptions(t: TestApp): Promise<Write> {
  const who = await newCustomer(t);
  const now = t.clock.now();
  const id = createId(now);
  await t.kernel.work.write((tx) =>
    tx
      .insertInto('speech_captions')
      .values({
        id,
        account_id: who.accountId,
        title: 'Live captions',
        engine: 'pocketsphinx',
        options: '{"translate":false,"vad":true}',
        created_at: now,
        updated_at: now,
      })
      .execute(),
  );
  return { who, params: { id } };
}

export const speechWrites: Writes = {
  [`POST ${jobsPath}`]: async (t) => ({ who: await newCustomer(t), body: newJob, mayBeBusy }),
  [`PUT ${jobsPath}:id/parts/:number/`]: async (t) => {
    const { who, params } = await insertTranscriptionJob(t, []);
    const headers = { 'content-type': 'application/octet-stream' };
    return { who, params: { ...params, number: 1 }, raw: { content: recording, headers } };
  },
  [`POST ${jobsPath}:id/start/`]: (t) => insertTranscriptionJob(t, [1]),
  [`POST ${jobsPath}:id/cancel/`]: (t) => insertTranscriptionJob(t, []),
  [`DELETE ${jobsPath}:id/`]: (t) => insertTranscriptionJob(t, []),
  [`POST ${captionsPath}`]: async (t) => ({ who: await newCustomer(t), body: {}, mayBeBusy }),
  [`PUT ${captionsPath}:id/parts/:number/`]: async (t) => {
    const { who, params } = await insertCaptions(t);
    const headers = { 'content-type': 'application/octet-stream' };
    const raw = { content: recording, headers };
    return { who, params: { ...params, number: 1 }, query: { start: '0' }, raw, mayBeBusy };
  },
  [`POST ${captionsPath}:id/finish/`]: insertCaptions,
  'POST /apix/services/tts/base64/': async (t) => ({
    who: await newCustomer(t),
    body: (at) => ({ text: `${at}.`, response_format: 'wav' }),
    mayBeBusy,
  }),
  'POST /apix/services/transcribe/base64/': async (t) => ({
    who: await newCustomer(t),
    body: { audio: silentWav(1).toString('base64') },
    mayBeBusy,
  }),
  'POST /apix/v1/audio/speech/': async (t) => ({
    who: await newCustomer(t),
    body: (at) => ({ input: `${at}.`, voice: 'alloy', response_format: 'wav' }),
    mayBeBusy,
  }),
  'POST /apix/v1/audio/transcriptions/': async (t) => ({
    who: await newCustomer(t),
    raw: await createForm('file', silentWav(1), 'memo.wav'),
    mayBeBusy,
  }),
  'POST /apix/v1/audio/translations/': async (t) => ({
    who: await newCustomer(t),
    raw: await createForm('file', silentWav(1), 'memo.wav'),
    mayBeBusy: [...mayBeBusy, 'unsupported_option'],
  }),
  [`PATCH ${transcript}`]: async (t) => ({
    ...(await withTranscript(t)),
    body: { title: 'Renamed' },
  }),
  [`DELETE ${transcript}`]: withTranscript,
};
