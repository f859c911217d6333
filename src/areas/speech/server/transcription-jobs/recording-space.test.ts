// The space that recordings may take before they are transcribed.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createId } from '#kernel/ids.ts';
import { budgets } from '#lib/budgets.ts';
import { createCustomer, createSubscription } from '#test/factories/subscriptions.ts';
import { setFreeLimits } from '#test/factories/usage.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const jobs = '/apix/services/transcription-jobs/';
const planSeconds = 100;
const planBytes = planSeconds * budgets.recordingBytesPerPlanSecond;

beforeEach(async () => {
  const engine = t.areas.speech.engines.transcription.find(({ id }) => id === 'pocketsphinx')!;
  vi.spyOn(engine, 'isAvailable').mockResolvedValue(true);
  await setFreeLimits(t.kernel, { transcription_seconds_per_month: planSeconds });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await t.kernel.database.write.deleteFrom('speech_transcription_job').execute();
  await setFreeLimits(t.kernel, { transcription_seconds_per_month: null });
});

const create = (by: SignedIn, size_bytes: number) =>
  send(t, 'POST', jobs, { file_name: 'a.wav', size_bytes }, { headers: by.headers });
const cancel = (by: SignedIn, id: unknown) =>
  send(t, 'POST', `${jobs}${id}/cancel/`, {}, { headers: by.headers });

test('of an account follows what its plan transcribes', async () => {
  const who = await createCustomer(t, 'small@example.com');
  const other = await createCustomer(t, 'other@example.com');
  const first = await create(who, planBytes - 5);
  expect(first.status).toBe(201);
  const refused = await create(who, 6);
  expect(refused.status).toBe(400);
  expect(refused.body.size_bytes).toEqual([expect.stringContaining('may have 19.2 MB together')]);
  expect((await create(other, planBytes)).status).toBe(201);
  expect((await create(who, 5)).status).toBe(201);
  await cancel(who, first.body.id);
  expect((await create(who, 6)).status).toBe(201);
});

test('of a larger plan, or of one that goes on beyond its quota, is that of a recording', async () => {
  const paying = await createCustomer(t, 'paying@example.com', '100');
  await createSubscription(t, paying, 'starter');
  expect((await create(paying, budgets.recordingBytesPerAccount)).status).toBe(201);
  expect((await create(paying, 1)).body).toHaveProperty('size_bytes');
  const buying = await createCustomer(t, 'buying@example.com', '100');
  const overage = { unit: 'audio_second', price: '0.01' };
  await setFreeLimits(t.kernel, { transcription_seconds_per_month: planSeconds }, overage);
  expect((await create(buying, planBytes + 1)).status).toBe(201);
});

test('of all accounts together is limited', async () => {
  const who = await createCustomer(t, 'last@example.com');
  const now = t.clock.now();
  const size_bytes = budgets.recordingBytesPerAccount;
  const count = budgets.recordingBytesOfAll / size_bytes;
  const others = Array.from({ length: count }, (_, at) => ({
    id: createId(now),
    account_id: 100_000 + at,
    file_name: 'a.wav',
    engine: 'pocketsphinx',
    options: '{"translate":false,"vad":true}',
    status: 'uploading',
    size_bytes,
    created_at: now,
    updated_at: now,
  }));
  await t.kernel.database.write.insertInto('speech_transcription_job').values(others).execute();
  const refused = await create(who, 1);
  expect(refused).toMatchObject({ status: 503, body: { code: 'storage_busy' } });
  expect(refused.headers['retry-after']).toBe('300');
  await t.kernel.database.write
    .updateTable('speech_transcription_job')
    .set({ status: 'cancelled', finished_at: now })
    .where('id', '=', others[0]!.id)
    .execute();
  expect((await create(who, 1)).status).toBe(201);
});
