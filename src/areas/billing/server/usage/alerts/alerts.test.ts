import { beforeEach, expect, test } from 'vitest';
import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor } from '#kernel/ports.ts';
import { createAccount } from '#test/factories/accounts.ts';
import {
  calculate,
  createActor,
  createMeteredCall,
  setFreeLimits,
  transcribe,
} from '#test/factories/usage.ts';
import { useKernel } from '#test/test-kernel.ts';
import { createUsage, type Usage } from '../usage.ts';

const t = useKernel();
const seconds = 'You have used 80 % of your plan’s seconds of transcription';
const calculations = 'You have used 80 % of your plan’s calculations';
let actor: Actor;
let email: string;

beforeEach(async () => {
  email = `${createId()}@example.com`;
  actor = createActor(await createAccount(t.kernel, { email }));
  await setFreeLimits(t.kernel, {
    calculations_per_month: 10,
    transcription_seconds_per_month: 100,
  });
});

const fork = (changed: Partial<Kernel> = {}) =>
  createUsage({
    ...t.kernel,
    metrics: { ...t.kernel.metrics, addGauge: () => undefined },
    ...changed,
  });
async function subjects(): Promise<string[]> {
  const { rows } = await t.kernel.database.pool.query<{ subject: string }>(
    'select subject from mail where to_address = $1 order by created_at, id',
    [email],
  );
  return rows.map(({ subject }) => subject);
}
async function calculateTimes(usage: Usage, times: number): Promise<void> {
  for (let at = 0; at < times; at++) {
    await usage.quota.admit(actor, calculate);
    usage.meter.record(createMeteredCall(actor, { endpoint: calculate }));
  }
  await usage.flush();
}

test('alerts about units that were reserved in advance', async () => {
  const usage = fork();
  for (const units of [50, 40]) {
    const requestId = createId();
    await usage.quota.admit(actor, transcribe);
    await usage.quota.reserve(actor, 'audio_second', units, requestId);
    usage.meter.record(createMeteredCall(actor, { endpoint: transcribe, units, requestId }));
    await usage.flush();
  }
  await expect.poll(subjects).toEqual([seconds]);
});

test('alerts again for another limit in the same month', async () => {
  const usage = fork();
  await calculateTimes(usage, 8);
  await expect.poll(subjects).toEqual([calculations]);
  await setFreeLimits(t.kernel, { calculations_per_month: 20 });
  await t.kernel.work.write((tx) => usage.changed(tx, actor.accountId));
  await calculateTimes(usage, 9);
  await expect.poll(subjects).toEqual([calculations, calculations]);
});

test('retries a failed alert with the next flush', async () => {
  let failures = 1;
  const send: Kernel['mail']['send'] = async (...mail) => {
    if (failures-- > 0) throw new Error('no room');
    return t.kernel.mail.send(...mail);
  };
  const silent = { ...t.kernel.log, error: () => undefined } as Kernel['log'];
  const usage = fork({ mail: { ...t.kernel.mail, send }, log: silent });
  await calculateTimes(usage, 8);
  await expect.poll(() => failures).toBe(0);
  expect(await subjects()).toEqual([]);
  const other = createActor(await createAccount(t.kernel, { email: `${createId()}@example.com` }));
  usage.meter.record(createMeteredCall(other));
  await usage.flush();
  await expect.poll(subjects).toEqual([calculations]);
});
