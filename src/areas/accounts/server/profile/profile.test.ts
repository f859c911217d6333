import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const partial = '/apix/accounts/profile/partial/';
const whole = '/apix/accounts/profile/update/';
const avatarUrl = '/apix/accounts/profile/avatar/';
let person = 0;
let ada: SignedIn;

beforeEach(async () => {
  ada = await t.signIn(`ada${++person}@example.com`);
});
const change = (method: 'PATCH' | 'PUT', url: string, body: object) =>
  send(t, method, url, body, { headers: ada.headers });

async function upload(files: [field: string, content: Uint8Array, name: string][]) {
  const form = new FormData();
  for (const [field, content, name] of files)
    form.append(field, new Blob([content as Uint8Array<ArrayBuffer>]), name);
  const encoded = new Response(form);
  const reply = await t.app.inject({
    method: 'POST',
    url: avatarUrl,
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { ...ada.headers, 'content-type': encoded.headers.get('content-type')! },
  });
  return { status: reply.statusCode, body: reply.json() as Record<string, unknown> };
}
const picture = (format: 'png' | 'jpeg') =>
  sharp({ create: { width: 700, height: 400, channels: 3, background: '#a52' } })
    .withExif({ IFD0: { Copyright: 'somewhere' } })
    .toFormat(format)
    .toBuffer();

test.each([
  ['PATCH', partial],
  ['PUT', partial],
  ['PATCH', whole],
] as const)('%s %s changes what it names and leaves the rest', async (method, url) => {
  await change('PUT', whole, { first_name: 'Ada', last_name: 'Lovelace', phone: '+14155550132' });
  const reply = await change(method, url, { company: 'Engines', email: 'x@y.z', is_staff: true });
  expect(reply.body).toMatchObject({
    first_name: 'Ada',
    company: 'Engines',
    phone: '+14155550132',
    full_name: 'Ada Lovelace',
    display_username: 'Ada Lovelace',
    initials: 'AL',
    email: ada.email,
    is_staff: false,
  });
});

test('PUT of the whole profile clears omitted fields', async () => {
  await change('PUT', whole, { first_name: 'Ada', company: 'Engines' });
  const { body } = await change('PUT', whole, { last_name: 'L' });
  expect(body).toMatchObject({ first_name: '', last_name: 'L', company: '', initials: 'L' });
});

test.each([
  [{ first_name: '' }, 'first_name', 'First name is required'],
  [{ last_name: ' ' }, 'last_name', 'Last name is required'],
  [{ first_name: 'x'.repeat(51) }, 'first_name', 'First name must be less than 50 characters'],
  [{ last_name: 'x'.repeat(51) }, 'last_name', 'Last name must be less than 50 characters'],
  [{ company: 'x'.repeat(101) }, 'company', 'Company name must be less than 100 characters'],
  [{ position: 'x'.repeat(101) }, 'position', 'Position must be less than 100 characters'],
  [{ phone: '0123' }, 'phone', 'Please enter a valid phone number'],
  [{ phone: '+12345678901234567' }, 'phone', 'Please enter a valid phone number'],
  [{ phone: '(415) 555-0132' }, 'phone', 'Please enter a valid phone number'],
  [{ phone: '1'.repeat(41) }, 'phone', 'Please enter a valid phone number'],
])('%o is answered with its own words', async (body, field, message) => {
  for (const [method, url] of [
    ['PATCH', partial],
    ['PUT', partial],
    ['PATCH', whole],
    ['PUT', whole],
  ] as const) {
    const reply = await change(method, url, body);
    expect([reply.status, reply.body]).toEqual([400, { [field]: [message] }]);
  }
});

test('a phone number is checked although another field is wrong', async () => {
  const { body } = await change('PATCH', partial, { phone: '0123', first_name: 'x'.repeat(51) });
  expect(body).toEqual({
    first_name: ['First name must be less than 50 characters'],
    phone: ['Please enter a valid phone number'],
  });
});

test('accepts names of 50 and companies of 100 characters, and phones of 16 digits', async () => {
  const body = {
    first_name: 'x'.repeat(50),
    company: 'x'.repeat(100),
    phone: `+${'1'.repeat(16)}`,
  };
  expect((await change('PATCH', partial, body)).status).toBe(200);
  expect((await change('PATCH', partial, { phone: '' })).body.phone).toBe('');
});

test('accepts common phone formats and stores E.164', async () => {
  const { body } = await change('PATCH', partial, { phone: ' +1 (415) 555-0132 ' });
  expect(body.phone).toBe('+14155550132');
  const profile = await send(t, 'GET', '/apix/accounts/profile/', undefined, ada);
  expect(profile.body.phone).toBe('+14155550132');
});

test('a picture is re-encoded as a 512 pixel square and replaces the previous one', async () => {
  const first = await upload([['avatar', await picture('jpeg'), 'me.jpg']]);
  const address = new URL(String(first.body.avatar)).pathname;
  expect(address).toMatch(/^\/media\/avatars\/a[\w-]{43}\.webp$/);
  const served = await t.app.inject({ url: address });
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
  });
  const metadata = await sharp(served.rawPayload).metadata();
  expect([metadata.format, metadata.width, metadata.height, metadata.exif]).toEqual([
    'webp',
    512,
    512,
    undefined,
  ]);
  const second = await upload([
    ['other', await picture('png'), 'x.png'],
    ['avatar', await picture('png'), 'me.png'],
  ]);
  expect(second.body.avatar).not.toBe(first.body.avatar);
  expect((await t.app.inject({ url: address })).statusCode).toBe(404);
});

test('a file that is not a picture, too large or missing is a field error', async () => {
  const page = new TextEncoder().encode('<html><script>alert(1)</script>');
  expect(await upload([['avatar', page, 'me.png']])).toEqual({
    status: 400,
    body: { avatar: ['Please select an image file'] },
  });
  expect(await upload([['avatar', new Uint8Array(5_242_881), 'me.png']])).toEqual({
    status: 400,
    body: { avatar: ['File size must be less than 5MB'] },
  });
  const nothing = { status: 400, body: { avatar: ['No file was submitted.'] } };
  expect(await upload([['other', page, 'me.png']])).toEqual(nothing);
  const json = await send(t, 'POST', avatarUrl, {}, { headers: ada.headers });
  expect([json.status, json.body.code]).toEqual([415, 'unsupported_media_type']);
});

test('the profile requires a session', async () => {
  const calls = [
    ['GET', '/apix/accounts/profile/'],
    ['PATCH', partial],
    ['PUT', partial],
    ['PATCH', whole],
    ['PUT', whole],
    ['POST', avatarUrl],
  ] as const;
  for (const [method, url] of calls) expect((await send(t, method, url)).status).toBe(401);
});

test('a suspended account can only read its profile', async () => {
  const eve = await t.signIn(`eve${person}@example.com`, { status: 'suspended' });
  const profile = await send(t, 'GET', '/apix/accounts/profile/', undefined, eve);
  expect(profile.body).toMatchObject({ status: 'suspended' });
  const reply = await send(t, 'PATCH', partial, { company: 'x' }, eve);
  expect([reply.status, reply.body.code]).toEqual([403, 'account_suspended']);
});
