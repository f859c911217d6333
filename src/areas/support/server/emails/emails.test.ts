import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { composeMail, deliverInboundMail } from '#test/factories/inbound-mail.ts';
import { createMessage, createTicket, updateTicket } from '#test/factories/tickets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';

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
const listSentMails = async () =>
  (await t.mails()).map(({ kind, to }) => `${kind} ${to}`).toSorted();

test('support and the alert address get a customer’s message', async () => {
  const { number } = await createTicket(t, ada, { message: 'It <b>burns</b>' });
  expect(await listSentMails()).toEqual([
    'support.message alerts@example.com',
    'support.message second@example.com',
    'support.message support@example.com',
  ]);
  const [mail] = await t.mails('support@example.com');
  expect(mail?.subject).toBe(`[#${number}] It does not work`);
  expect(mail?.html).toContain('It &lt;b&gt;burns&lt;/b&gt;');
  expect(mail?.text).toContain('ada@example.com');
});

test('only the assignee gets messages of an assigned ticket', async () => {
  const { uuid } = await createTicket(t, ada);
  await updateTicket(t, support, uuid, { assigned_to: second.accountId });
  await t.kernel.database.write.deleteFrom('mail').execute();
  await createMessage(t, ada, uuid, 'Anybody?');
  expect(await listSentMails()).toEqual(['support.message second@example.com']);
});

test('the customer gets answers and the resolution, and no notes', async () => {
  const { uuid } = await createTicket(t, ada);
  await t.kernel.database.write.deleteFrom('mail').execute();
  await createMessage(t, support, uuid, 'Between us', { is_internal: true });
  expect(await listSentMails()).toEqual([]);
  await createMessage(t, support, uuid, 'We look at it');
  await updateTicket(t, support, uuid, { status: 'resolved' });
  expect(await listSentMails()).toEqual([
    'support.answer ada@example.com',
    'support.resolved ada@example.com',
  ]);
  const [answer] = await t.mails('ada@example.com');
  expect(answer?.text).toContain('We look at it');
  expect(answer?.text).toContain(`/dashboard/support/${uuid}`);
  expect(answer?.text).toContain('answers to this mail are not read');
});

test('the mails of a ticket keep its first subject', async () => {
  const { uuid, number } = await createTicket(t, ada);
  await updateTicket(t, ada, uuid, { subject: 'Other words' });
  await updateTicket(t, support, uuid, { subject: 'Words once more' });
  await createMessage(t, support, uuid, 'We look at it');
  const [mail] = await t.mails('ada@example.com');
  expect(mail?.subject).toBe(`[#${number}] It does not work`);
});

test('staff who open a ticket get no e-mail about their own message', async () => {
  await createTicket(t, support);
  expect(await listSentMails()).not.toContain('support.message support@example.com');
});

test('e-mails carry the headers of their thread', async () => {
  const { uuid } = await createTicket(t, ada);
  await t.jobs.runAll();
  const dir = path.join(t.config.DATA_DIR, 'mail');
  const files = await readdir(dir);
  const mails = await Promise.all(files.map((file) => readFile(path.join(dir, file), 'utf8')));
  const mine = mails.filter((mail) => mail.includes(uuid));
  const root = `<ticket.${uuid}@localhost>`;
  expect(mine.length).toBeGreaterThan(0);
  for (const mail of mine) {
    expect(mail).not.toContain('Auto-Submitted');
    expect(mail).toContain(`In-Reply-To: ${root}`);
    expect(mail).toContain(`References: ${root}`);
  }
});

test('only what a person wrote is sent without saying that a program did', async () => {
  const { uuid } = await createTicket(t, ada);
  await createMessage(t, support, uuid, 'We look at it');
  await updateTicket(t, support, uuid, { status: 'resolved' });
  const rows = await t.kernel.database.write
    .selectFrom('mail')
    .select(['kind', 'is_typed'])
    .distinct()
    .where('to_address', '=', 'ada@example.com')
    .orderBy('kind')
    .execute();
  expect(rows).toEqual([
    { kind: 'support.answer', is_typed: true },
    { kind: 'support.resolved', is_typed: false },
  ]);
});

test('without a secret inbound mail is off, and e-mails have no reply address', async () => {
  const mail = composeMail({ from: 'ada@example.com', to: 'reply@example.com', body: 'Hi' });
  expect((await deliverInboundMail(t, mail)).status).toBe(404);
  await createTicket(t, ada);
  const rows = await t.kernel.database.write.selectFrom('mail').select('reply_to').execute();
  expect(rows.every(({ reply_to }) => reply_to === null)).toBe(true);
});
