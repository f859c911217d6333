import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { bringMail, composeMail } from '#test/inbound-mail.ts';
import { openTicket, patchTicket, say } from '#test/tickets.ts';

const t = useApp({ ALERT_EMAIL: 'Alerts@example.com' });
let ada: SignedIn;
let support: SignedIn;
let second: SignedIn;
beforeEach(async () => {
  ada = await t.signIn('ada@example.com');
  support = await t.signIn('support@example.com', { roles: ['support'] });
  second = await t.signIn('second@example.com', { roles: ['support'] });
  await t.kernel.database.write.deleteFrom('mail').execute();
});
const told = async () => (await t.mails()).map(({ kind, to }) => `${kind} ${to}`).toSorted();

test('support and the alert address learn of a customer’s message', async () => {
  const { number } = await openTicket(t, ada, { message: 'It <b>burns</b>' });
  expect(await told()).toEqual([
    'support.message alerts@example.com',
    'support.message second@example.com',
    'support.message support@example.com',
  ]);
  const [mail] = await t.mails('support@example.com');
  expect(mail?.subject).toBe(`[#${number}] It does not work`);
  expect(mail?.html).toContain('It &lt;b&gt;burns&lt;/b&gt;');
  expect(mail?.text).toContain('ada@example.com');
});

test('who has the ticket is told alone', async () => {
  const { uuid } = await openTicket(t, ada);
  await patchTicket(t, support, uuid, { assigned_to: second.accountId });
  await t.kernel.database.write.deleteFrom('mail').execute();
  await say(t, ada, uuid, 'Anybody?');
  expect(await told()).toEqual(['support.message second@example.com']);
});

test('the customer learns of answers and of the end, and of no note', async () => {
  const { uuid } = await openTicket(t, ada);
  await t.kernel.database.write.deleteFrom('mail').execute();
  await say(t, support, uuid, 'Between us', { is_internal: true });
  expect(await told()).toEqual([]);
  await say(t, support, uuid, 'We look at it');
  await patchTicket(t, support, uuid, { status: 'resolved' });
  expect(await told()).toEqual([
    'support.answer ada@example.com',
    'support.resolved ada@example.com',
  ]);
  const [answer] = await t.mails('ada@example.com');
  expect(answer?.text).toContain('We look at it');
  expect(answer?.text).toContain(`/dashboard/support/${uuid}`);
  expect(answer?.text).toContain('answers to this mail reach nobody');
});

test('the mails of a ticket keep its first subject', async () => {
  const { uuid, number } = await openTicket(t, ada);
  await patchTicket(t, ada, uuid, { subject: 'Other words' });
  await patchTicket(t, support, uuid, { subject: 'Words once more' });
  await say(t, support, uuid, 'We look at it');
  const [mail] = await t.mails('ada@example.com');
  expect(mail?.subject).toBe(`[#${number}] It does not work`);
});

test('staff who open a ticket are not told of their own words', async () => {
  await openTicket(t, support);
  expect(await told()).not.toContain('support.message support@example.com');
});

test('the headers that hold a conversation together leave with the mail', async () => {
  const { uuid } = await openTicket(t, ada);
  await t.jobs.runAll();
  const dir = path.join(t.config.DATA_DIR, 'mail');
  const files = await readdir(dir);
  const mails = await Promise.all(files.map((file) => readFile(path.join(dir, file), 'utf8')));
  const mine = mails.filter((mail) => mail.includes(uuid));
  const root = `<ticket.${uuid}@localhost>`;
  expect(mine.length).toBeGreaterThan(0);
  for (const mail of mine) {
    expect(mail).toContain(`In-Reply-To: ${root}`);
    expect(mail).toContain(`References: ${root}`);
  }
});

test('without a secret no mail is taken in, and no address asks for one', async () => {
  const mail = composeMail({ from: 'ada@example.com', to: 'reply@example.com', body: 'Hi' });
  expect((await bringMail(t, mail)).status).toBe(404);
  await openTicket(t, ada);
  const rows = await t.kernel.database.write.selectFrom('mail').select('reply_to').execute();
  expect(rows.every(({ reply_to }) => reply_to === null)).toBe(true);
});
