// Reports of other mail servers on their whole way, from the delivery to the console.
import { beforeEach, expect, test } from 'vitest';
import { composeMail, deliverInboundMail, inboundSecret } from '#test/factories/inbound-mail.ts';
import { composeReport, type ReportName } from '#test/factories/mail-reports.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp({ INBOUND_MAIL_SECRET: inboundSecret });
let boss: SignedIn;
let ann: SignedIn;

beforeEach(async () => {
  t.clock.advance(3_600_000);
  await t.kernel.database.write.deleteFrom('mail').execute();
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  ann = await t.signIn('ann@example.com');
});

async function sendMail(to = 'ann@example.com') {
  const draft = { kind: 'test', to: { address: to }, subject: 'Paid', html: '<p>Hi</p>' };
  const id = await t.kernel.mail.send(t.kernel.database.write, { ...draft, text: 'Hi' });
  await t.jobs.runAll();
  return { id, sender: t.kernel.mail.bounces.createAddress({ mailId: id, attempt: 1 })! };
}
const deliver = async (name: ReportName, to: string) => {
  const { status, body } = await deliverInboundMail(t, await composeReport(name, to));
  expect(status).toBe(200);
  return body.outcome;
};
const get = async (path: string) =>
  (await send(t, 'GET', path, undefined, { headers: boss.headers })).body;
const listMails = async (query: string) => {
  const { results } = await get(`/apix/admin/mails/?${query}`);
  return results as { id: string; status: string }[];
};
const readUser = () => get(`/apix/admin/users/${ann.accountId}/`);

test('a bounce is in the mail log and on the screen of the user', async () => {
  const { id, sender } = await sendMail();
  expect((await readUser()).undeliverable).toBeNull();
  expect(await deliver('postfix', sender)).toBe('bounced');
  const at = t.clock.now().toISOString();
  const words =
    '550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown in virtual mailbox table';
  const [mail] = await listMails('bounce_kind=bounced');
  expect(mail).toMatchObject({
    id,
    status: 'sent',
    bounce_kind: 'bounced',
    bounced_at: at,
    bounce_status: '5.1.1',
    bounce_words: words,
  });
  expect((await readUser()).undeliverable).toEqual({
    since: at,
    last_at: at,
    status: '5.1.1',
    words,
  });
  const second = await sendMail();
  expect((await listMails('status=discarded')).map((one) => one.id)).toEqual([second.id]);
});

test.each<[ReportName, string]>([
  ['exim', 'bounced'],
  ['exchange', 'bounced'],
  ['gmail', 'bounced'],
  ['postfix-delayed', 'delayed'],
  ['complaint', 'complained'],
])('a report like that of %s is taken in as %s', async (name, outcome) => {
  const { id, sender } = await sendMail();
  expect(await deliver(name, sender)).toBe(outcome);
  expect((await listMails(`bounce_kind=${outcome}`)).map((mail) => mail.id)).toEqual([id]);
  expect(await deliver(name, sender)).toBe('duplicate');
});

test('a delay that arrives after the bounce changes nothing', async () => {
  const { sender } = await sendMail();
  await deliver('postfix', sender);
  expect(await deliver('postfix-delayed', sender)).toBe('outdated');
  expect(await listMails('bounce_kind=delayed')).toEqual([]);
});

test('a forged address, that of another mail, and a mail that is deleted', async () => {
  const { id, sender } = await sendMail();
  const other = await sendMail('ben@example.com');
  expect(await deliver('postfix', sender.replace(/\.[0-9a-f]{4}/, '.0000'))).toBe(
    'unknown_address',
  );
  // The token decides, whatever a report says of its recipient.
  expect(await deliver('postfix', other.sender)).toBe('bounced');
  expect((await listMails('bounce_kind=bounced')).map((mail) => mail.id)).toEqual([other.id]);
  expect((await readUser()).undeliverable).toBeNull();
  await t.kernel.database.write.deleteFrom('mail').where('id', '=', id).execute();
  expect(await deliver('postfix', sender)).toBe('unknown_mail');
});

test('an absence note is no report, and a report to a reply address is dropped', async () => {
  const { sender } = await sendMail();
  const headers = { 'Auto-Submitted': 'auto-replied', 'Return-Path': '<>' };
  const note = composeMail({ from: 'ann@example.com', to: sender, body: 'I am away.', headers });
  expect((await deliverInboundMail(t, note)).body.outcome).toBe('no_report');
  expect(await deliver('postfix', `reply+1.1.${'0'.repeat(32)}@example.com`)).toBe('auto_reply');
  expect(await listMails('bounce_kind=bounced')).toEqual([]);
});

test('a report without the signature of the mail server is refused', async () => {
  const { sender } = await sendMail();
  const raw = await composeReport('postfix', sender);
  expect((await deliverInboundMail(t, raw, 't=1,v1=00')).status).toBe(401);
  expect(await listMails('bounce_kind=bounced')).toEqual([]);
});

test('a code that arrived proves that the address works again', async () => {
  const { sender } = await sendMail();
  await deliver('postfix', sender);
  const email = 'ann@example.com';
  await send(t, 'POST', '/apix/accounts/otp/request/', { email });
  const [code] = (await t.mails(email)).flatMap(
    ({ subject }) => /^(\d{6}) is your/.exec(subject)?.[1] ?? [],
  );
  await t.jobs.runAll();
  const sent = await listMails('search=ann@example.com&status=sent');
  expect(sent).toHaveLength(2);
  expect((await send(t, 'POST', '/apix/accounts/otp/verify/', { email, otp: code })).status).toBe(
    200,
  );
  expect((await readUser()).undeliverable).toBeNull();
  await sendMail();
  expect((await listMails('status=discarded')).length).toBe(0);
});
