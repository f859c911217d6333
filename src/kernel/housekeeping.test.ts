import { expect, test } from 'vitest';
import { useApp } from '#test/harness.ts';
import { createId } from './ids.ts';

const t = useApp();
const day = 86_400_000;

test('sent e-mails are kept for 30 days, those that did not arrive for 90, and queued ones until they are sent', async () => {
  const { mail, database } = t.kernel;
  await database.write.deleteFrom('mail').execute();
  const statuses = ['queued', 'sent', 'dead', 'discarded'] as const;
  for (const status of statuses) {
    const draft = { kind: status, subject: 'Hi', html: '', text: '' };
    const id = await mail.send(database.write, { ...draft, to: { address: 'a@example.com' } });
    await database.write.updateTable('mail').set({ status }).where('id', '=', id).execute();
  }
  const bounced = { kind: 'bounced', status: 'sent', bounce_kind: 'bounced' };
  await database.write
    .insertInto('mail')
    .values({
      ...bounced,
      id: createId(),
      to_address: 'a@example.com',
      subject: 'Hi',
      html: '',
      body: '',
      created_at: t.clock.now(),
    })
    .execute();
  t.jobs.waiting.splice(0);
  const kindsAfter = async (days: number) => {
    t.clock.advance(days * day + 1);
    await t.jobs.runSchedule('kernel.purge');
    return (await t.mails()).map(({ kind }) => kind).toSorted();
  };
  expect(await kindsAfter(29)).toEqual(['bounced', 'dead', 'discarded', 'queued', 'sent']);
  expect(await kindsAfter(1)).toEqual(['bounced', 'dead', 'discarded', 'queued']);
  expect(await kindsAfter(59)).toEqual(['bounced', 'dead', 'discarded', 'queued']);
  expect(await kindsAfter(1)).toEqual(['queued']);
});

test('queues and mails that wait are measured', async () => {
  const { mail, database, metrics } = t.kernel;
  await database.write.deleteFrom('mail').execute();
  const draft = { kind: 'test', subject: 'Hi', html: '', text: '' };
  const send = (isUrgent: boolean) =>
    mail.send(database.write, { ...draft, isUrgent, to: { address: 'a@example.com' } });
  await send(true);
  const failing = await send(false);
  await send(false);
  const heldId = await send(false);
  const update = (id: string, values: { last_error: string } | { status: 'held' }) =>
    database.write.updateTable('mail').set(values).where('id', '=', id).execute();
  await update(failing, { last_error: 'Put off.' });
  await update(heldId, { status: 'held' });
  t.clock.advance(90_000);
  const text = await metrics.registry.metrics();
  const waiting = { 'mail.codes': 1, 'mail.deliver': 2 };
  for (const [queue, count] of Object.entries(waiting)) {
    expect(text).toContain(`mails_waiting{queue="${queue}"} ${count}`);
    expect(text).toContain(`mail_oldest_age_seconds{queue="${queue}"} 90`);
    expect(text).toContain(`job_oldest_age_seconds{queue="${queue}"} 0`);
  }
  expect(text).toContain('mails_failing{queue="mail.codes"} 0');
  expect(text).toContain('mails_failing{queue="mail.deliver"} 1');
  expect(text).toContain('mails_held 1');
  t.jobs.waiting.splice(0);
});
