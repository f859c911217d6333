import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { leadIdMax } from '../wire/leads.ts';

const t = useApp();
const hourMs = 3_600_000;
const path = '/apix/leads/leads/';

let ada: SignedIn;
let eve: SignedIn;
let sales: SignedIn;
let admin: SignedIn;
async function signInAll() {
  ada = await t.signIn('ada@example.com');
  eve = await t.signIn('eve@example.com', { roles: ['support'] });
  sales = await t.signIn('sales@example.com', { roles: ['sales'] });
  admin = await t.signIn('admin@example.com', { roles: ['admin'] });
}
beforeAll(signInAll);

/** Access tokens live 30 minutes. */
async function passTime(ms: number) {
  t.clock.advance(ms);
  await signInAll();
}

let count = 0;
const form = (changes: object = {}) => ({
  name: 'Ada Byron',
  email: `lead${++count}@example.com`,
  message: `We need a loom that computes, number ${count}.`,
  site_url: 'https://weftline.example.com/company/contact',
  ...changes,
});

/** The lead of somebody signed in, or of nobody; each from an address of its own. */
async function submit(who?: SignedIn, changes: object = {}): Promise<number> {
  const options = { ip: `10.2.0.${(count % 250) + 1}`, headers: who?.headers ?? {} };
  const { body, status } = await send(t, 'POST', `${path}submit/`, form(changes), options);
  expect(status).toBe(201);
  return Number(body.lead_id);
}
const get = (who: SignedIn | undefined, rest = '') =>
  send(t, 'GET', `${path}${rest}`, undefined, who && { headers: who.headers });
const patch = (who: SignedIn, id: number | string, changes: object) =>
  send(t, 'PATCH', `${path}${id}/`, changes, { headers: who.headers });
const put = (who: SignedIn, id: number, body: object) =>
  send(t, 'PUT', `${path}${id}/`, body, { headers: who.headers });
const remove = (who: SignedIn, id: number) =>
  send(t, 'DELETE', `${path}${id}/`, undefined, { headers: who.headers });
const listIds = (body: Record<string, unknown>) =>
  (body.results as { id: number }[]).map(({ id }) => id);

const forbidden = {
  detail: 'You do not have permission to perform this action.',
  code: 'permission_denied',
};
const notFound = { detail: 'Not found.', code: 'not_found' };

describe('visibility', () => {
  let mine: number;
  let other: number;
  beforeAll(async () => {
    mine = await submit(ada, { extra: { utm_source: 'paper', seen: [{ page: '/' }] } });
    other = await submit();
  });

  it('an account sees its own leads without the fields for staff', async () => {
    const { status, body } = await get(ada, `${mine}/`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: mine,
      user: ada.accountId,
      name: 'Ada Byron',
      status: 'new',
      status_display: 'New',
      is_company: false,
      contact_type: 'email',
      extra: { utm_source: 'paper', seen: [{ page: '/' }] },
    });
    for (const hidden of ['ip_address', 'admin_notes', 'is_spam', 'assigned_to', 'is_overdue'])
      expect(body).not.toHaveProperty(hidden);
    expect(listIds((await get(ada)).body)).toEqual([mine]);
  });

  it('staff filters are ignored for an account', async () => {
    expect(listIds((await get(ada, '?is_spam=true&overdue=true')).body)).toEqual([mine]);
  });

  it('sales see every lead with the fields for staff', async () => {
    const { body } = await get(sales, `${other}/`);
    expect(body).toMatchObject({
      id: other,
      user: null,
      ip_address: expect.stringMatching(/^10\.2\./),
      admin_notes: '',
      assigned_to: null,
      is_spam: false,
      duplicate_of: null,
      duplicates: [],
      replied_at: null,
      is_overdue: false,
    });
    expect(listIds((await get(sales)).body)).toEqual(expect.arrayContaining([mine, other]));
  });

  it("another account's lead is 404", async () => {
    const { status, body } = await get(eve, `${mine}/`);
    expect(status).toBe(404);
    expect(body).toMatchObject(notFound);
    expect(listIds((await get(eve)).body)).toEqual([]);
  });

  it('a lead that does not exist can not be changed', async () => {
    for (const reply of [
      await patch(sales, 999_999, { status: 'contacted' }),
      await put(sales, 999_999, form()),
    ])
      expect(reply.status).toBe(404);
  });

  it('customers change no lead, and only admins delete one', async () => {
    for (const reply of [
      await patch(eve, mine, { status: 'contacted' }),
      await patch(ada, mine, { name: 'Countess' }),
      await put(ada, mine, form()),
      await remove(ada, mine),
      await remove(sales, mine),
    ]) {
      expect(reply.status).toBe(403);
      expect(reply.body).toMatchObject(forbidden);
    }
  });

  it('requires a session', async () => {
    const body = form();
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', `${mine}/`],
      ['PUT', `${mine}/`],
      ['PATCH', `${mine}/`],
      ['DELETE', `${mine}/`],
    ] as const) {
      const payload = method === 'GET' || method === 'DELETE' ? undefined : body;
      const reply = await send(t, method, `${path}${rest}`, payload);
      expect(reply.body).toMatchObject({ code: 'not_authenticated' });
    }
  });

  it.each(['0', 'x', '99999999', String(leadIdMax + 1), '99999999999999999999'])(
    'the id %s is not found',
    async (id) => {
      expect((await get(sales, `${id}/`)).body).toMatchObject(notFound);
    },
  );
});

describe('the list', () => {
  const marker = 'zebra';
  let company: number;
  let spam: number;
  let late: number;
  beforeAll(async () => {
    late = await submit(undefined, { subject: `${marker} late` });
    await passTime(25 * hourMs);
    company = await submit(undefined, {
      isCompany: true,
      company: `${marker} & Co 100%`,
      contact_type: 'phone',
      site_url: 'https://weftline.example.com/zebra',
    });
    await passTime(1000);
    spam = await submit(undefined, { subject: marker, website: 'x' });
    await patch(sales, company, { status: 'contacted', assigned_to: sales.accountId });
  });

  const found = async (query: string) =>
    listIds((await get(sales, `?search=${marker}&${query}`)).body);

  it('searches, newest first', async () => {
    expect(await found('')).toEqual([spam, company, late]);
    expect(listIds((await get(sales, '?search=100%25')).body)).toEqual([company]);
    expect(listIds((await get(sales, '?search=_ebra')).body)).toEqual([]);
  });

  it.each([
    ['status=contacted', () => [company]],
    ['contact_type=phone', () => [company]],
    ['site_url=https://weftline.example.com/zebra', () => [company]],
    ['is_spam=true', () => [spam]],
    ['is_spam=0', () => [company, late]],
    ['assigned_to=me', () => [company]],
    ['overdue=true', () => [late]],
    ['overdue=false', () => [spam, company]],
    ['ordering=created_at', () => [late, company, spam]],
    ['ordering=status,-created_at', () => [company, spam, late]],
    ['ordering=password', () => [spam, company, late]],
  ])('%s', async (query, expected) => {
    expect(await found(query)).toEqual(expected());
  });

  it('filters by assignee and time', async () => {
    expect(await found(`assigned_to=${sales.accountId}`)).toEqual([company]);
    expect(await found(`assigned_to=${admin.accountId}`)).toEqual([]);
    const { created_at } = (await get(sales, `${company}/`)).body;
    expect(await found(`created_after=${created_at}`)).toEqual([spam, company]);
    expect(await found(`created_before=${created_at}`)).toEqual([late]);
  });

  it('strips control characters from the search', async () => {
    expect(listIds((await get(sales, '?search=%07zebra%07')).body)).toEqual([spam, company, late]);
    expect((await get(sales, '?site_url=%00')).status).toBe(400);
    const { body } = await patch(sales, company, { admin_notes: 'Call\u0007 back.\n' });
    expect(body.admin_notes).toBe('Call back.');
  });

  it('is paginated', async () => {
    const { body } = await get(sales, `?search=${marker}&page_size=2&page=2`);
    expect(body).toMatchObject({ count: 3, page: 2, pages: 2, next: null, has_previous: true });
    expect(listIds(body)).toEqual([late]);
    const behind = await get(sales, `?search=${marker}&page=2`);
    expect(behind.status).toBe(404);
    expect(behind.body).toMatchObject({ detail: 'Invalid page.', code: 'not_found' });
  });

  it.each([
    ['status=open', { status: ['"open" is not a valid choice.'] }],
    ['is_spam=maybe', { is_spam: ['Must be a valid boolean.'] }],
    ['created_after=yesterday', { created_after: ['Enter a valid date/time.'] }],
  ])('%s is refused', async (query, problems) => {
    const { status, body } = await get(sales, `?${query}`);
    expect(status).toBe(400);
    expect(body).toEqual(problems);
  });

  it('rejects an assignee that is not an id', async () => {
    for (const value of ['nobody', '99999999999', '4294967295']) {
      const { status, body } = await get(sales, `?assigned_to=${value}`);
      expect(status).toBe(400);
      expect(Object.keys(body)).toEqual(['assigned_to']);
    }
  });
});

describe('a lead created by staff', () => {
  const create = (who: SignedIn, body: object) =>
    send(t, 'POST', path, body, { headers: who.headers });

  it('is stored with its notes, without mails', async () => {
    const before = (await t.mails()).length;
    const { status, body } = await create(sales, {
      ...form({ is_company: true, company: 'Acme', site_url: undefined }),
      status: 'contacted',
      admin_notes: 'Met at the fair.',
      assigned_to: sales.accountId,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      user: null,
      is_company: true,
      status: 'contacted',
      admin_notes: 'Met at the fair.',
      assigned_to: sales.accountId,
      replied_at: t.clock.now().toISOString(),
    });
    expect((await t.mails()).length).toBe(before);
  });

  it('is validated like any other', async () => {
    const { status, body } = await create(sales, form({ name: '', assigned_to: ada.accountId }));
    expect(status).toBe(400);
    expect(body).toEqual({ name: ['Name must be at least 2 characters'] });
    const second = await create(sales, form({ assigned_to: ada.accountId }));
    expect(second.body).toEqual({ assigned_to: ['Choose an account of the sales team.'] });
  });

  it('needs the role sales', async () => {
    for (const who of [ada, eve]) {
      const { status, body } = await create(who, form());
      expect(status).toBe(403);
      expect(body).toMatchObject(forbidden);
    }
  });
});

describe('changing a lead', () => {
  let id: number;
  beforeEach(async () => {
    // Submissions of one address are limited, and this test is not about that.
    await passTime(hourMs);
    id = await submit();
  });

  it('meets the reply deadline with the first status that implies a reply', async () => {
    await passTime(2 * hourMs);
    const repliedAt = t.clock.now().toISOString();
    const { status, body } = await patch(sales, id, { status: 'contacted' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'contacted',
      status_display: 'Contacted',
      replied_at: repliedAt,
    });
    await passTime(30 * hourMs);
    const later = await patch(sales, id, { status: 'qualified' });
    expect(later.body).toMatchObject({ replied_at: repliedAt, is_overdue: false });
  });

  it('is overdue after 24 hours, and not when rejected', async () => {
    await passTime(24 * hourMs);
    expect((await get(sales, `${id}/`)).body).toMatchObject({ is_overdue: false });
    await passTime(1);
    expect((await get(sales, `${id}/`)).body).toMatchObject({ is_overdue: true });
    const { body } = await patch(sales, id, { status: 'rejected' });
    expect(body).toMatchObject({ is_overdue: false, replied_at: null });
  });

  it('rejects a transition that is not in the table', async () => {
    await patch(sales, id, { status: 'qualified' });
    const { status, body } = await patch(sales, id, { status: 'contacted' });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      non_field_errors: ['A lead with this status can not take that one.'],
      code: 'invalid_state',
      current_status: 'qualified',
    });
    const { body: putBody } = await put(sales, id, form({ status: 'new' }));
    expect(putBody).toMatchObject({ code: 'invalid_state' });
  });

  it('allows only one of two conflicting transitions', async () => {
    await patch(sales, id, { status: 'converted' });
    const replies = await Promise.all([
      patch(sales, id, { status: 'contacted' }),
      patch(admin, id, { status: 'rejected' }),
    ]);
    expect(replies.map(({ status }) => status)).toContain(200);
    const { body } = await get(sales, `${id}/`);
    expect(['contacted', 'rejected']).toContain(body.status);
  });

  it('changes only the given fields', async () => {
    const before = (await get(sales, `${id}/`)).body;
    const changes = { admin_notes: 'Call back.', assigned_to: sales.accountId, subject: 'Looms' };
    const { body } = await patch(sales, id, changes);
    const { updated_at: _, ...rest } = before;
    expect(body).toMatchObject({ ...rest, ...changes });
  });

  it('PUT clears omitted fields, but keeps status, spam and site', async () => {
    await patch(sales, id, {
      status: 'contacted',
      subject: 'Looms',
      admin_notes: 'x',
      is_spam: true,
    });
    const { body } = await put(sales, id, form({ email: 'new@example.com' }));
    expect(body).toMatchObject({
      email: 'new@example.com',
      subject: '',
      admin_notes: '',
      status: 'contacted',
      is_spam: true,
      site_url: 'https://weftline.example.com/company/contact',
    });
  });

  it.each([
    [{ status: 'open' }, { status: ['"open" is not a valid choice.'] }],
    [{ email: 'x' }, { email: ['Please enter a valid email'] }],
    [{ isCompany: true }, { company: ['Company name is required'] }],
    [{ assigned_to: 99999 }, { assigned_to: ['Choose an account of the sales team.'] }],
    [{ duplicate_of: 99999 }, { duplicate_of: ['Choose another lead that is not merged itself.'] }],
  ])('%j is rejected', async (changes, problems) => {
    const { status, body } = await patch(sales, id, changes);
    expect(status).toBe(400);
    expect(body).toEqual(problems);
  });

  it('PUT requires name, email and message', async () => {
    const wrong = await put(sales, id, form({ isCompany: true, company: 5 }));
    expect([wrong.status, wrong.body]).toEqual([400, { company: ['Not a valid string.'] }]);
    const { status, body } = await put(sales, id, {});
    expect(status).toBe(400);
    expect(Object.keys(body).sort()).toEqual(['email', 'message', 'name']);
  });

  it('marks and unmarks spam', async () => {
    const marked = await patch(sales, id, { is_spam: true });
    expect(marked.body).toMatchObject({ is_spam: true, spam_reason: 'marked_by_staff' });
    const unmarked = await patch(sales, id, { is_spam: false });
    expect(unmarked.body).toMatchObject({ is_spam: false, spam_reason: '' });
  });

  it('lists other leads from the address and merged ones', async () => {
    const email = `twice${id}@example.com`;
    const first = await submit(undefined, { email });
    const second = await submit(undefined, { email });
    await patch(sales, id, { duplicate_of: first });
    const { body } = await get(sales, `${first}/`);
    expect((body.duplicates as number[]).toSorted()).toEqual([id, second].toSorted());
  });

  it('merges one level deep: merged leads move along, no cycles', async () => {
    const [second, third] = [await submit(), await submit()];
    await patch(sales, id, { duplicate_of: second });
    const chained = await patch(sales, third, { duplicate_of: id });
    expect(chained.status).toBe(400);
    await patch(sales, second, { duplicate_of: third });
    expect((await get(sales, `${id}/`)).body).toMatchObject({ duplicate_of: third });
    for (const target of [third, id])
      expect((await patch(sales, third, { duplicate_of: target })).status).toBe(400);
    const undone = await patch(sales, second, { duplicate_of: null });
    expect(undone.body).toMatchObject({ duplicate_of: null });
  });
});

describe('deleting a lead', () => {
  it('is for admins only and takes effect at once', async () => {
    const id = await submit(ada);
    const { status, raw } = await remove(admin, id);
    expect(status).toBe(204);
    expect(raw.body).toBe('');
    for (const who of [admin, sales, ada]) {
      expect((await get(who, `${id}/`)).status).toBe(404);
      expect(listIds((await get(who)).body)).not.toContain(id);
    }
    expect((await remove(admin, id)).status).toBe(404);
  });
});
