import { expect, test } from 'vitest';
import { useApp } from '#test/harness.ts';

const t = useApp();
const day = 86_400_000;

test('sent e-mails are kept for 30 days, dead ones for 90, and queued ones until they are sent', async () => {
  const { mail, database } = t.kernel;
  const statuses = ['queued', 'sent', 'dead'] as const;
  for (const status of statuses) {
    const draft = { kind: status, subject: 'Hi', html: '', text: '' };
    const id = await mail.send(database.write, { ...draft, to: { address: 'a@example.com' } });
    await database.write.updateTable('mail').set({ status }).where('id', '=', id).execute();
  }
  t.jobs.waiting.splice(0);
  const keptAfter = async (days: number) => {
    t.clock.advance(days * day + 1);
    await t.jobs.runSchedule('kernel.purge');
    return (await t.mails()).map(({ kind }) => kind).toSorted();
  };
  expect(await keptAfter(29)).toEqual(['dead', 'queued', 'sent']);
  expect(await keptAfter(1)).toEqual(['dead', 'queued']);
  expect(await keptAfter(59)).toEqual(['dead', 'queued']);
  expect(await keptAfter(1)).toEqual(['queued']);
});
