import { beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '#test/harness.ts';
import { greetingName } from './emails/auto-reply.ts';

const t = useApp({ ALERT_EMAIL: 'alerts@weftline.example.com' });
const hourMs = 3_600_000;
const path = '/apix/leads/leads/submit/';

beforeAll(async () => {
  await t.signIn('sales@example.com', { roles: ['sales'] });
  await t.signIn('support@example.com', { roles: ['support'] });
});

let count = 0;
/** A sender of its own: limits of one test must not reach another. */
const newSender = () => {
  count += 1;
  return {
    ip: `10.1.${Math.floor(count / 250)}.${(count % 250) + 1}`,
    email: `p${count}@example.com`,
  };
};
type Sender = ReturnType<typeof newSender>;

const createForm = ({ email }: Pick<Sender, 'email'>, changes: object = {}) => ({
  name: 'Ada Byron',
  email,
  message: 'We need a loom that computes.',
  site_url: 'https://weftline.example.com/company/contact',
  elapsed_ms: 9000,
  ...changes,
});

const submit = (sender: Sender, changes: object = {}, headers: Record<string, string> = {}) =>
  t.app.inject({
    method: 'POST',
    url: path,
    remoteAddress: sender.ip,
    headers,
    payload: createForm(sender, changes),
  });

const readLead = (id: number) =>
  t.kernel.database.write
    .selectFrom('lead')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const countLeads = async (email: string) =>
  (
    await t.kernel.database.write
      .selectFrom('lead')
      .select('id')
      .where('email', '=', email)
      .execute()
  ).length;
const mailsAbout = async (email: string) =>
  (await t.mails()).filter((mail) => mail.to === email || mail.html.includes(email));

describe('sending the contact form', () => {
  it('stores the lead and returns its id', async () => {
    const sender = newSender();
    const reply = await submit(sender, {
      isCompany: true,
      company: 'Analytical Engines',
      company_site: 'https://engines.example.com',
      contact_type: 'telegram',
      contact_value: '@ada',
      subject: 'Looms',
      extra: { utm_source: 'paper', privacy_version: '2026-11-20' },
    });
    expect(reply.statusCode).toBe(201);
    expect(reply.json()).toEqual({
      success: true,
      message: "Message sent successfully! We'll get back to you soon.",
      lead_id: expect.any(Number),
    });
    expect(await readLead(reply.json().lead_id)).toMatchObject({
      account_id: null,
      name: 'Ada Byron',
      email: sender.email,
      is_company: true,
      company: 'Analytical Engines',
      company_site: 'https://engines.example.com',
      contact_type: 'telegram',
      contact_value: '@ada',
      subject: 'Looms',
      status: 'new',
      is_spam: false,
      ip: sender.ip,
      extra: { utm_source: 'paper', privacy_version: '2026-11-20' },
    });
  });

  it('accepts is_company for isCompany, and a website without a scheme', async () => {
    const changes = { is_company: true, company: 'Acme', company_site: 'acme.example.com' };
    const reply = await submit(newSender(), changes);
    const lead = await readLead(reply.json().lead_id);
    expect(lead.is_company).toBe(true);
    expect(lead.company_site).toBe('https://acme.example.com');
  });

  it('links the lead to the signed-in account, and ignores an invalid token', async () => {
    const sender = newSender();
    const { accountId, headers } = await t.signIn(sender.email);
    const linked = await submit(sender, {}, headers);
    expect((await readLead(linked.json().lead_id)).account_id).toBe(accountId);
    const stranger = await submit(newSender(), {}, { authorization: 'Bearer forged' });
    expect(stranger.statusCode).toBe(201);
    expect((await readLead(stranger.json().lead_id)).account_id).toBeNull();
  });

  it('ignores a captcha token and other undeclared fields', async () => {
    const reply = await submit(newSender(), { 'cf-turnstile-response': 'x', captcha: 'y' });
    expect(reply.statusCode).toBe(201);
  });

  it('sends once for a repeated Idempotency-Key', async () => {
    const sender = newSender();
    const headers = { 'idempotency-key': 'attempt-1' };
    const first = await submit(sender, {}, headers);
    t.clock.advance(hourMs);
    const again = await submit(sender, {}, headers);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.json()).toEqual(first.json());
    expect(await countLeads(sender.email)).toBe(1);
  });
});

describe('bad input', () => {
  const cases: [object, object][] = [
    [{ name: 'A' }, { name: ['Name must be at least 2 characters'] }],
    [{ name: undefined }, { name: ['This field is required.'] }],
    [{ email: 'nobody' }, { email: ['Please enter a valid email'] }],
    [{ message: 'too short' }, { message: ['Message must be at least 10 characters'] }],
    [{ isCompany: true }, { company: ['Company name is required'] }],
    [{ isCompany: true, company: '  ' }, { company: ['Company name is required'] }],
    [{ isCompany: true, company: 5 }, { company: ['Not a valid string.'] }],
    [{ isCompany: true, company: null }, { company: ['This field may not be null.'] }],
    [{ company_site: 'not a site' }, { company_site: ['Please enter a valid URL'] }],
    [{ company_site: 'javascript:alert(1)' }, { company_site: ['Please enter a valid URL'] }],
    [{ contact_type: 'pigeon' }, { contact_type: ['"pigeon" is not a valid choice.'] }],
    [{ site_url: undefined }, { site_url: ['This field is required.'] }],
    [{ site_url: 'ftp://x' }, { site_url: ['Enter a valid URL.'] }],
    [{ extra: 'text' }, { extra: ['Expected an object.'] }],
    [{ extra: { a: 'x'.repeat(9000) } }, { extra: ['Ensure this field has no more than 8 KB.'] }],
    [{ extra: { a: '\u0000' } }, { extra: { a: ['Null characters are not allowed.'] } }],
  ];
  it.each(cases)('%j is rejected', async (changes, problems) => {
    const reply = await submit(newSender(), changes);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual(problems);
  });

  it('returns all errors at once', async () => {
    const reply = await submit(newSender(), {
      name: 'A',
      email: 'x',
      message: '',
      isCompany: true,
    });
    expect(Object.keys(reply.json()).sort()).toEqual(['company', 'email', 'message', 'name']);
  });

  it('strips control characters', async () => {
    const reply = await submit(newSender(), {
      name: 'Ada\r\nBcc: x@example.com\u0007',
      message: 'first line\r\nsecond\u0007 line \u202eend',
    });
    const lead = await readLead(reply.json().lead_id);
    expect(lead.name).toBe('Ada Bcc: x@example.com');
    expect(lead.message).toBe('first line\nsecond line end');
  });
});

describe('bots', () => {
  it.each([
    [{ website: 'https://spam.example.com' }, 'honeypot'],
    [{ elapsed_ms: 1999 }, 'too_fast'],
  ])('%j is answered like a person, stored as spam, and mails nobody', async (changes, reason) => {
    const sender = newSender();
    const reply = await submit(sender, changes);
    expect(reply.statusCode).toBe(201);
    expect(reply.json().success).toBe(true);
    const lead = await readLead(reply.json().lead_id);
    expect(lead).toMatchObject({ is_spam: true, spam_reason: reason });
    expect(await mailsAbout(sender.email)).toEqual([]);
  });

  it.each([
    { website: '' },
    { elapsed_ms: undefined },
    { elapsed_ms: 'soon' },
    { elapsed_ms: 2000 },
  ])('%j is a person', async (changes) => {
    const reply = await submit(newSender(), changes);
    expect((await readLead(reply.json().lead_id)).is_spam).toBe(false);
  });

  it('a person mistaken for a bot succeeds with the next attempt', async () => {
    const sender = newSender();
    const first = await submit(sender, { elapsed_ms: 500 });
    const second = await submit(sender);
    expect(second.json().lead_id).not.toBe(first.json().lead_id);
    expect((await readLead(second.json().lead_id)).is_spam).toBe(false);
  });
});

describe('the same message again', () => {
  it('is the same lead for 10 minutes, without a second mail', async () => {
    const sender = newSender();
    const first = await submit(sender);
    const mails = await mailsAbout(sender.email);
    t.clock.advance(9 * 60_000);
    const again = await submit({ ...sender, ip: newSender().ip });
    expect(again.statusCode).toBe(201);
    expect(again.json()).toEqual(first.json());
    expect(await mailsAbout(sender.email)).toEqual(mails);
    t.clock.advance(60_000);
    const later = await submit(sender);
    expect(later.json().lead_id).not.toBe(first.json().lead_id);
  });

  it('is one lead when several arrive at the same time', async () => {
    const sender = newSender();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => submit({ ...sender, ip: newSender().ip })),
    );
    expect(new Set(replies.map((reply) => reply.json().lead_id)).size).toBe(1);
    expect((await mailsAbout(sender.email)).map((mail) => mail.kind).sort()).toEqual([
      'leads.alert',
      'leads.alert',
      'leads.auto_reply',
    ]);
  });
});

describe('limits', () => {
  it('accepts 5 an hour from one IP address, also concurrently', async () => {
    const { ip } = newSender();
    const send = () => submit({ ...newSender(), ip });
    const replies = await Promise.all(Array.from({ length: 8 }, send));
    const statuses = replies.map((reply) => reply.statusCode).sort();
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
    const refused = replies.find((reply) => reply.statusCode === 429)!;
    expect(refused.json()).toMatchObject({
      detail: 'Request was throttled. Expected available in 3600 seconds.',
      code: 'throttled',
      retry_after: 3600,
    });
    expect(refused.headers['retry-after']).toBe('3600');
    t.clock.advance(hourMs);
    expect((await send()).statusCode).toBe(201);
  });

  it('accepts 20 a day from one IP address', async () => {
    const { ip } = newSender();
    for (let hour = 0; hour < 4; hour++) {
      for (let lead = 0; lead < 5; lead++)
        expect((await submit({ ...newSender(), ip })).statusCode).toBe(201);
      t.clock.advance(hourMs);
    }
    const refused = await submit({ ...newSender(), ip });
    expect(refused.json()).toMatchObject({ code: 'throttled', retry_after: 20 * 3600 });
  });

  it('accepts 3 an hour from one e-mail address, not counting spam', async () => {
    const { email } = newSender();
    const send = (message: string, changes = {}) =>
      submit({ ...newSender(), email }, { message, ...changes });
    for (let at = 0; at < 4; at++)
      expect((await send(`A machine speaks, ${at}.`, { website: 'x' })).statusCode).toBe(201);
    for (let at = 0; at < 3; at++)
      expect((await send(`A person asks, ${at}.`)).statusCode).toBe(201);
    expect((await send('A person asks once more.')).json()).toMatchObject({ code: 'throttled' });
    t.clock.advance(hourMs);
    expect((await send('A person asks once more.')).statusCode).toBe(201);
  });

  it('treats senders with an address hidden by a proxy as one', async () => {
    const send = () => submit({ ...newSender(), ip: 'unknown' });
    const first = await send();
    expect(await readLead(first.json().lead_id)).toMatchObject({ ip: '0.0.0.0' });
    for (let at = 1; at < 5; at++) expect((await send()).statusCode).toBe(201);
    expect((await send()).statusCode).toBe(429);
  });

  it('limits an IPv4 address in any notation', async () => {
    const { ip } = newSender();
    for (let at = 0; at < 5; at++)
      expect((await submit({ ...newSender(), ip: `::ffff:${ip}` })).statusCode).toBe(201);
    expect((await submit({ ...newSender(), ip })).statusCode).toBe(429);
  });

  it('limits a whole /64', async () => {
    const send = (at: number) => submit({ ...newSender(), ip: `2001:db8:7::${at + 1}` });
    for (let at = 0; at < 5; at++) expect((await send(at)).statusCode).toBe(201);
    expect((await send(5)).statusCode).toBe(429);
    expect((await submit({ ...newSender(), ip: '2001:db8:8::1' })).statusCode).toBe(201);
  });
});

describe('mails', () => {
  it('replies to the sender without any text of theirs', async () => {
    const sender = newSender();
    await submit(sender, {
      name: 'Win 500 EUR at http://spam.example.com',
      subject: 'Casino subject',
      message: 'Casino <b>message</b> https://spam.example.com',
    });
    const [reply, ...others] = await t.mails(sender.email);
    expect(others).toEqual([]);
    expect(reply).toMatchObject({
      kind: 'leads.auto_reply',
      subject: 'Weftline: we received your message',
    });
    const sent = `${reply!.subject} ${reply!.text} ${reply!.html}`;
    expect(sent).not.toMatch(/casino|spam|win 500/i);
    expect(reply!.text).toContain('Hello,');
    expect(reply!.text).toContain('within 24 hours');
  });

  it('greets with a plain name only', async () => {
    const sender = newSender();
    await submit(sender, { name: 'Zoë O’Neill-Díaz' });
    expect((await t.mails(sender.email))[0]!.text).toContain('Hello Zoë O’Neill-Díaz,');
    expect(greetingName('J. R. Hartley')).toBe('J. R. Hartley');
    expect(greetingName('王小明')).toBe('王小明');
    expect(greetingName('www.example.com')).toBeNull();
    expect(greetingName('Call 555 now')).toBeNull();
    expect(greetingName('x'.repeat(41))).toBeNull();
  });

  it('alerts sales, admins and ALERT_EMAIL once each, with the text escaped', async () => {
    const sender = newSender();
    const reply = await submit(sender, {
      name: 'Ada\r\nBcc: x@example.com',
      message: 'First line.\n<script>alert(1)</script>',
    });
    const alerts = (await mailsAbout(sender.email)).filter((mail) => mail.kind === 'leads.alert');
    expect(alerts.map((mail) => mail.to).sort()).toEqual([
      'alerts@weftline.example.com',
      'sales@example.com',
    ]);
    expect(alerts[0]!.subject).toBe('New inquiry from Ada Bcc: x@example.com');
    expect(alerts[0]!.html).toContain('&lt;script&gt;');
    expect(alerts[0]!.html).not.toContain('<script>');
    expect(alerts[0]!.text).toContain('First line.');
    expect(alerts[0]!.html).toContain(`/admin/leads/${reply.json().lead_id}`);
  });

  it('lets staff reply to the sender from the alert', async () => {
    const sender = newSender();
    await submit(sender);
    const row = await t.kernel.database.write
      .selectFrom('mail')
      .select('reply_to')
      .where('kind', '=', 'leads.alert')
      .where('reply_to', '=', sender.email)
      .executeTakeFirst();
    expect(row).toBeDefined();
  });
});
