import { beforeEach, describe, expect, it } from 'vitest';
import { accountDeleted } from '#areas/accounts/server/index.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp({ STAFF_EMAILS: 'owner@weftline.example.com' });
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let count = 0;
async function submit(changes: object = {}): Promise<number> {
  const body = {
    name: 'Ada Byron',
    email: `lead${++count}@example.com`,
    message: 'We need a loom that computes.',
    site_url: 'https://weftline.example.com/',
    ...changes,
  };
  const reply = await send(t, 'POST', '/apix/leads/leads/submit/', body, { ip: `10.3.0.${count}` });
  return Number(reply.body.lead_id);
}
const leads = () => t.kernel.database.write.selectFrom('lead').selectAll().orderBy('id').execute();
const setLead = (id: number, values: { status?: string; deleted_at?: Date }) =>
  t.kernel.database.write.updateTable('lead').set(values).where('id', '=', id).execute();
const reminders = async () =>
  (await t.mails('owner@weftline.example.com')).filter(({ kind }) => kind === 'leads.reminder');

beforeEach(async () => {
  await t.kernel.database.write.deleteFrom('lead').execute();
  await t.kernel.database.write.deleteFrom('mail').execute();
});

describe('the reminder', () => {
  it('runs every 15 minutes', () => {
    expect(t.jobs.schedules.get('leads.remind')).toBe('*/15 * * * *');
  });

  it('reminds sales once of leads with less than 4 hours left, and of no others', async () => {
    const answered = await submit({ name: 'Answered Person' });
    await setLead(answered, { status: 'contacted' });
    await submit({ name: 'Machine', website: 'x' });
    const due = await submit({ name: 'Waiting Person' });
    t.clock.advance(20 * hourMs);
    await submit({ name: 'Fresh Person' });
    await t.jobs.runSchedule('leads.remind');
    expect(await reminders()).toEqual([]);
    t.clock.advance(1);
    await t.jobs.runSchedule('leads.remind');
    await t.jobs.runSchedule('leads.remind');
    const [mail, ...more] = await reminders();
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('A lead awaits a reply');
    expect(mail!.text).toContain(`#${due} Waiting Person`);
    expect(mail!.text).not.toMatch(/Answered|Machine|Fresh/);
  });

  it('lists several in one mail', async () => {
    await submit();
    await submit();
    t.clock.advance(30 * hourMs);
    await t.jobs.runSchedule('leads.remind');
    const mails = await reminders();
    expect(mails.map(({ subject }) => subject)).toEqual(['2 leads await a reply']);
  });
});

describe('purging', () => {
  it('erases deleted leads and spam after 30 days, addresses after 90', async () => {
    const recent = await submit();
    const ip = `10.3.0.${count}`;
    const spam = await submit({ website: 'x' });
    const deleted = await submit();
    await setLead(deleted, { deleted_at: t.clock.now() });
    t.clock.advance(30 * dayMs);
    await t.jobs.runSchedule('leads.purge');
    expect((await leads()).map(({ id }) => id)).toEqual([recent, spam, deleted]);
    t.clock.advance(1);
    await t.jobs.runSchedule('leads.purge');
    const [left, ...others] = await leads();
    expect(others).toEqual([]);
    expect(left).toMatchObject({ id: recent, ip });
    t.clock.advance(60 * dayMs);
    await t.jobs.runSchedule('leads.purge');
    expect((await leads())[0]).toMatchObject({ id: recent, ip: null, user_agent: '' });
  });
});

describe('the deletion of an account', () => {
  it('keeps its leads without the account, and unassigns those assigned to it', async () => {
    const { accountId } = await t.signIn('gone@example.com', { roles: ['sales'] });
    const id = await submit();
    const db = t.kernel.database;
    await db.write
      .updateTable('lead')
      .set({ account_id: accountId, assigned_to: accountId })
      .where('id', '=', id)
      .execute();
    await db.transaction((tx) => t.kernel.events.publish(tx, accountDeleted, { accountId }));
    const lead = (await leads()).find((each) => each.id === id);
    expect(lead).toMatchObject({ account_id: null, assigned_to: null, name: 'Ada Byron' });
  });
});
