import { beforeEach, describe, expect, test } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import { uploadLeadFile } from '#test/factories/lead-files.ts';
import { png } from '#test/factories/tickets.ts';
import { createVirusScanner } from '#test/fakes/virus-scanner.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp({ VIRUS_SCAN_COMMAND: createVirusScanner() });
const dayMs = 86_400_000;
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const elf = Buffer.from('7f454c4602010100000000000000000002003e00', 'hex');

/** Tests advance the clock past the end of a session. */
const sales = () => t.signIn('sales@example.com', { roles: ['sales'] });
let count = 0;
/** A network of its own, whose limits no other test uses up. */
let ip = '';
beforeEach(async () => {
  count += 1;
  ip = `10.9.0.${count}`;
  await t.kernel.database.write.deleteFrom('lead_file').execute();
});

const upload = (content = pdf, name?: string, from = ip) =>
  uploadLeadFile(t, content, { ip: from, ...(name && { name }) });
async function uploadedId(content = pdf, name?: string): Promise<string> {
  const { status, body } = await upload(content, name);
  expect(status).toBe(201);
  return String(body.id);
}
const submit = (files: readonly string[], changes: object = {}) =>
  send(
    t,
    'POST',
    '/apix/leads/leads/submit/',
    {
      name: 'Ada Byron',
      email: `sender${count}@example.com`,
      message: 'We need a loom that computes.',
      site_url: 'https://weftline.example.com/',
      files,
      ...changes,
    },
    { ip },
  );
const readLead = async (id: unknown) =>
  (await send(t, 'GET', `/apix/admin/leads/${id}/`, undefined, await sales())).body;
const filePath = (lead: unknown, file: string) => `/apix/admin/leads/${lead}/files/${file}/`;
const download = async (lead: unknown, file: string, as?: { headers: Record<string, string> }) => {
  const { headers } = as ?? (await sales());
  return t.app.inject({ method: 'GET', url: filePath(lead, file), headers });
};
const stored = () => t.kernel.database.write.selectFrom('lead_file').selectAll().execute();
const expired = {
  files: ['A file is no longer there, because it was not sent within a day. Attach it again.'],
};

describe('uploading', () => {
  test('needs no account, and keeps the name', async () => {
    const { status, body } = await upload(pdf, 'Rechnung (März).pdf');
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Rechnung (März).pdf',
      size: pdf.length,
    });
  });

  test.each([
    ['a program', elf, 'cannot be attached'],
    ['an empty file', Buffer.alloc(0), 'empty'],
    ['a virus', Buffer.from('a virus'), 'infected'],
  ])('refuses %s and keeps nothing', async (_, content, why) => {
    const { status, body } = await upload(content, 'bill.pdf');
    expect(status).toBe(400);
    expect(body).toEqual({ file: [expect.stringContaining(why)] });
    expect(await stored()).toEqual([]);
  });

  test('keeps nothing while the scanner gives no verdict', async () => {
    const { status, body, raw } = await upload(Buffer.from('a broken file'), 'bill.txt');
    expect([status, body.code]).toEqual([503, 'service_unavailable']);
    expect(raw.headers['retry-after']).toBeDefined();
    expect(await stored()).toEqual([]);
  });

  test('refuses more than 10 MB, a missing file, and what is no form', async () => {
    const large = await upload(Buffer.alloc(10 * 1024 * 1024 + 1, 97), 'large.txt');
    expect([large.status, large.body]).toMatchObject([
      413,
      { detail: 'Attach files of up to 10 MB.', code: 'payload_too_large' },
    ]);
    const path = '/apix/leads/files/';
    const none = await t.app.inject({ method: 'POST', url: path, remoteAddress: ip });
    expect([none.statusCode, none.json()]).toEqual([400, { file: ['No file was submitted.'] }]);
    const json = await send(t, 'POST', path, {}, { ip });
    expect([json.status, json.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('keeps 12 unsent files of a network, also when they arrive together', async () => {
    const all = await Promise.all(Array.from({ length: 14 }, () => upload(png, 'a.png')));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(12);
    expect(all.find(({ status }) => status === 400)!.body).toEqual({
      file: [expect.stringContaining('Send your message without this one.')],
    });
    expect((await upload(png, 'a.png', '10.9.1.1')).status).toBe(201);
    const ids = (await stored()).map(({ id }) => id).slice(0, 3);
    expect((await submit(ids)).status).toBe(201);
    expect((await upload(png, 'a.png')).status).toBe(201);
  });

  test('is refused while the files of all senders are too large', async () => {
    const id = await uploadedId();
    await t.kernel.database.write
      .insertInto('lead_file')
      .values(
        Array.from({ length: 5 }, (_, at) => ({
          id: `00000000-0000-4000-8000-00000000000${at}`,
          name: 'a.png',
          content_type: 'image/png',
          size_bytes: budgets.leadFileBytesOfAll / 5 - 1,
          storage_key: `leads/${at}`,
          created_at: t.clock.now(),
        })),
      )
      .execute();
    const { status, body, raw } = await upload();
    expect([status, body.code]).toEqual([503, 'storage_busy']);
    expect(raw.headers['retry-after']).toBe('3600');
    expect((await submit([id])).status).toBe(201);
  });

  test('is limited to 20 an hour for a network', async () => {
    for (let at = 0; at < 20; at++) await upload(Buffer.alloc(0));
    const { status, body } = await upload();
    expect([status, body.code]).toEqual([429, 'throttled']);
  });
});

describe('sending', () => {
  test('adds the files to the lead, for sales to see and download', async () => {
    // Alerts are for the staff of the moment.
    await sales();
    const bill = await uploadedId(pdf, 'bill.pdf');
    const picture = await uploadedId(png, 'shot.png');
    const { body } = await submit([bill, picture]);
    const { files } = await readLead(body.lead_id);
    expect(files).toEqual([
      { id: bill, name: 'bill.pdf', size: pdf.length, content_type: 'application/pdf' },
      { id: picture, name: 'shot.png', size: png.length, content_type: 'image/png' },
    ]);
    const { statusCode, headers, rawPayload } = await download(body.lead_id, bill);
    expect([statusCode, rawPayload]).toEqual([200, pdf]);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''bill.pdf",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const alerts = (await t.mails()).filter(({ kind }) => kind === 'leads.alert');
    expect(alerts.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('bill.pdf, shot.png'),
    );
    expect((await stored()).map(({ network }) => network)).toEqual([null, null]);
  });

  test('takes a file once, and none that expired or never was', async () => {
    const id = await uploadedId();
    const first = await submit([id]);
    const other = await submit([id], { message: 'Somebody else wants this file.' });
    expect([other.status, other.body]).toEqual([400, expired]);
    const unknown = await submit(['00000000-0000-4000-8000-000000000009'], {
      message: 'A file that never was here.',
    });
    expect([unknown.status, unknown.body]).toEqual([400, expired]);
    const late = await uploadedId();
    t.clock.advance(dayMs);
    expect((await submit([late])).body).toEqual(expired);
    expect((await readLead(first.body.lead_id)).files).toHaveLength(1);
  });

  test('the same message again adds a file that was forgotten', async () => {
    const first = await submit([]);
    const id = await uploadedId();
    const again = await submit([id]);
    expect(again.body).toEqual(first.body);
    expect((await submit([id])).body).toEqual(first.body);
    expect((await readLead(first.body.lead_id)).files).toMatchObject([{ id }]);
  });

  test('takes at most three', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => uploadedId()));
    const { status, body } = await submit(ids);
    expect([status, body]).toEqual([400, { files: ['Attach at most 3 files.'] }]);
    expect((await submit(['x'])).status).toBe(400);
  });
});

describe('downloading', () => {
  test('is for sales, of a file of this lead', async () => {
    const id = await uploadedId();
    const { lead_id } = (await submit([id])).body;
    const other = (await submit([], { message: 'Another message, without a file.' })).body;
    const support = await t.signIn('support@example.com', { roles: ['support'] });
    expect((await download(lead_id, id, { headers: {} })).statusCode).toBe(401);
    expect((await download(lead_id, id, support)).statusCode).toBe(403);
    expect((await download(other.lead_id, id)).statusCode).toBe(404);
    expect((await download(lead_id, 'nonsense')).statusCode).toBe(404);
    expect((await download(lead_id, id)).statusCode).toBe(200);
    const boss = await t.signIn('boss@example.com', { roles: ['admin'] });
    await send(t, 'DELETE', `/apix/leads/leads/${lead_id}/`, undefined, boss);
    expect((await download(lead_id, id)).statusCode).toBe(404);
  });
});

describe('the end of a file', () => {
  const purge = () => t.jobs.runSchedule('leads.purge_files');

  test('comes after a day without an inquiry, and not before', async () => {
    const sent = await uploadedId();
    await submit([sent]);
    const unsent = await uploadedId();
    const { storage_key } = (await stored()).find(({ id }) => id === unsent)!;
    t.clock.advance(dayMs - 1);
    await purge();
    expect(await stored()).toHaveLength(2);
    t.clock.advance(1);
    await purge();
    expect((await stored()).map(({ id }) => id)).toEqual([sent]);
    expect(await t.kernel.storage.exists(storage_key)).toBe(false);
  });

  test('comes with that of its lead', async () => {
    const id = await uploadedId();
    const { lead_id } = (await submit([id])).body;
    const [row] = await stored();
    const boss = await t.signIn('boss@example.com', { roles: ['admin'] });
    await send(t, 'DELETE', `/apix/leads/leads/${lead_id}/`, undefined, boss);
    t.clock.advance(30 * dayMs + 1);
    await t.jobs.runSchedule('leads.purge');
    await purge();
    expect(await stored()).toEqual([]);
    expect(await t.kernel.storage.exists(row!.storage_key)).toBe(false);
  });
});
