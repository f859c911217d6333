// The mail at the end of a transcription job.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { setFreeLimits } from '#test/factories/usage.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { hasFfmpeg, voicedWav } from '#test/recordings.ts';
import { send } from '#test/requests.ts';
import { runJobSlice } from '../transcription-jobs/run-transcription-job.ts';

const t = useApp();
const jobs = '/apix/services/transcription-jobs/';

beforeEach(() => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  const engine = t.areas.speech.engines.transcription.find(({ id }) => id === 'pocketsphinx')!;
  vi.spyOn(engine, 'isAvailable').mockResolvedValue(true);
  const nothing = { language: null, languageProbability: null, segments: [], words: [] };
  vi.spyOn(engine, 'transcribe').mockResolvedValue(nothing);
});
afterEach(async () => {
  vi.restoreAllMocks();
  t.jobs.waiting.length = 0;
  await setFreeLimits(t.kernel, { transcription_seconds_per_month: null });
});

async function start(by: SignedIn, seconds: number): Promise<string> {
  const { headers } = by;
  const file = voicedWav(seconds);
  const body = { file_name: 'board meeting.wav', size_bytes: file.length };
  const { id } = (await send(t, 'POST', jobs, body, { headers })).body;
  await send(t, 'PUT', `${jobs}${id}/parts/1/`, file, {
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  });
  await send(t, 'POST', `${jobs}${id}/start/`, {}, { headers });
  return String(id);
}
const runSlice = (jobId: string) =>
  runJobSlice(t.areas.speech, t.areas.usage, { jobId, isLastAttempt: false });
const mailsTo = async ({ email }: SignedIn) =>
  (await t.mails(email)).filter(({ kind }) => kind === 'speech.transcription_job');

describe.skipIf(!hasFfmpeg)(`a job${skippedUnless('ffmpeg', hasFfmpeg)}`, () => {
  test('that is complete is announced once, with the address of its transcript', async () => {
    const who = await createCustomer(t, 'complete@example.com');
    const id = await start(who, 2);
    await t.jobs.runAll();
    // A late repeat of the last slice.
    await runSlice(id);
    const { body } = await send(t, 'GET', `${jobs}${id}/`, undefined, { headers: who.headers });
    const [mail, ...more] = await mailsTo(who);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('The transcript of board meeting.wav is ready');
    expect(mail!.text).toContain('0:02');
    expect(mail!.text).toContain(
      `${t.config.SITE_URL}/dashboard/speech?tab=transcribe&transcript=${body.transcript_id}`,
    );
  });

  test('that failed is announced once, with the reason', async () => {
    const who = await createCustomer(t, 'failed@example.com');
    await setFreeLimits(t.kernel, { transcription_seconds_per_month: 4 });
    await start(who, 5);
    await t.jobs.runAll();
    const [mail, ...more] = await mailsTo(who);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('board meeting.wav could not be transcribed');
    expect(mail!.text).toContain('Your plan has fewer seconds left than the recording.');
    expect(mail!.text).toContain('Nothing was deducted from your plan');
  });

  test('without progress for a day is announced as failed', async () => {
    const who = await createCustomer(t, 'stuck@example.com');
    const id = await start(who, 2);
    t.jobs.waiting.length = 0;
    await runSlice(id);
    t.jobs.waiting.length = 0;
    t.clock.advance(dayMs + 1);
    for (const _ of [1, 2]) await t.jobs.runSchedule('speech.purge');
    const mails = await mailsTo(who);
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('A fault on our side')]);
  });

  test('that was cancelled or deleted is not announced', async () => {
    const who = await createCustomer(t, 'cancelled@example.com');
    const { headers } = who;
    for (const [method, url] of [
      ['POST', 'cancel/'],
      ['DELETE', ''],
    ] as const) {
      const id = await start(who, 2);
      await runSlice(id);
      await send(t, method, `${jobs}${id}/${url}`, undefined, { headers });
    }
    await t.jobs.runAll();
    expect(await mailsTo(who)).toEqual([]);
  });
});
