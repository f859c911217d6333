import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { detectContentType, sanitizeFileName } from '#kernel/storage/file-kinds.ts';
import { budgets } from '#lib/budgets.ts';
import {
  createMessage,
  createTicket,
  fetchMessages,
  png,
  uploadAttachment,
  uploadPng,
} from '#test/factories/tickets.ts';
import { createZip } from '#test/factories/zip.ts';
import { type SignedIn, useApp } from '#test/harness.ts';

const t = useApp();
let ada: SignedIn;
let other: SignedIn;
let support: SignedIn;
beforeEach(async () => {
  ada = await t.signIn('ada@example.com');
  other = await t.signIn('other@example.com');
  support = await t.signIn('support@example.com', { roles: ['support'] });
});

const get = (url: string) => t.app.inject({ method: 'GET', url });
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const html = Buffer.from('<!doctype html><script>alert(1)</script>');
const elf = Buffer.from('7f454c4602010100000000000000000002003e00', 'hex');

describe('uploading', () => {
  test('detects the type and keeps the name', async () => {
    const { status, body } = await uploadAttachment(t, ada, png, 'Bildschirmfoto 1 (grün).png');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Bildschirmfoto 1 (grün).png',
      size: png.length,
      content_type: 'image/png',
      is_image: true,
    });
  });

  test.each([
    ['a picture that calls itself a text', png, 'notes.txt', 'image/png'],
    ['a page that calls itself a picture', html, 'photo.png', 'text/plain; charset=utf-8'],
    ['a drawing with a script', svg, 'logo.svg', 'text/plain; charset=utf-8'],
    ['a document', pdf, 'a.pdf', 'application/pdf'],
    ['an archive', gzipSync('log'), 'log.gz', 'application/gzip'],
    ['a text', Buffer.from('a,b\n1,2\n'), 'a.csv', 'text/plain; charset=utf-8'],
  ])('takes %s as what it is', async (_, content, name, type) => {
    const { body } = await uploadAttachment(t, ada, content, name);
    expect(body).toMatchObject({ content_type: type, is_image: type.startsWith('image/') });
  });

  test.each([
    ['a program', elf, 'holiday.jpg'],
    ['bytes that are nothing known', Buffer.from('00010203fffe', 'hex'), 'a.bin'],
  ])('refuses %s', async (_, content, name) => {
    const { status, body } = await uploadAttachment(t, ada, content, name);
    expect(status).toBe(400);
    expect(body).toEqual({ file: [expect.stringContaining('cannot be attached')] });
  });

  test('refuses more than 10 MB, and a missing file', async () => {
    const large = await uploadAttachment(
      t,
      ada,
      Buffer.alloc(10 * 1024 * 1024 + 1, 97),
      'large.txt',
    );
    expect(large).toMatchObject({
      status: 413,
      body: { detail: 'Attach files of up to 10 MB.', code: 'payload_too_large' },
    });
    const url = '/apix/support/attachments/';
    const none = await t.app.inject({ method: 'POST', url, headers: ada.headers });
    expect([none.statusCode, none.json()]).toEqual([400, { file: ['No file was submitted.'] }]);
    const empty = await uploadAttachment(t, ada, Buffer.alloc(0), 'empty.txt');
    expect(empty).toEqual({ status: 400, body: { file: ['The file is empty.'] } });
  });

  test('accepts a form and refuses JSON', async () => {
    const url = '/apix/support/attachments/';
    const json = await t.app.inject({ method: 'POST', url, headers: ada.headers, payload: {} });
    expect(json.statusCode).toBe(415);
    expect(json.json()).toMatchObject({
      detail: 'Send the file in a form, as multipart/form-data.',
      code: 'unsupported_media_type',
    });
  });

  test.each([
    ['invoice.hta', 'invoice.hta.txt'],
    ['report.pdf.bat', 'report.pdf.bat.txt'],
    ['evil.url', 'evil.url.txt'],
    ['x.lnk', 'x.lnk.txt'],
    ['a.html', 'a.html.txt'],
    ['logo.svg', 'logo.svg.txt'],
    ['letter.xml', 'letter.xml.txt'],
    ['run.JS', 'run.JS.txt'],
    ['README', 'README.txt'],
    ['.bashrc', 'bashrc.txt'],
    ['trap.exe. . ', 'trap.exe.txt'],
    ['Data.CSV', 'Data.CSV'],
    ['app.log', 'app.log'],
  ])('%j of text is called %j, whatever a double click would do', async (name, ending) => {
    const { body } = await uploadAttachment(t, ada, Buffer.from('echo 1\n'), name);
    expect(body.name).toBe(ending);
  });

  test('refuses office documents with macros under any name', async () => {
    const types = (main: string) =>
      `<Types><Override PartName="/word/document.xml" ContentType="${main}.main+xml"/></Types>`;
    const macros = 'application/vnd.ms-word.document.macroEnabled';
    const plain = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const withMacros = createZip({
      '[Content_Types].xml': types(macros),
      'word/document.xml': '<a/>',
    });
    const disguised = createZip({
      '[Content_Types].xml': types(plain),
      'word/vbaProject.bin': 'x',
    });
    const zipped = createZip({ 'a.txt': 'a', 'word/vbaProject.bin': 'x' });
    for (const content of [withMacros, disguised, zipped])
      for (const name of ['a.docm', 'a.docx', 'a.zip'])
        expect((await uploadAttachment(t, ada, content, name)).status).toBe(400);
    const harmless = createZip({
      '[Content_Types].xml': types(plain),
      'word/document.xml': '<a/>',
    });
    expect((await uploadAttachment(t, ada, harmless, 'a.docm')).body.name).toBe('a.docm.docx');
    expect((await uploadAttachment(t, ada, createZip({ 'a.txt': 'a' }), 'a.jar')).body.name).toBe(
      'a.jar.zip',
    );
  });

  test('requires a sign-in', async () => {
    expect((await uploadAttachment(t, { headers: {} as SignedIn['headers'] }, png)).status).toBe(
      401,
    );
  });

  test.each([
    ['Basic/Standard/script-lb.xml'],
    ['Scripts/python/run.py'],
    ['/Basic/script-lc.xml'],
  ])('takes no OpenDocument file with %s', async (entry) => {
    for (const kind of ['text', 'spreadsheet']) {
      const mimetype = `application/vnd.oasis.opendocument.${kind}`;
      const plain = { mimetype, 'content.xml': '<a/>', 'Pictures/Basic/a.png': 'x' };
      expect(await detectContentType(createZip(plain))).toBe(mimetype);
      expect(await detectContentType(createZip({ ...plain, [entry]: 'x' }))).toBeNull();
    }
  });

  test('allows 1 GB of files for a customer, and more for support', async () => {
    const fill = async ({ accountId }: SignedIn, id: string) => {
      const { uuid } = await createTicket(t, ada);
      const [message] = await fetchMessages(t, ada, uuid);
      await t.kernel.database.write
        .insertInto('ticket_attachment')
        .values({
          id,
          account_id: accountId,
          message_id: message!.uuid,
          name: 'a.png',
          content_type: 'image/png',
          size_bytes: budgets.attachmentBytesPerAccount - png.length,
          storage_key: id,
          created_at: t.clock.now(),
        })
        .execute();
    };
    const full = await t.signIn('full@example.com');
    await fill(full, '00000000-0000-4000-8000-000000000001');
    await fill(support, '00000000-0000-4000-8000-000000000002');
    const two = [await uploadAttachment(t, full, png), await uploadAttachment(t, full, png)];
    expect(two).toMatchObject([
      { status: 201 },
      { status: 400, body: { file: [expect.stringMatching(/1 GB.*Ask support/)] } },
    ]);
    await uploadPng(t, support);
    await uploadPng(t, support);
  });

  test('allows 25 unsent files, and deletes them after a day', async () => {
    const hoarder = await t.signIn('hoarder@example.com');
    const all = await Promise.all(
      Array.from({ length: 28 }, () => uploadAttachment(t, hoarder, png)),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(25);
    expect(all.find(({ status }) => status !== 201)).toEqual({
      status: 400,
      body: { file: ['Send the files that you have uploaded first.'] },
    });
    const { url } = await uploadPng(t, ada);
    const { id: used } = await uploadPng(t, ada);
    await createTicket(t, ada, { attachments: [used] });
    const count = async () =>
      (await t.kernel.database.write.selectFrom('ticket_attachment').select('id').execute()).length;
    const before = await count();
    t.clock.advance(86_400_000 - 1000);
    await t.jobs.runSchedule('support.purge_attachments');
    expect(await count()).toBe(before);
    t.clock.advance(2000);
    await t.jobs.runSchedule('support.purge_attachments');
    const stored = await t.kernel.database.write
      .selectFrom('ticket_attachment')
      .select(['id', 'message_id'])
      .execute();
    expect(stored.every(({ message_id }) => message_id !== null)).toBe(true);
    expect(stored.map(({ id }) => id)).toContain(used);
    expect((await get(url)).statusCode).toBe(404);
  });
});

describe('the signed URL', () => {
  async function attach(content: Buffer, name: string) {
    const { id } = (await uploadAttachment(t, ada, content, name)).body as { id: string };
    const { uuid } = await createTicket(t, ada, { attachments: [id] });
    const [message] = await fetchMessages(t, ada, uuid);
    return { uuid, file: message!.attachments[0]! };
  }

  test('serves an image inline and sandboxed', async () => {
    const { file } = await attach(png, 'a.png');
    const { statusCode, headers, rawPayload } = await get(file.url);
    expect(statusCode).toBe(200);
    expect(rawPayload).toEqual(png);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': "inline; filename*=UTF-8''a.png",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=300',
    });
  });

  test('of a file with a dangerous stored name gives it a safe one', async () => {
    const { uuid, file } = await attach(Buffer.from('<script>1</script>'), 'a.txt');
    await t.kernel.work.write((tx) =>
      tx
        .updateTable('ticket_attachment')
        .set({ name: 'a.hta' })
        .where('id', '=', file.id)
        .execute(),
    );
    const { headers } = await get(file.url);
    expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''a.hta.txt");
    const [message] = await fetchMessages(t, ada, uuid);
    expect(message!.attachments[0]!.name).toBe('a.hta.txt');
  });

  test('serves everything else as a download', async () => {
    for (const [content, name] of [
      [html, 'a.html'],
      [svg, 'a.svg'],
      [pdf, 'a.pdf'],
    ] as const) {
      const { file } = await attach(content, name);
      const { headers } = await get(file.url);
      expect(headers['content-disposition']).toMatch(/^attachment;/);
      expect(headers['content-type']).not.toMatch(/html|svg/);
    }
  });

  test('is valid for five minutes, for one file, and unaltered', async () => {
    const { file } = await attach(png, 'a.png');
    const { file: second } = await attach(pdf, 'b.pdf');
    const query = file.url.slice(file.url.indexOf('?'));
    const plain = file.url.slice(0, file.url.indexOf('?'));
    expect((await get(plain)).statusCode).toBe(404);
    expect((await get(`${second.url.split('?')[0]}${query}`)).statusCode).toBe(404);
    expect((await get(file.url.replace(/expires=\d/, 'expires=9'))).statusCode).toBe(404);
    expect((await get(`/apix/support/attachments/nonsense/${query}`)).statusCode).toBe(404);
    t.clock.advance(5 * 60_000 + 1000);
    expect((await get(file.url)).statusCode).toBe(404);
  });

  test('is given to those who see the message; of a note to support only', async () => {
    const { uuid } = await createTicket(t, ada);
    const { id } = await uploadPng(t, support);
    await createMessage(t, support, uuid, 'Look', { attachments: [id], is_internal: true });
    expect(JSON.stringify(await fetchMessages(t, ada, uuid))).not.toContain(id);
    expect(JSON.stringify(await fetchMessages(t, support, uuid))).toContain(id);
    await expect(fetchMessages(t, other, uuid)).rejects.toThrow('404');
  });
});

test.each([
  ['../../etc/passwd', 'passwd.png'],
  ['C:\\Users\\ada\\a.png', 'a.png'],
  ['a\u202Egnp.exe', 'agnp.exe.png'],
  ['line\r\nbreak.PNG', 'linebreak.PNG'],
  ['..hidden', 'hidden.png'],
  ['   ', 'file.png'],
  [`${'x'.repeat(300)}.png`, `${'x'.repeat(116)}.png`],
])('%j is called %j', (fileName, name) => {
  expect(sanitizeFileName(fileName, 'image/png')).toBe(name);
  expect(sanitizeFileName(name, 'image/png')).toBe(name);
});

test('text in another encoding than UTF-8 is refused', async () => {
  expect(await detectContentType(Buffer.from('Gr\xfc\xdfe', 'latin1'))).toBeNull();
  expect(await detectContentType(Buffer.from('Grüße\ttab\n'))).toBe('text/plain; charset=utf-8');
});
